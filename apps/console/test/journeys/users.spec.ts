import { readFileSync } from 'node:fs';
import { xml } from '@chat-admin/prosody-integration/stanza';
import { passwordOf } from '@chat-admin/prosody-integration/world';
import { until } from '@chat-admin/debian-programs/until';
import type { Console } from '../support/console';
import { ADMIN, journeys, Product } from '../support/product';
import { LANGUAGES } from '../support/texts';

const suite = await journeys('Users');

suite('Users', () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.start();
    const lines = Array.from({ length: 250 }, (_, at) => ({
      username: `crowd${String(at).padStart(3, '0')}`,
      password: 'p1-secret',
      name: `Crowd ${at}`,
    }));
    await product.world.api.done('POST', '/users', { users: lines });
    await product.world.api.done('POST', '/groups', { name: 'Night owls' });
  });
  afterEach(() => product?.closeConsoles());
  afterAll(() => product?.stop());

  const lists = (console: Console) =>
    console.requests.filter((one) => /\/users\?/.test(one.url())).map((one) => new URL(one.url()));

  it('open with one request and at most 60 rows', async () => {
    const console = await product.open({ as: ADMIN, at: '/about' });
    await console.heading(console.text('screens.about')).waitFor();
    await console.go('/users');
    await console.row('crowd000').waitFor();
    expect(lists(console)).toHaveLength(1);
    expect(await console.page.getByRole('row').count()).toBeLessThanOrEqual(60);
    await console.page.getByText(console.text('list.more', { number: '100' })).waitFor();
    await console.button('list.countThem').click();
    await console.page.getByText(console.text('list.count', { number: '251' })).waitFor();
  });

  it('are searched with one request for a word, and the address shows a colleague the same', async () => {
    const console = await product.open({ as: ADMIN, at: '/users' });
    await console.row('crowd000').waitFor();
    const before = lists(console).length;
    await console.page.getByRole('searchbox').pressSequentially('crowd24', { delay: 20 });
    await console.row('crowd249').waitFor();
    await console.row('crowd000').waitFor({ state: 'detached' });
    expect(
      lists(console)
        .slice(before)
        .map((url) => url.searchParams.get('text')),
    ).toEqual(['crowd24']);
    const address = new URL(console.page.url()).hash.slice(1);
    const colleague = await product.open({ as: ADMIN, at: address });
    await colleague.row('crowd249').waitFor();
    expect(await colleague.row('crowd').count()).toBe(10);
  });

  it('are asked for before what shows them is rendered', async () => {
    const console = await product.open({ as: ADMIN, at: '/users' });
    const { page } = console;
    // what stands on the page at each of these requests
    await page.addInitScript({
      content: `window.seen = [];
        const send = window.fetch;
        window.fetch = (request) => {
          const text = /\\/users\\?/.test(request.url) && new URL(request.url).searchParams.get('text');
          if (text !== false) seen.push({ text, hasHeading: document.querySelector('h1') !== null, isOld: document.querySelector('[aria-busy=true]') !== null });
          return send(request);
        }`,
    });
    await page.reload();
    await console.row('crowd000').waitFor();
    await page.getByRole('searchbox').fill('crowd24');
    await console.row('crowd000').waitFor({ state: 'detached' });
    await console.row('crowd249').waitFor();
    expect(await page.evaluate('seen')).toEqual([
      { text: null, hasHeading: false, isOld: false },
      { text: 'crowd24', hasHeading: true, isOld: false },
    ]);
  });

  it('never shows an older answer over a newer one', async () => {
    const console = await product.open({ as: ADMIN, at: '/users' });
    await console.row('crowd000').waitFor();
    const held: (() => void)[] = [];
    await console.page.route(/text=crowd1&|text=crowd1$/, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue().catch(() => undefined);
    });
    const box = console.page.getByRole('searchbox');
    await box.fill('crowd1');
    await until('the older search is under way', () => Promise.resolve(held.length > 0));
    await box.fill('crowd222');
    await console.row('crowd222').waitFor();
    held.forEach((go) => go());
    await console.row('crowd000').waitFor({ state: 'detached' });
    expect(await console.row('crowd').count()).toBe(1);
  });

  it('return to the same row by Back', async () => {
    const console = await product.open({ as: ADMIN, at: '/users' });
    await console.row('crowd000').waitFor();
    await console.page.evaluate('document.querySelector("[data-grid]").scrollTo(0, 2000)');
    await console.row('crowd060').click();
    await console.heading('Crowd 60').waitFor();
    await console.page.goBack();
    await console.row('crowd060').waitFor();
    expect(await console.page.evaluate('document.querySelector("[data-grid]").scrollTop')).toBe(
      2000,
    );
  });

  it.each(LANGUAGES)(
    'are made with a generated password, which signs in (%s)',
    async (language) => {
      const username = `new-${language}`;
      const console = await product.open({ as: ADMIN, at: '/users', language });
      await console.button('screens.newUser').click();
      await console.field('users.fields.username').fill(username);
      await console.button('form.generate').click();
      const password = await console.field('users.fields.password').inputValue();
      expect(password).toHaveLength(16);
      await console.field('users.fields.name').fill('<img src=x onerror=window.__xss=1>');
      await console.field('users.memberships.group').fill('Night crew');
      await console.page.keyboard.press('Enter');
      await console.page.getByText('Night crew', { exact: true }).waitFor();
      await console.field('users.memberships.group').fill('Night');
      await console.page.getByRole('option', { name: 'Night owls' }).click();
      expect(await console.faultsOfAccess()).toEqual([]);
      await console.button('users.new.create').click();
      await console.dialog().getByText(console.text('users.password.once')).waitFor();
      expect(await console.page.locator('[data-password]').textContent()).toBe(password);
      expect(await console.button('passwords.print').count()).toBe(1);
      expect(await console.faultsOfAccess()).toEqual([]);
      await console.dialog().getByText(console.text('common.close'), { exact: true }).click();
      await console.heading('<img src=x onerror=window.__xss=1>').waitFor();
      expect(await console.page.evaluate('window.__xss')).toBeUndefined();
      const groups = await product.world.api.done('GET', `/users/${username}/groups`);
      expect(groups.json()).toEqual({ groupnames: ['Night crew', 'Night owls'] });
      const client = await product.world.online(username, { password });
      await client.close();
      expect(await console.faultsOfAccess()).toEqual([]);
    },
  );

  it('keep what was filled in when the name is taken, and say it there', async () => {
    const console = await product.open({ as: ADMIN, at: '/new/user' });
    await console.field('users.fields.username').fill('crowd000');
    await console.field('users.fields.password').fill('p1-secret');
    await console.field('users.fields.name').fill('Somebody');
    await console.button('users.new.create').click();
    const said = console.text('errors.UserAlreadyExistsException', { resource: 'crowd000' });
    await console.page.getByText(said).waitFor();
    expect(await console.field('users.fields.username').getAttribute('aria-invalid')).toBe('true');
    expect(await console.field('users.fields.name').inputValue()).toBe('Somebody');
  });

  it('get a new password, and their sessions end', async () => {
    await product.world.accounts('ola');
    const client = await product.world.online('ola');
    const console = await product.open({ as: ADMIN, at: '/users/ola' });
    await console.button('users.password.reset').click();
    await console.button('users.password.act').click();
    const password = await console.page.locator('[data-password]').textContent();
    await client.ended;
    await expect(product.world.login('ola')).rejects.toThrow();
    await (await product.world.online('ola', { password: password! })).close();
  });

  it.each([
    ['en', 1440],
    ['de', 320],
  ] as const)(
    'are locked with a reason, and let in again by Undo (%s, %i px)',
    async (language, width) => {
      const username = `bo${width}`;
      await product.world.accounts(username);
      await product.world.api.done('PUT', `/users/${username}`, { name: 'Bo Berg' });
      const name = `Bo Berg (${username})`;
      const client = await product.world.online(username);
      const console = await product.open({ as: ADMIN, at: `/users/${username}`, language, width });
      await console.button('users.lock.lock').click();
      await console.field('users.lock.reason').fill('Spam');
      await console.field('users.lock.until').selectOption('hour');
      expect(await console.faultsOfAccess()).toEqual([]);
      await console.button('users.lock.act', { name }).click();
      await client.ended;
      await console.toast('users.lock.locked', { name }).waitFor();
      await expect(product.world.login(username)).rejects.toThrow();
      const lockout = (await product.world.api.done('GET', `/lockouts/${username}`)).json<{
        reason: string;
      }>();
      expect(lockout.reason).toBe('Spam');
      await console.button('common.undo').click();
      await console.toast('common.undone').waitFor();
      await (await product.world.online(username)).close();
      expect(await console.faultsOfAccess()).toEqual([]);
    },
  );

  it('are locked for an hour, and are in again when it has ended, which shows without reload', async () => {
    await product.world.accounts('ivy');
    const client = await product.world.online('ivy');
    const console = await product.open({ as: ADMIN, at: '/users/ivy' });
    await console.button('users.lock.lock').click();
    await console.field('users.lock.reason').fill('Spam');
    await console.field('users.lock.until').selectOption('hour');
    const sent = Date.now();
    await console.button('users.lock.act', { name: 'ivy' }).click();
    await client.ended;
    await expect(product.world.login('ivy')).rejects.toThrow();
    const lockout = await product.world.api.done('GET', '/lockouts/ivy');
    const { reason, until: end } = lockout.json<{ reason: string; until: string }>();
    expect(reason).toBe('Spam');
    const hour = 3_600_000;
    expect(Date.parse(end)).toBeGreaterThanOrEqual(sent + hour - 1_000); // of whole seconds
    expect(Date.parse(end)).toBeLessThanOrEqual(Date.now() + hour);
    await console.button('users.lock.unlock').waitFor();
    await product.world.sql(
      `update lockout set starts_at = starts_at - interval '1 hour', ends_at = ends_at - interval '1 hour'
       where username = 'ivy'`,
    );
    await (await product.world.online('ivy')).close();
    await console.button('users.lock.lock').waitFor();
  });

  it('that are locked out are listed with reason, author and end, and so at the address of a colleague', async () => {
    const { api } = product.world;
    const until = '2099-06-01T12:00:00Z';
    await api.done('PUT', '/lockouts/crowd007', { reason: 'Spam in tearoom', until });
    await api.done('PUT', '/lockouts/crowd008', { reason: 'Left school' });
    const console = await product.open({ as: ADMIN, at: '/users' });
    await console.row('crowd000').waitFor();
    await console.button('list.filter').click();
    const filter = console.text('users.filters.locked');
    await console.page.getByRole('menuitem', { name: filter, exact: true }).click();
    await console.row('crowd000').waitFor({ state: 'detached' });
    const address = new URL(console.page.url()).hash.slice(1);
    const colleague = await product.open({ as: ADMIN, at: address });
    for (const one of [console, colleague]) {
      await one.row('crowd007').getByText('Spam in tearoom · ').waitFor();
      await one.row('crowd008').getByText('Left school · ').waitFor();
      expect(await one.row('crowd').count()).toBe(2);
      expect(await one.row('crowd007').innerText()).toContain('2099');
      const asked = one.requests.filter((request) => /\/lockouts[?/]/.test(request.url()));
      expect(asked).toHaveLength(1);
    }
    await colleague.row('crowd007').click();
    await colleague.heading('Crowd 7').waitFor();
    const { from } = (await api.done('GET', '/lockouts/crowd007')).json<{ from: string }>();
    const day = new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'medium',
      timeZone: 'Europe/Berlin',
    });
    const by = colleague.text('users.lock.by', { who: 'secret', time: day.format(new Date(from)) });
    await colleague.page.getByText(`Spam in tearoom · ${by}`).waitFor();
    expect(await colleague.faultsOfAccess()).toEqual([]);
    for (const name of ['crowd007', 'crowd008']) await api.done('DELETE', `/lockouts/${name}`);
  });

  it('of a group are found by a part of its name, in letters of any case', async () => {
    await product.world.api.done('POST', '/groups', { name: 'Chess Club', members: ['crowd150'] });
    const console = await product.open({ as: ADMIN, at: '/users' });
    await console.row('crowd000').waitFor();
    await console.button('list.filter').click();
    const filter = console.text('users.filters.group');
    await console.page.getByRole('menuitem', { name: filter, exact: true }).click();
    await console.page.getByRole('combobox', { name: filter }).fill('chess');
    await console.page.getByRole('option', { name: 'Chess Club' }).click();
    await console.button('list.apply').click();
    await console.row('crowd000').waitFor({ state: 'detached' });
    await console.row('crowd150').waitFor();
    expect(await console.row('crowd').count()).toBe(1);
    expect(await console.faultsOfAccess()).toEqual([]);
  });

  it('show what concerned them, as members of groups too, and attempts on demand', async () => {
    const { api } = product.world;
    await api.done('POST', '/lockouts/crowd200');
    await api.done('DELETE', '/lockouts/crowd200');
    await api.done('POST', '/groups', { name: 'Readers', members: ['crowd200'] });
    expect((await api.call('PUT', '/users/crowd200/role', 'json', { role: 'king' })).status).toBe(
      400,
    );
    const console = await product.open({ as: ADMIN, at: '/users/crowd200?tab=activity' });
    const whom = { who: 'secret', user: 'Crowd 200 crowd200' };
    const entry = (text: string) => console.page.getByRole('listitem').filter({ hasText: text });
    for (const text of [
      console.text('sentences.lockUser', whom),
      console.text('sentences.unlockUser', whom),
      console.text('sentences.createGroup', { who: 'secret', group: 'Readers' }),
    ]) {
      await entry(text).first().waitFor();
    }
    const given = entry(console.text('sentences.giveRole', whom));
    expect(await given.count()).toBe(0);
    await console.page.getByLabel(console.text('users.activity.whole')).check();
    await given.getByText(console.text('sentences.refused')).waitFor();
    expect(await console.faultsOfAccess()).toEqual([]);
  });

  it('are renamed with their groups, rooms and contacts', async () => {
    const { api } = product.world;
    await product.world.accounts('cy', 'dan');
    await api.done('POST', '/groups', { name: 'Crew', members: ['cy'] });
    await api.done('POST', '/chatrooms', {
      ...{ roomName: 'den', naturalName: 'Den', description: 'Quiet', persistent: true },
      ...{ membersOnly: true, members: ['cy@example.org'] },
    });
    await api.done('POST', '/chatrooms', {
      ...{ roomName: 'pit', naturalName: 'Pit', description: 'Loud', persistent: true },
      outcasts: ['cy@example.org'],
    });
    for (const [owner, contact] of [
      ['cy', 'dan'],
      ['dan', 'cy'],
    ]) {
      const jid = `${contact}@example.org`;
      await api.done('POST', `/users/${owner}/roster`, {
        jid,
        nickname: 'Pal',
        subscriptionType: 3,
      });
    }
    const console = await product.open({ as: ADMIN, at: '/users/cy' });
    await console.button('users.more').click();
    await console.page.getByRole('menuitem', { name: console.text('users.rename.rename') }).click();
    const dialog = console.dialog();
    await dialog.getByLabel(console.text('users.fields.username')).fill('cyril');
    const rename = dialog.getByRole('button', { name: console.text('users.rename.rename') });
    let refuse = () => {};
    const isAsked = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    const change = (url: URL) => url.pathname.endsWith('/users/cy');
    await console.page.route(change, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      await isAsked;
      return route.fulfill({ status: 503 });
    });
    await rename.click();
    // while it is on its way, nothing closes the dialog, which then says why it was refused
    const [cancel, x] = (['common.cancel', 'common.close'] as const).map((key) =>
      dialog.getByRole('button', { name: console.text(key), exact: true }),
    );
    await dialog.locator('button[aria-busy=true]').waitFor();
    expect(await cancel!.getAttribute('aria-disabled')).toBe('true');
    expect(await x!.getAttribute('aria-disabled')).toBe('true');
    await console.page.keyboard.press('Escape');
    await console.page.mouse.click(5, 5);
    refuse();
    await dialog.getByText(console.text('errors.status503')).waitFor();
    await console.page.unroute(change);
    await rename.click();
    await console.heading('cyril').waitFor();
    await console.tab('users.tabs.groups').click();
    await console.page.getByText('Crew', { exact: true }).waitFor();
    await console.tab('users.tabs.rooms').click();
    await console.page.getByRole('link', { name: 'den', exact: true }).waitFor();
    const bans = console.page.getByRole('region', { name: console.text('users.rooms.banned') });
    await bans.getByRole('link', { name: 'pit', exact: true }).waitFor();
    await console.tab('users.tabs.contacts').click();
    await console.page.getByText('dan@example.org').waitFor();
    await console.go('/users/dan?tab=contacts');
    await console.page.getByText('cyril@example.org').waitFor();

    const client = await product.world.online('cyril', { password: passwordOf('cy') });
    await client.join('den@conference.example.org', 'Cyril');
    const roster = await client.get(xml('query', { xmlns: 'jabber:iq:roster' }));
    const [contact] = roster.getChild('query')!.getChildren('item');
    expect(contact!.attrs).toMatchObject({ jid: 'dan@example.org', subscription: 'both' });
    await client.close();
  });

  it('are deleted only with their name typed; Enter alone does nothing', async () => {
    await product.world.accounts('dora');
    const console = await product.open({ as: ADMIN, at: '/users/dora' });
    await console.button('users.more').click();
    await console.page.getByRole('menuitem', { name: console.text('users.delete.delete') }).click();
    const act = console.button('users.delete.act', { name: 'dora' });
    expect(await act.getAttribute('aria-disabled')).toBe('true');
    const name = console.dialog().getByRole('textbox');
    await name.fill('dora');
    await name.press('Enter');
    expect((await product.world.api.call('GET', '/users/dora')).status).toBe(200);
    const keep = console.page.getByRole('checkbox', { name: console.text('users.delete.keep') });
    expect(await keep.isChecked()).toBe(true);
    const kept = console.page.waitForEvent('download');
    await act.click();
    expect((await kept).suggestedFilename()).toMatch(/^dora-\d{4}-\d\d-\d\d\.zip$/);
    expect(readFileSync(await (await kept).path()).includes('person.xml')).toBe(true);
    await console.toast('users.delete.done', { name: 'dora' }).waitFor();
    await console.heading(console.text('screens.users')).waitFor();
    expect((await product.world.api.call('GET', '/users/dora')).status).toBe(404);
  });

  it('are deleted as asked for, whatever becomes of the list meanwhile', async () => {
    const { api } = product.world;
    await product.world.accounts('team-b', 'team-c', 'team-d');
    const console = await product.open({ as: ADMIN, at: '/users?text=team' });
    const box = (name: string) =>
      console.page.getByRole('checkbox', { name: console.text('list.select', { name }) });
    await box('team-c').click();
    await console.button('users.delete.delete').click();
    await api.done('DELETE', '/users/team-b');
    await product.world.accounts('team-a');
    await api.done('PUT', '/users/team-d', { name: 'Changed meanwhile' });
    await console.page.getByText('Changed meanwhile').waitFor();
    const act = console.text('users.delete.delete');
    await console.dialog().getByText('team-c', { exact: true }).waitFor();
    await console.dialog().getByRole('textbox').fill('team-c');
    await console.button('users.bulk.of', { act, count: 1, number: '1' }).click();
    const counts = { succeeded: '1', unchanged: '0', failed: '0' };
    await console.page.getByText(console.text('progress.result', counts)).waitFor();
    const left = await api.done('GET', '/users?text=team&fields=username');
    expect(left.json<{ users: unknown }>().users).toEqual([
      { username: 'team-a' },
      { username: 'team-d' },
    ]);
  });

  it('cannot be oneself', async () => {
    const console = await product.open({ as: ADMIN, at: `/users/${ADMIN.username}` });
    expect(await console.button('users.lock.lock').getAttribute('aria-disabled')).toBe('true');
    await console.button('users.more').click();
    const entry = console.page.getByRole('menuitem', { name: console.text('users.delete.delete') });
    expect(await entry.getAttribute('aria-disabled')).toBe('true');
    expect(await entry.textContent()).toContain(console.text('users.isSelf'));
  });

  it('cannot be the last administrator, whoever asks', async () => {
    const key = product.world.api['secret'];
    const console = await product.open({ as: { key }, at: `/users/${ADMIN.username}` });
    const refusal = console
      .dialog()
      .getByRole('alert')
      .filter({ hasText: console.text('errors.said.lastAdministrator') });
    await console.button('users.lock.lock').click();
    await console.button('users.lock.act', { name: ADMIN.username }).click();
    await refusal.waitFor();
    await console.button('common.cancel').click();
    await console.dialog().waitFor({ state: 'detached' });
    await console.button('users.more').click();
    await console.page.getByRole('menuitem', { name: console.text('users.delete.delete') }).click();
    await console.page.getByRole('checkbox', { name: console.text('users.delete.keep') }).click();
    await console.dialog().getByRole('textbox').fill(ADMIN.username);
    await console.button('users.delete.act', { name: ADMIN.username }).click();
    await refusal.waitFor();
    const admin = await product.world.api.done('GET', `/users/${ADMIN.username}`);
    expect(admin.json()).not.toMatchObject({ locked: true });
  });

  it('changed by two at once show both values to the second', async () => {
    await product.world.accounts('eve');
    const one = await product.open({ as: ADMIN, at: '/users/eve' });
    const two = await product.openTab(one, '/users/eve');
    await two.field('users.fields.name').fill('Eve Two');
    await one.field('users.fields.name').fill('Eve One');
    await one.button('common.save').click();
    await one.toast('form.saved').waitFor();
    await two.button('common.save').click();
    await two.dialog().getByText('Eve One').waitFor();
    await two.dialog().getByText('Eve Two').click();
    await two
      .dialog()
      .getByRole('button', { name: two.text('common.save') })
      .click();
    await two.toast('form.saved').waitFor();
    const stored = async () =>
      (await product.world.api.done('GET', '/users/eve')).json<{ name: string }>().name;
    expect(await stored()).toBe('Eve Two');

    await one.heading('Eve Two').waitFor();
    await two.field('users.fields.name').fill('Eve Four');
    await one.field('users.fields.name').fill('Eve Three');
    await one.button('common.save').click();
    await one.heading('Eve Three').waitFor();
    await two.button('common.save').click();
    await two.dialog().getByText('Eve Three').click();
    await two.dialog().getByText('Eve Four').waitFor();
    await two
      .dialog()
      .getByRole('button', { name: two.text('common.save') })
      .click();
    await two.dialog().waitFor({ state: 'detached' });
    await two.heading('Eve Three').waitFor();
    expect(await stored()).toBe('Eve Three');
    expect(await two.field('users.fields.name').inputValue()).toBe('Eve Three');
  });

  it('administer when somebody says so, after a question, and are found by it', async () => {
    await product.world.accounts('deputy');
    const console = await product.open({ as: ADMIN, at: '/users/deputy' });
    for (const act of ['grant', 'revoke'] as const) {
      const label = console.text(`users.administrator.${act}`);
      await console.button('users.more').click();
      await console.page.getByRole('menuitem', { name: label }).click();
      await console
        .dialog()
        .getByText(console.text(`users.administrator.${act}Text`))
        .waitFor();
      expect(await console.faultsOfAccess()).toEqual([]);
      await console.dialog().getByRole('button', { name: label }).click();
      await console.toast(`users.administrator.${act}Done`, { name: 'deputy' }).waitFor();
      // rows of a list that was open stay until they are asked for anew
      await console.go(`/users?role=administrator${act === 'grant' ? '' : '&sort=-username'}`);
      await console.page
        .getByRole('checkbox', {
          name: console.text('list.select', { name: 'admin' }),
          exact: true,
        })
        .waitFor();
      await console.row('deputy').waitFor({ state: act === 'grant' ? 'visible' : 'detached' });
      expect(await console.row('crowd000').count()).toBe(0);
      await console.page
        .getByRole('row')
        .getByText(console.text('users.fields.administrator'), { exact: true })
        .first()
        .waitFor();
      expect(await console.faultsOfAccess()).toEqual([]);
      await console.go('/users/deputy');
      await console.heading('deputy').waitFor();
    }
    await console.go(`/users/${ADMIN.username}`);
    await console.button('users.more').click();
    const own = console.page.getByRole('menuitem', {
      name: console.text('users.administrator.revoke'),
    });
    expect(await own.getAttribute('aria-disabled')).toBe('true');
  });

  it('are given a role, shown with it, sign in, and are offered what it allows', async () => {
    await product.world.accounts('desk', 'guest');
    const console = await product.open({ as: ADMIN, at: '/users/desk' });
    await console.button('users.more').click();
    await console.page.getByRole('menuitem', { name: console.text('users.role.change') }).click();
    const dialog = console.dialog();
    await dialog.getByLabel(console.text('users.fields.role')).selectOption('help-desk');
    await dialog.getByText(console.text('users.role.about.help-desk')).waitFor();
    expect(await console.faultsOfAccess()).toEqual([]);
    await dialog.getByRole('button', { name: console.text('common.save') }).click();
    await console.toast('users.role.done', { name: 'desk' }).waitFor();
    await console.page.getByText(console.text('users.choices.role.help-desk')).waitFor();
    expect(await console.faultsOfAccess()).toEqual([]);
    const as = { username: 'desk', password: passwordOf('desk') };
    const desk = await product.open({ as, at: '/users/guest' });
    await desk.heading('guest').waitFor();
    await desk.button('users.lock.lock').waitFor();
    const links = desk.page.getByRole('navigation').getByRole('link');
    const offered = await links.allInnerTexts();
    expect(offered).toContain(desk.text('screens.users'));
    expect(offered).not.toContain(desk.text('screens.keys'));
    await product.world.api.done('PUT', '/users/guest', { name: 'Guest of All' });
    await product.world.api.done('POST', '/groups', { name: 'Visitors', members: ['guest'] });
    await desk.go('/groups/Visitors');
    await desk.page.getByRole('link', { name: 'Guest of All guest@example.org' }).click();
    await desk.heading('Guest of All').waitFor();
    await product.world.api.done('DELETE', '/users/desk/role', undefined);
    await desk.go('/groups');
    await desk.page.getByLabel(desk.text('signIn.password')).waitFor();
  });

  it('and groups of a directory are found by it, and changed there', async () => {
    await product.world.accounts('nora');
    const { api } = product.world;
    await api.done('PUT', '/users/nora', { name: 'Nora N', email: 'nora@example.org' });
    await api.done('POST', '/groups', { name: 'Class 7b', members: ['nora'] });
    await product.world.sql(`
      insert into managed_account (username, source, external_id, fields, properties)
      values ('nora', 'directory:main', '1', '{name}', '{}');
      insert into managed_group values ('Class 7b', 'directory:main', '2')`);
    const console = await product.open({ as: ADMIN, at: '/users' });
    const menuItem = (name: string) => console.page.getByRole('menuitem', { name });
    await console.button('list.filter').click();
    await menuItem(console.text('users.fields.managedBy')).click();
    const filter = console.text('users.fields.managedBy');
    await console.page.getByRole('textbox', { name: filter }).fill('main');
    await console.page.keyboard.press('Enter');
    await console.row('crowd000').waitFor({ state: 'detached' });
    await console.row('nora').getByRole('link').click();
    await console.heading('Nora N').waitFor();
    const managed = console.text('common.managedBy', { source: 'main' });
    await console.page.getByText(managed, { exact: true }).first().waitFor();
    expect(await console.field('users.fields.name').isDisabled()).toBe(true);
    expect(await console.field('users.fields.email').isDisabled()).toBe(false);
    await console.field('users.fields.email').fill('n@example.org');
    await console.button('common.save').click();
    await console.toast('form.saved').waitFor();
    await console.button('users.more').click();
    for (const act of ['users.rename.rename', 'users.delete.delete'] as const) {
      const entry = menuItem(console.text(act));
      expect(await entry.getAttribute('aria-disabled')).toBe('true');
      expect(await entry.innerText()).toContain(managed);
    }
    await console.page.keyboard.press('Escape');
    expect(await console.faultsOfAccess()).toEqual([]);
    await console.go('/groups?managedBy=main');
    await console.row('Class 7b').getByRole('link').click();
    await console.row('nora').waitFor();
    expect(await console.button('groups.delete.act').isDisabled()).toBe(true);
    expect(await console.button('groups.add.title').count()).toBe(0);
    await console.tab('groups.tabs.settings').click();
    await console.field('groups.fields.description').waitFor();
    expect(await console.field('groups.fields.description').isDisabled()).toBe(true);
    expect(await console.faultsOfAccess()).toEqual([]);
  });

  it('have contacts that appear in their client at once', async () => {
    await product.world.accounts('finn', 'gil');
    const client = await product.world.online('finn');
    // only who has asked for the contacts is told of new ones. RFC 6121, 2.1.6
    await client.get(xml('query', { xmlns: 'jabber:iq:roster' }));
    const console = await product.open({ as: ADMIN, at: '/users/finn?tab=contacts' });
    await console.field('users.contacts.jid').fill('gil@example.org');
    await console.field('users.contacts.nickname').fill('Gilly');
    await console.button('users.contacts.add').click();
    await console.page.getByText('Gilly').waitFor();
    const pushed = await client.next(
      (stanza) => stanza.getChild('query', 'jabber:iq:roster') !== undefined,
    );
    const item = pushed.getChild('query')!.getChild('item')!;
    expect(item.attrs).toMatchObject({ jid: 'gil@example.org', name: 'Gilly' });

    await console.button('users.contacts.edit', { name: 'gil@example.org' }).click();
    const dialog = console.dialog();
    await dialog.getByLabel(console.text('users.contacts.nickname')).fill('Gilbert');
    await dialog.getByLabel(console.text('users.contacts.subscription')).selectOption('1');
    await dialog.getByLabel(console.text('users.contacts.groups')).fill('Pals\nWork');
    expect(await console.faultsOfAccess()).toEqual([]);
    await dialog.getByRole('button', { name: console.text('common.save') }).click();
    const changed = await client.next((stanza) => String(stanza).includes('Gilbert'));
    expect(String(changed)).toContain('subscription="to"');
    expect(String(changed)).toContain('Pals');
    const save = dialog.getByRole('button', { name: console.text('common.save') });
    await save.waitFor({ state: 'detached' });
    await console.page.keyboard.press('Control+z');
    const back = await client.next((stanza) => String(stanza).includes('Gilly'));
    expect(String(back)).toContain('subscription="both"');
    await client.close();
  });
});
