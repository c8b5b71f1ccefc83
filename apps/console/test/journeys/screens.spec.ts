import { journeys, ADMIN, Product } from '../support/product';
import { DECLARED, visits } from '../support/visits';
import type { Samples } from '../support/visits';
import type { Console } from '../support/console';

const suite = await journeys('Every screen');
const HOSTILE = '"><img src=x onerror=window.__xss=1>{{name}}$t(common.close)\u202Egnp';

suite('Every screen', () => {
  let product: Product;
  let samples: Samples;
  beforeAll(async () => {
    product = await Product.start({ api: { consoleInsecureCookie: true } });
    samples = await fill(product);
  });
  afterAll(() => product?.stop());

  it.each([
    { language: 'en', theme: 'dark', width: 1440 },
    { language: 'de', theme: 'light', width: 320 },
    { language: 'es', theme: 'dark', width: 320 },
    { language: 'zh', theme: 'light', width: 768 },
  ] as const)(
    'is without fault ($language, $theme, $width)',
    async ({ language, theme, width }) => {
      const console = await product.open({ as: ADMIN, language, theme, width, at: '/about' });
      const faults: Record<string, readonly string[]> = {};
      const titles: string[] = [];
      for (const address of visits(samples)) {
        titles.push(await visit(console, address));
        const found = await console.faultsOfAccess();
        if (found.length > 0) faults[address] = found;
      }
      expect(faults).toEqual({});
      expect(titles.filter((title) => title === console.text('app.notFound.title'))).toEqual([]);
      expect(await console.page.evaluate('window.__xss')).toBeUndefined();
    },
    300_000,
  );

  it('says what is missing to who may not open it', async () => {
    const key = await product.key('settings-only', 'properties:read');
    const console = await product.open({ as: { key }, at: '/about' });
    const open: string[] = [];
    for (const address of visits(samples).filter((one) => !/[?&]tab=/.test(one))) {
      const title = await visit(console, address);
      if (title !== console.text('app.forbidden.title')) open.push(address);
    }
    expect(open.sort()).toEqual(['/', '/about', '/preferences', '/settings']);
    expect(DECLARED.length).toBeGreaterThan(20);
  });
});

/** Opens an address of the same page, and waits until it shows what it has. @returns its heading */
async function visit(console: Console, address: string): Promise<string> {
  const { page, base } = console;
  await page.evaluate(`document.querySelectorAll('main h1, main [role=tabpanel]')
    .forEach((one) => one.setAttribute('data-visited', ''))`);
  await page.goto(`${base}#${address}`);
  await page.waitForSelector('main :is(h1, [role=tabpanel]):not([data-visited])');
  const loading = `main [aria-label="${console.text('common.loading')}"]`;
  await page.waitForSelector(loading, { state: 'detached' });
  return page.locator('main h1').first().innerText();
}

/** Something of each kind, with names that look like markup, or like the syntax of texts. */
async function fill({ world }: Product): Promise<Samples> {
  const { api } = world;
  await world.accounts('ola', 'ben');
  const properties = [{ key: HOSTILE, value: HOSTILE }];
  await api.done('PUT', '/users/ola', { username: 'ola', name: HOSTILE, properties });
  await api.done('POST', '/groups', { name: 'staff', description: HOSTILE });
  await api.done('POST', '/users/ola/groups/staff');
  await api.done('POST', '/chatrooms', {
    ...{ roomName: 'tearoom', naturalName: HOSTILE, description: HOSTILE, subject: HOSTILE },
    ...{ persistent: true, publicRoom: true, logEnabled: true, members: ['ola@example.org'] },
  });
  await api.done('POST', '/system/properties', { key: 'site.banner', value: HOSTILE });
  await world.online('ola', { resource: 'desk' });
  const job = await api.job('users', [{ username: 'n o t' }]);
  const key = await api.done('POST', '/keys', { name: 'portal', scopes: ['users:read'] });
  const webhook = await api.done('POST', '/webhooks', {
    ...{ url: 'https://hooks.example.org/in', types: ['user.created'], description: HOSTILE },
  });
  const audit = await api.done('GET', '/logs/security?limit=1');
  const [entry] = audit.json<{ logs: { timestamp: number; logId: number }[] }>().logs;
  return {
    user: {
      params: { name: 'ola' },
      tabs: ['profile', 'card', 'sessions', 'groups', 'rooms', 'contacts', 'activity'],
    },
    group: { params: { name: 'staff' }, tabs: ['members', 'sharing', 'settings'] },
    room: {
      params: { service: 'conference', name: 'tearoom' },
      tabs: ['settings', 'people', 'occupants', 'history'],
    },
    job: { params: { id: job } },
    auditEntry: { params: { time: String(entry!.timestamp), id: String(entry!.logId) } },
    key: { params: { id: key.json<{ id: string }>().id } },
    webhook: {
      params: { id: webhook.json<{ id: string }>().id },
      tabs: ['deliveries', 'edit'],
    },
  };
}
