import { until } from '@chat-admin/debian-programs/until';
import { changeAll, facts, prepareDay, SHOWN } from '../support/audited-day';
import { ADMIN, journeys, Product } from '../support/product';
import { LANGUAGES } from '../support/texts';

const suite = await journeys('System and security');
const HOSTILE = `<img src=x onerror=window.__xss=1>{{name}}$t(x)`;

suite('System and security', () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.start({
      api: { consoleInsecureCookie: true, allowSecurityProperties: true },
    });
  });
  afterEach(() => product.closeConsoles());
  afterAll(() => product?.stop());

  it('a key "read users" reads users, and is refused elsewhere', async () => {
    const console = await product.open({ at: '/new/key', as: ADMIN });
    await console.field('keys.fields.name').fill('portal');
    await console.page.getByRole('checkbox', { name: 'users:read', exact: true }).click();
    await console.button('keys.new.create').click();
    const token = await console.dialog().locator('code').innerText();
    expect(token).toMatch(/^cak_/);
    expect(await console.faultsOfAccess()).toEqual([]);
    await console.button('common.stored').click();
    await console.heading('portal').waitFor();
    expect(await console.page.getByText(token).count()).toBe(0);

    const status = async (path: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      const url = `${product.world.api.url}/plugins/restapi/v1/${path}`;
      return (await fetch(url, { headers })).status;
    };
    expect([await status('users'), await status('groups'), await status('keys')]).toEqual([
      200, 403, 403,
    ]);
  });

  it('a key used today wants its name typed before it is revoked', async () => {
    const token = await product.key('busy', 'users:read');
    const headers = { Authorization: `Bearer ${token}` };
    await fetch(`${product.world.api.url}/plugins/restapi/v1/users`, { headers });
    const id = token.split('_')[1]!;
    await until('its use is written down', async () => {
      const key = await product.world.api.done('GET', `/keys/${id}`);
      return key.json<{ lastUsed?: string }>().lastUsed ?? null;
    });
    const console = await product.open({ at: '/keys', as: ADMIN, language: 'de' });
    await console.row('busy').click();
    await console.heading('busy').waitFor();
    await console.button('keys.revoke').click();
    const revoke = console.button('keys.revokeTitle', { name: 'busy' });
    const input = console.dialog().getByRole('textbox');
    expect(await revoke.isDisabled()).toBe(true);
    await input.fill('busy');
    await revoke.click();
    await console.toast('keys.revoked', { name: 'busy' }).waitFor();
    expect(
      (await fetch(`${product.world.api.url}/plugins/restapi/v1/users`, { headers })).status,
    ).toBe(401);
  });

  it.each(LANGUAGES)('the audit log shows who changed which fields (%s)', async (language) => {
    const name = `ann-${language}`;
    await product.world.api.done('POST', '/users', { username: name, password: 'long enough' });
    await product.world.api.done('PUT', `/users/${name}`, { username: name, name: HOSTILE });
    const console = await product.open({
      language,
      at: `/audit?object=/users/${name}`,
      as: ADMIN,
      width: language === 'de' ? 320 : 1440,
      theme: language === 'zh' ? 'dark' : 'light',
    });
    await console.row(name).locator('time').click();
    const act = { who: 'secret', user: name };
    const sentence = console.text('sentences.changeUser', act);
    await console
      .heading(console.text('sentences.detailed', { sentence, details: 'name' }))
      .waitFor();
    await console.page.getByText(`PUT user ${name}`).waitFor();
    await console.page.getByText(console.text('audit.vias.secret'), { exact: true }).waitFor();
    await console.page.getByText(console.text('audit.details.changed'), { exact: true }).waitFor();
    expect(await console.faultsOfAccess()).toEqual([]);
  });

  it('the audit log shows each change made here with person, way in and changed fields', async () => {
    await prepareDay(product.world);
    const console = await product.open({ as: ADMIN, at: '/new/user' });
    await changeAll(console);
    await console.go(`/audit?username=${ADMIN.username}`);
    await console.button('audit.seals.open').click();
    await console.page.getByText('npm run -s chat-admin -- audit verify').waitFor();
    await console.page.keyboard.press('Escape');
    for (const [at, [act, object, via, ...details]] of SHOWN.entries()) {
      await console
        .row(act)
        .and(console.page.locator(`[aria-rowindex="${at + 2}"]`))
        .locator('time')
        .click();
      await console.heading(act).waitFor();
      expect([act, await facts(console)]).toEqual([
        act,
        expect.arrayContaining([
          [console.text('audit.fields.username'), ADMIN.username],
          [console.text('audit.via'), console.text(`audit.vias.${via}`)],
          [console.text('audit.details.object'), object],
          ...details.map(([name, text]) => [console.text(`audit.details.${name}`), text]),
        ]),
      ]);
      await console.page.goBack();
    }
  });

  it('a protected property says why it is locked, without an attempt; a secret is not shown', async () => {
    const attempts = async () => {
      const log = await product.world.api.done('GET', '/logs/security?object=/system/properties');
      return log.json<{ logs: readonly object[] }>().logs.length;
    };
    const before = await attempts();
    const console = await product.open({ at: '/settings', as: ADMIN, language: 'es' });
    const key = 'xmpp.domain';
    await console.page.getByText(key, { exact: true }).click();
    await console.dialog().getByText(console.text('system.lockedText')).waitFor();
    await console.dialog().getByText(`npm run -s chat-admin -- property set ${key}`).waitFor();
    expect(await console.page.content()).not.toContain(product.world.api['secret']);
    expect(await console.faultsOfAccess()).toEqual([]);
    expect(await attempts()).toBe(before);
  });

  it('a property that can cut off the console wants its name typed; others are undone', async () => {
    const name = 'adminConsole.access.allow-wildcards-in-excludes';
    const console = await product.open({ at: `/settings?key=${name}`, as: ADMIN });
    const save = console.button('common.save');
    await console.field('system.value').selectOption('false');
    expect(await save.isDisabled()).toBe(true);
    await console.dialog().getByRole('textbox').fill(name);
    expect(await save.isDisabled()).toBe(false);
    await console.button('common.cancel').click();

    await product.world.api.done('POST', '/system/properties', { key: 'site.banner', value: 'a' });
    await console.go('/settings?key=site.banner');
    await console.field('system.value').fill(HOSTILE);
    await console.button('common.save').click();
    await console.page.getByText(HOSTILE, { exact: true }).waitFor();
    expect(await console.page.evaluate('window.__xss')).toBeUndefined();
    await console.button('common.undo').click();
    await console.toast('common.undone').waitFor();
    const stored = await product.world.api.done('GET', '/system/properties/site.banner');
    expect(stored.json()).toMatchObject({ value: 'a' });
  });

  it.each(LANGUAGES)('jobs, cluster and webhooks open without faults (%s)', async (language) => {
    const job = await product.world.api.job('users', [{ username: `j-${language}` }]);
    const console = await product.open({
      language,
      at: `/jobs/${job}`,
      as: ADMIN,
      width: language === 'es' ? 320 : 1440,
      theme: language === 'en' ? 'dark' : 'light',
    });
    await console.button('jobs.download').waitFor();
    expect(await console.faultsOfAccess()).toEqual([]);
    for (const [at, title] of [
      ['/jobs', 'screens.jobs'],
      ['/cluster', 'screens.cluster'],
      ['/webhooks', 'screens.webhooks'],
      ['/new/webhook', 'screens.newWebhook'],
    ] as const) {
      await console.go(at);
      await console.heading(console.text(title)).waitFor();
    }
    expect(await console.faultsOfAccess()).toEqual([]);
  });
});
