import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Console } from '../support/console';
import { ADMIN, journeys, Product } from '../support/product';
import { Issuer } from '../support/issuer';
import { startPrefixProxy } from '../support/proxy';
import { LANGUAGES } from '../support/texts';

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; " +
    "manifest-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'; trusted-types 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

const suite = await journeys('The console');

suite('The console', () => {
  let product: Product;
  let issuer: Issuer;
  /** behind a proxy, which is there when a test needs it */
  let publicUrl: string;
  beforeAll(async () => {
    issuer = await Issuer.start();
    const place = await startPrefixProxy(issuer.url, '/chat/admin');
    publicUrl = place.url;
    await place.close();
    product = await Product.start({ api: issuer.settings(publicUrl) });
  });
  afterEach(() => product?.closeConsoles());
  afterAll(async () => {
    await product?.stop();
    await issuer?.stop();
  });
  const at = (path: string) => new URL(path, product.world.api.url).href;

  describe('as files', () => {
    const get = (path: string, headers = {}) => fetch(at(path), { headers, redirect: 'manual' });
    const assets = async () => {
      const page = await (await get('/console/')).text();
      return [...page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(
        ([, name]) => `/console/${name}`,
      );
    };

    it('carries its headers with every answer', async () => {
      for (const path of ['/console', '/console/', '/console/nothing.js', ...(await assets())]) {
        const { headers } = await get(path);
        expect([path, Object.fromEntries(headers)]).toEqual([
          path,
          expect.objectContaining(HEADERS),
        ]);
      }
    });

    it('is at the address with a slash', async () => {
      const { status, headers } = await get('/console');
      expect([status, headers.get('location')]).toEqual([308, 'console/']);
    });

    it('is asked for again, its parts are kept for a year', async () => {
      const page = await get('/console/');
      expect(page.headers.get('cache-control')).toBe('no-cache');
      const tag = page.headers.get('etag')!;
      expect((await get('/console/', { 'If-None-Match': tag })).status).toBe(304);
      const names = (await assets()).filter((name) => name.startsWith('/console/assets/'));
      expect(names.length).toBeGreaterThan(1);
      for (const name of names) {
        const { status, headers } = await get(name);
        expect([name, status]).toEqual([name, 200]);
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      }
    });

    it('is compressed as the browser likes, with the same content', async () => {
      const [name] = (await assets()).filter((one) => one.endsWith('.js'));
      const plain = await get(name!, { 'Accept-Encoding': 'identity' });
      const text = await plain.text();
      const tags = new Set([plain.headers.get('etag')]);
      for (const coding of ['br', 'gzip']) {
        const coded = await get(name!, { 'Accept-Encoding': coding });
        expect(coded.headers.get('content-encoding')).toBe(coding);
        expect(await coded.text()).toBe(text);
        tags.add(coded.headers.get('etag'));
      }
      expect(tags.size).toBe(3);
    });

    it('is a closed list, which nobody changes', async () => {
      for (const path of [
        '/console/..%2Fpackages.json',
        '/console/assets',
        '/console/index.html.br',
      ]) {
        expect([path, (await get(path)).status]).toEqual([path, 404]);
      }
      expect((await fetch(at('/console/'), { method: 'POST' })).status).toBe(404);
      expect((await fetch(at('/console/'), { method: 'HEAD' })).status).toBe(200);
    });

    it('is not there where it is switched off', async () => {
      const { url } = await product.world.anotherApi({ console: false });
      for (const path of ['/console', '/console/', '/console/icon.svg']) {
        expect((await fetch(new URL(path, url))).status).toBe(404);
      }
    });
  });

  it.each(LANGUAGES)('lets administrators in, and shows users (%s)', async (language) => {
    const console = await product.open({ language });
    expect(await console.faultsOfAccess()).toEqual([]);
    await console.page.getByText(console.text('signIn.firstStart')).click();
    // as it is typed where the product of the tests runs
    await console.page.getByText('npm run -s chat-admin -- admin create boss --generate').waitFor();
    await console.signIn(ADMIN);
    await console.link('screens.users').click();
    await console.heading(console.text('screens.users')).waitFor();
    await console.row(ADMIN.username).waitFor();
    expect(await console.faultsOfAccess()).toEqual([]);
  });

  it('asks nobody but the service', async () => {
    const console = await product.open();
    const hosts = new Set<string>();
    console.page.on('request', (request) => hosts.add(new URL(request.url()).host));
    await console.page.reload();
    await console.signIn(ADMIN);
    await console.go('/users');
    await console.row(ADMIN.username).waitFor();
    expect([...hosts]).toEqual([new URL(product.world.api.url).host]);
  });

  it('works behind a prefix', async () => {
    const proxy = await startPrefixProxy(product.world.api.url, '/chat/admin');
    try {
      const console = await product.open({
        base: `${proxy.url}/console/`,
        as: ADMIN,
        at: '/users',
      });
      await console.row(ADMIN.username).waitFor();
      await console.page.reload();
      await console.row(ADMIN.username).waitFor();

      await console.button('screens.newUser').click();
      await console.field('users.fields.username').fill('behind');
      await console.field('users.fields.password').fill('p1-secret');
      await console.button('users.new.create').click();
      await console.heading('behind').waitFor();
      await product.world.api.done('PUT', '/users/behind', { name: 'Seen at once' });
      await console.heading('Seen at once').waitFor();
      const page = console.page.context().waitForEvent('page');
      await console.go('/about');
      await console.page.getByRole('link', { name: console.text('about.apiDocs') }).click();
      expect((await page).url()).toBe(`${proxy.url}/plugins/restapi/v1/docs/`);

      await console.button('session.signOut').click();
      await console.button('signIn.signIn').waitFor();
    } finally {
      await proxy.close();
    }
  });

  describe('at its sign-in', () => {
    it('says the same of a wrong name and of a wrong password', async () => {
      const console = await product.open();
      const said = async (username: string, password: string) => {
        await console.field('signIn.username').fill(username);
        await console.field('signIn.password').fill(password);
        await console.button('signIn.signIn').click();
        return console.page.getByRole('alert').textContent();
      };
      expect(await said('nobody', 'nothing')).toBe(console.text('signIn.failed'));
      expect(await said(ADMIN.username, 'nothing')).toBe(console.text('signIn.failed'));
    });

    it('shows the wait beyond the limit', async () => {
      const { url } = await product.world.anotherApi({ failedLoginLimit: 1 });
      const console = await product.open({ base: `${url}/console/` });
      const enter = console.button('signIn.signIn');
      const attempt = async () => {
        await console.field('signIn.username').fill('nobody');
        await console.field('signIn.password').fill('nothing');
        const answer = console.page.waitForResponse(/\/session$/);
        await enter.click();
        return (await answer).status();
      };
      const statuses = [await attempt(), await attempt(), await attempt()];
      expect(statuses).toEqual([401, 401, 429]);
      const wait = console.text('signIn.wait', { time: '' }).slice(0, 20);
      await console.page.getByRole('alert').filter({ hasText: wait }).waitFor();
      expect(await enter.isDisabled()).toBe(true);
    });

    it('takes keys and the shared secret', async () => {
      const key = await product.key('portal', '*:read');
      const console = await product.open({ as: { key }, at: '/about' });
      await console.page.getByText('key:portal').first().waitFor();
    });
  });

  describe('with a session', () => {
    it('keeps it when it is loaded anew; scripts see no cookie, preferences are all that is stored', async () => {
      const console = await product.open({ as: ADMIN, at: '/preferences' });
      await console.page.getByRole('switch').click();
      await console.page.reload();
      await console.heading(console.text('screens.preferences')).waitFor();
      await console.go(`/users/${ADMIN.username}`);
      await console.heading(ADMIN.username).waitFor();
      await console.field('users.fields.name').fill('Not saved');
      expect(await console.page.evaluate('document.cookie')).toBe('');
      const stored = await console.page.evaluate(
        'Object.entries({ ...localStorage, ...sessionStorage })',
      );
      const names = (stored as [string, string][]).map(([name]) => name);
      expect(names.filter((name) => !name.startsWith('chat-admin.preferences'))).toEqual([]);
      expect(JSON.stringify(stored)).not.toMatch(/admin"|Not saved/);
      expect(await console.page.evaluate('indexedDB.databases()')).toEqual([]);
    });

    it('changes nothing without its token, nor for another page', async () => {
      const console = await product.open({ as: ADMIN, at: '/users' });
      const send = (headers: string) =>
        console.page
          .evaluate(`fetch('../plugins/restapi/v1/users', { method: 'POST', headers: { 'Content-Type': 'application/json', ${headers} },
          body: JSON.stringify({ username: 'forged', password: 'p1-secret' }) }).then(({ status }) => status)`);
      expect(await send('')).toBe(403);
      expect(await send("'X-CSRF-Token': 'guessed'")).toBe(403);
      // of another origin, but of the same site, so that the cookie is sent
      const foreign = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
      await once(foreign, 'listening');
      const page = await console.context.newPage();
      await page.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`);
      const sendFrom = async (credentials: 'include' | 'omit') => {
        const answer = page.waitForResponse(/\/users$/);
        await page.evaluate(`fetch('${at('/plugins/restapi/v1/users')}', { method: 'POST', mode: 'no-cors', credentials: '${credentials}',
          body: JSON.stringify({ username: 'forged', password: 'p1-secret' }) }).then(() => null)`);
        return (await answer).status();
      };
      expect([await sendFrom('omit'), await sendFrom('include')]).toEqual([401, 403]);
      foreign.close();
      expect((await product.world.api.call('GET', '/users/forged')).status).toBe(404);
    });

    it('is shown in no frame', async () => {
      const console = await product.open();
      const page = await console.context.newPage();
      await page.route('http://frame.example/**', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<iframe src="${product.world.api.url}/console/"></iframe>`,
        }),
      );
      await page.goto('http://frame.example/');
      const frame = page.frames().find((one) => one !== page.mainFrame())!;
      expect(await frame.evaluate('document.querySelector("#root")').catch(() => null)).toBeNull();
      await page.close();
    });

    const signInAgain = async (console: Console) => {
      const cover = console.page.getByRole('dialog', { name: console.text('signIn.again') });
      await cover.waitFor();
      const username = cover.getByLabel(console.text('signIn.username'), { exact: true });
      expect(await username.inputValue()).toBe(ADMIN.username);
      await cover.getByLabel(console.text('signIn.password')).fill(ADMIN.password);
      await console.button('signIn.signIn').click();
      await cover.waitFor({ state: 'detached' });
    };

    it('ends when nothing is done for half an hour, of which it warns; what was filled in is kept', async () => {
      const console = await product.open({ at: '/new/user' });
      const { clock } = console.page;
      await clock.install();
      await console.signIn(ADMIN);
      await console.field('users.fields.username').fill('idle');
      await console.field('users.fields.password').fill('p1-secret');
      await clock.fastForward('29:00');
      const stay = console.button('session.stay');
      await stay.waitFor();
      await product.world.sql(
        `update console_session set last_used = now() - interval '31 minutes'`,
      );
      await clock.fastForward('02:00');
      await stay.waitFor({ state: 'detached' });
      await clock.setSystemTime(Date.now());
      await signInAgain(console);
      expect(await console.field('users.fields.username').inputValue()).toBe('idle');
      await console.button('users.new.create').click();
      await console.heading('idle').waitFor();
    });

    it('is covered when it has ended, and goes on where it was', async () => {
      const console = await product.open({ as: ADMIN, at: '/new/user' });
      const other = await product.open({ as: ADMIN, at: '/preferences' });
      await console.field('users.fields.username').fill('half');
      await console.field('users.fields.password').fill('p1-secret');
      await other.button('preferences.endOthers').click();
      await other.toast('preferences.othersEnded').waitFor();
      await console.button('users.new.create').click();
      await signInAgain(console);
      expect(await console.field('users.fields.username').inputValue()).toBe('half');
      await console.button('users.new.create').click();
      await console.heading('half').waitFor();
    });

    it('begins at the issuer, goes on there when its minutes are over, and ends there', async () => {
      const proxy = await startPrefixProxy(product.world.api.url, '/chat/admin', publicUrl);
      const base = `${publicUrl}/console/`;
      try {
        const console = await product.open({ base });
        const { page } = console;
        const through = console.button('signIn.issuerNamed', { label: 'School' });
        await through.click();
        await page.locator('[data-content]').waitFor();
        expect([page.url().split('#')[0], issuer.visits]).toEqual([base, 1]);
        expect(await page.evaluate('document.referrer + location.search')).not.toMatch(/code/);
        await console.go('/new/user');
        await console.field('users.fields.username').fill('draft');
        await console.field('users.fields.password').fill('p1-secret');
        await product.world.sql(`update console_session set expires_at = now()`);
        await console.button('users.new.create').click();
        const cover = page.getByRole('dialog', { name: console.text('signIn.again') });
        await cover.waitFor();
        const opened = page.context().waitForEvent('page');
        await through.click();
        await cover.waitFor({ state: 'detached' });
        expect([(await opened).url().startsWith(base), issuer.visits]).toEqual([true, 2]);
        expect((await opened).url()).not.toContain('code');
        expect(await console.field('users.fields.username').inputValue()).toBe('draft');
        await console.button('users.new.create').click();
        await console.heading('draft').waitFor();

        await page.goBack();
        expect(page.url()).not.toContain('code=');
        await console.button('session.signOut').click();
        await through.waitFor();
        issuer.scope = 'nothing';
        await through.click();
        await page.getByText(console.text('errors.said.noScope')).waitFor();
        expect(page.url()).not.toContain('code=');
      } finally {
        issuer.scope = '*';
        await proxy.close();
      }
    });

    it('begins with a link, which counts one time', async () => {
      const console = await product.open();
      const once = `${'x'.repeat(43)}.${ADMIN.username}`;
      const note = () =>
        product.world.sql(`insert into used_once
          values ('link', sha256('${once}'::bytea), now() + interval '1 minute')`);
      await note();
      await console.page.goto('about:blank');
      await console.go(`once=${once}`);
      await console.page.locator('[data-content]').waitFor();
      expect(console.page.url()).not.toContain('once');
      const other = await product.open();
      await other.page.goto('about:blank');
      await other.go(`once=${once}`);
      await other.page.getByText(other.text('signIn.failed')).waitFor();

      await console.page.goto('about:blank');
      await console.go('once=another');
      await console.toast('session.arrivalRefused', { username: ADMIN.username }).first().waitFor();
      await console.page.locator('[data-content]').waitFor();
    });

    it('ends in every tab', async () => {
      const console = await product.open({ as: ADMIN, at: '/users' });
      const second = await product.openTab(console, '/about');
      await second.heading(second.text('screens.about')).waitFor();
      await console.button('session.signOut').click();
      await console.button('signIn.signIn').waitFor();
      await second.button('signIn.signIn').waitFor({ timeout: 2_000 });
    });

    it('shows who may only read no way to change', async () => {
      const key = await product.key('reader', 'users:read');
      const console = await product.open({ as: { key }, at: '/users' });
      await console.row(ADMIN.username).waitFor();
      expect(await console.button('screens.newUser').count()).toBe(0);
    });
  });
});
