import type { Locator, Route } from 'playwright-core';
import { ADMIN, journeys, Product } from '../support/product';

const suite = await journeys('Faults');

const document = (exception: string, message: string) => ({
  contentType: 'application/json',
  body: JSON.stringify({ resource: 'ola', message, exception }),
});
const html = { contentType: 'text/html', body: '<html><h1>Bad gateway</h1></html>' };

/** What no text says. */
const NEW = 'The moon is full';
/** What may come instead of an answer. */
const ANSWERS: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'no answer': (route) => route.abort('connectionrefused'),
  'a refusal': (route) =>
    route.fulfill({ status: 403, ...document('ForbiddenException', 'The scope is missing') }),
  'a refusal that is new': (route) =>
    route.fulfill({ status: 409, ...document('NeverHeardOfException', NEW) }),
  'too many requests': (route) =>
    route.fulfill({
      ...{ status: 429, headers: { 'Retry-After': '30' } },
      ...document('TooManyRequestsException', 'Too many requests'),
    }),
  'a fault of the service': (route) =>
    route.fulfill({ status: 500, ...document('InternalErrorException', 'It failed') }),
  'the page of a proxy': (route) => route.fulfill({ status: 502, ...html }),
  'an empty answer of a proxy': (route) => route.fulfill({ status: 504, body: '' }),
  'a part that is away': (route) =>
    route.fulfill({
      status: 503,
      ...document('ServiceUnavailableException', 'The database cannot be reached'),
    }),
};
const KINDS = Object.keys(ANSWERS);

suite('With faults', () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.start();
    await product.world.accounts('ola');
  });
  afterEach(() => product?.closeConsoles());
  afterAll(() => product?.stop());

  it.each(KINDS)(
    'a change says so, keeps what was filled in, and is done later (%s)',
    async (kind) => {
      const console = await product.open({ as: ADMIN, at: '/users/ola' });
      const name = `Ola after ${kind}`;
      const field = console.field('users.fields.name');
      await field.fill(name);
      const change = (url: URL) => url.pathname.endsWith('/users/ola');
      await console.page.route(change, (route) =>
        route.request().method() === 'GET' ? route.continue() : ANSWERS[kind]!(route),
      );
      await console.button('common.save').click();
      const alert = console.page.locator('main form [role=alert]');
      const said = await alert.innerText();
      const english = kind === 'a refusal that is new' ? [NEW] : [];
      expect(await alert.locator('[lang=en]').allInnerTexts()).toEqual(english);
      expect(said).toMatch(/\w{3}/);
      expect(said).not.toContain('<');
      expect(await field.inputValue()).toBe(name);
      expect(await console.faultsOfAccess()).toEqual([]);
      await console.page.unroute(change);
      await console.button('common.save').click();
      await console.heading(name).waitFor();
    },
  );

  it('what the service alone can say is marked as English at fields and in a toast, too', async () => {
    const english = (place: Locator) => place.locator('[lang=en]').allInnerTexts();
    const console = await product.open({ as: ADMIN, at: '/new/group', language: 'de' });
    const refuse = (route: Route) =>
      ['PATCH', 'POST', 'PUT'].includes(route.request().method())
        ? ANSWERS['a refusal that is new']!(route)
        : route.continue();
    await console.page.route(/\/restapi\/v1\/groups$/, refuse);
    await console.field('groups.fields.name').fill('Moon');
    await console.button('groups.new.create').click();
    const field = console.page.locator('main form [id$="-error"]');
    await field.waitFor();
    expect(await english(field)).toEqual([NEW]);

    await console.page.unroute(/\/restapi\/v1\/groups$/);
    await console.button('groups.new.create').click();
    await console.heading('Moon').waitFor();

    await console.tab('groups.tabs.settings').click();
    await console.field('groups.fields.description').fill('Of the moon');
    await console.button('common.save').click();
    await console.toast('form.saved').waitFor();
    await console.page.route(/\/restapi\/v1\/groups\/Moon$/, refuse);
    await console.button('common.undo').click();
    const toast = console.page.getByRole('region', { name: console.text('common.notifications') });
    await toast.getByText(NEW).waitFor();
    expect(await english(toast)).toEqual([NEW]);
  });

  it('a screen whose files fail once shows all the same; those that cannot be loaded are loaded anew', async () => {
    const console = await product.open({ as: ADMIN, at: '/about' });
    const failed = console.page.waitForEvent('requestfailed');
    await console.page.route(/\/assets\/room-list/, (route) => route.abort(), { times: 1 });
    await console.go('/rooms');
    await failed;
    await console.heading(console.text('screens.rooms')).waitFor();
    const file = (url: URL) => /\/assets\/group-list/.test(url.pathname);
    await console.page.route(file, (route) => route.fulfill({ status: 404, body: '' }));
    await console.go('/groups');
    const alert = console.page.locator('main [role=alert]');
    await alert.waitFor();
    await console.page.unroute(file);
    await alert.getByRole('button').last().click();
    await console.heading(console.text('screens.groups')).waitFor();
    console.complaints.length = 0;
  });

  it.each(KINDS)('a list says so, and is read once more (%s)', async (kind) => {
    const console = await product.open({ as: ADMIN, at: '/about' });
    const list = (url: URL) => url.pathname.endsWith('/groups');
    await console.page.route(list, (route) => ANSWERS[kind]!(route));
    await console.go('/groups');
    const alert = console.page.locator('main [role=alert]');
    const said = await alert.innerText();
    expect(said).toMatch(/\w{3}/);
    expect(said).not.toContain('<');
    expect(await console.faultsOfAccess()).toEqual([]);
    await console.page.unroute(list);
    const again = alert.getByRole('button');
    if (kind === 'too many requests')
      expect(await again.getAttribute('aria-disabled')).toBe('true');
    else {
      await again.last().click();
      await alert.waitFor({ state: 'detached' });
    }
  });
});
