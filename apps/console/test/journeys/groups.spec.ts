import { xml } from '@chat-admin/prosody-integration/stanza';
import type { Console } from '../support/console';
import { ADMIN, journeys, Product } from '../support/product';

const suite = await journeys('Groups');
const MANY = 50_000;

suite('Groups', () => {
  const crowd = Array.from({ length: 198 }, (_, at) => `crowd${String(at).padStart(3, '0')}`);
  let product: Product;
  beforeAll(async () => {
    product = await Product.start();
    const users = crowd.map((username) => ({ username, password: 'p1-secret' }));
    await product.world.api.done('POST', '/users', { users });
    await product.world.accounts('ada', 'ben');
  });
  afterEach(() => product?.closeConsoles());
  afterAll(() => product?.stop());

  const lists = (console: Console) =>
    console.requests.filter((one) => /\/members\?/.test(one.url()));

  it('of 50,000 open with the first 100', async () => {
    await product.world.sql(`
      insert into user_group (name, shared) values ('Town', false);
      insert into group_member (group_name, jid, is_admin)
      select 'Town', 'person' || lpad(n::text, 5, '0') || '@example.org', n = 7
      from generate_series(0, ${MANY - 1}) n`);
    const console = await product.open({ as: ADMIN, at: '/groups' });
    await console.row('Town').getByRole('link').click();
    await console.heading('Town').waitFor();
    await console.row('person00000@example.org').waitFor();
    await console.page.getByText(console.text('list.more', { number: '100' })).waitFor();
    expect(lists(console)).toHaveLength(1);
    expect(await console.page.getByRole('row').count()).toBeLessThanOrEqual(60);
    const people = console.text('groups.people', { count: MANY, number: '50,000' });
    await console.page.getByText(people, { exact: true }).waitFor();
    await console.page.getByRole('searchbox').fill('person49');
    await console.row('person49000@example.org').waitFor();
    await console.go('/groups/Town?role=admin');
    await console.row('person00007@example.org').waitFor();
    await console.page.getByText(console.text('list.all', { number: '1' })).waitFor();
    expect(await console.faultsOfAccess()).toEqual([]);
  });

  it('show people by their names, and lead to them', async () => {
    await product.world.api.done('PATCH', '/users/crowd150', { name: 'Ann Crowd' });
    await product.world.api.done('POST', '/groups', {
      ...{ name: 'Named', members: ['crowd150', 'crowd151', 'far@other.example'] },
    });
    const console = await product.open({ as: ADMIN, at: '/groups/Named' });
    const named = console.page.getByRole('link', { name: 'Ann Crowd crowd150@example.org' });
    await named.waitFor();
    await console.row('far@other.example').waitFor();
    expect(await console.faultsOfAccess()).toEqual([]);
    expect(await console.page.getByRole('link', { name: 'far@other.example' }).count()).toBe(0);
    await named.click();
    await console.heading('Ann Crowd').waitFor();
  });

  it.each([
    ['en', 1440],
    ['zh', 320],
  ] as const)(
    'give their people new passwords, printed on a slip for each (%s, %i px)',
    async (language, width) => {
      const [named, other] = [`cleo-${language}`, `dan-${language}`];
      await product.world.accounts(named, other);
      await product.world.api.done('PATCH', `/users/${named}`, { name: 'Cleo C' });
      await product.world.api.done('POST', '/groups', {
        ...{ name: `5a ${language}`, members: [named, other, 'admin', 'far@other.example'] },
      });
      const console = await product.open({ ...{ as: ADMIN, language, width }, at: '/groups' });
      await console.go(`/groups/5a%20${language}`);
      await console.button('passwords.reset.act').click();
      await console.dialog().getByText(console.text('passwords.reset.withoutSelf')).waitFor();
      await console
        .dialog()
        .getByText(console.text('passwords.reset.notHere', { count: 1, number: '1' }))
        .waitFor();
      expect(await console.faultsOfAccess()).toEqual([]);
      await console.button('passwords.reset.of', { count: 2, number: '2' }).click();
      await console.button('passwords.fetch').click();
      const kept = { count: 2, number: '2' };
      await console.dialog().getByText(console.text('passwords.here', kept)).waitFor();
      await console.page.keyboard.press('Escape');
      await console.dialog().getByText(console.text('passwords.notKept', kept)).waitFor();
      expect(await console.faultsOfAccess()).toEqual([]);
      await console.button('passwords.closeAnyway').click();
      await console.go('/jobs');
      await console.page.getByText(console.text('jobs.passwordsWait')).first().click();
      await console.button('passwords.fetch').click();
      await console
        .dialog()
        .getByText(console.text('passwords.here', { count: 2, number: '2' }))
        .waitFor();
      expect(await console.faultsOfAccess()).toEqual([]);
      await console.page.evaluate(`window.print = () => {
        window.printed = [...document.querySelectorAll('[data-print] section')].map((one) =>
          [...one.querySelectorAll('h2, dd')].map(({ textContent }) => textContent));
      }`);
      await console.button('passwords.print').click();
      await console.page.waitForFunction('window.printed !== undefined');
      const printed = (await console.page.evaluate('window.printed')) as readonly string[][];
      const password = expect.stringMatching(/^[a-z2-9]{16}$/) as string;
      expect(printed).toEqual([
        ['Cleo C', named, `${named}@example.org`, password],
        [other, other, `${other}@example.org`, password],
      ]);
      for (const [, username, , made] of printed)
        await (await product.world.online(username!, { password: made! })).close();
      await expect(product.world.login(named)).rejects.toThrow();
    },
  );

  it('need not exist for new passwords: a pasted list will do', async () => {
    await product.world.accounts('eve');
    const console = await product.open({ as: ADMIN, at: '/users' });
    await console.button('passwords.reset.act').click();
    await console
      .dialog()
      .getByLabel(console.text('passwords.reset.names'))
      .fill('eve@example.org\nnobody\neve');
    expect(await console.faultsOfAccess()).toEqual([]);
    await console.button('passwords.reset.of', { count: 2, number: '2' }).click();
    await console.page
      .getByText(console.text('progress.result', { succeeded: '1', unchanged: '0', failed: '1' }))
      .waitFor();
    await console.button('passwords.fetch').waitFor();
    await expect(product.world.login('eve')).rejects.toThrow();
  });

  it('take 200 pasted names by one job, and list those that are no addresses, or nobody', async () => {
    await product.world.api.done('POST', '/groups', { name: 'Crew' });
    const console = await product.open({ as: ADMIN, at: '/groups/Crew' });
    await console.button('groups.add.title').click();
    const nobody = ['nemo', 'Nobody@example.org'];
    const pasted = [
      ...[...crowd.slice(0, 99), 'no body', ...nobody, ...crowd.slice(99)],
      ...['a@b@c', 'far@other.example'],
    ];
    await console.dialog().getByRole('textbox').fill(pasted.join('\n'));
    expect(await console.faultsOfAccess()).toEqual([]);
    await console.button('groups.add.act', { count: 203, number: '203' }).click();
    const result = { succeeded: '201', unchanged: '0', failed: '2' };
    await console.dialog().getByText(console.text('progress.result', result)).waitFor();
    await console
      .dialog()
      .getByText(console.text('progress.unknown', { count: 2, number: '2' }))
      .waitFor();
    const listed = await console.dialog().getByRole('listitem').locator('strong').allTextContents();
    expect(listed).toEqual(['no body', 'a@b@c', 'nemo', 'Nobody']);
    // besides the names of those who are listed behind the dialog
    const asked = console.requests.filter(
      (one) =>
        /\/users\?.*\busername=/.test(one.url()) &&
        !/fields=\w+,name\b/.test(decodeURIComponent(one.url())),
    );
    expect(asked).toHaveLength(1);
    expect(await console.faultsOfAccess()).toEqual([]);
    const sent = console.requests.filter((one) => one.method() === 'POST');
    expect(sent.filter((one) => /\/jobs\?/.test(one.url()))).toHaveLength(1);
    await console.page.keyboard.press('Escape');
    await console.row('crowd000').waitFor();
    const box = console.text('list.select', { name: 'crowd000@example.org' });
    await console.page.getByRole('checkbox', { name: box }).click();
    await console.button('groups.change.remove').first().click();
    const removal = { count: 1, number: '1', group: 'Crew' };
    await console
      .dialog()
      .getByText(console.text('groups.change.titles.remove', removal))
      .waitFor();
    await console.button('common.cancel').click();
    const group = await product.world.api.done('GET', '/groups/Crew');
    expect([...group.json<{ members: readonly string[] }>().members].sort()).toEqual(
      [
        ...[...crowd, 'nemo', 'nobody'].map((name) => `${name}@example.org`),
        'far@other.example',
      ].sort(),
    );
  });

  it('put their people in the contacts of each other when they are shared, as shown before', async () => {
    await product.world.api.done('POST', '/groups', {
      name: 'Pair',
      members: ['ada@example.org', 'ben@example.org'],
    });
    const clients = [await product.world.online('ada'), await product.world.online('ben')] as const;
    for (const client of clients) await client.get(xml('query', { xmlns: 'jabber:iq:roster' }));
    const console = await product.open({ as: ADMIN, at: '/groups/Pair?tab=sharing' });
    await console.page
      .getByText(console.text('groups.sharing.each', { count: 2, number: '2', group: 'Pair' }))
      .waitFor();
    const preview = console.page.getByText('ada and ben', { exact: true });
    await preview.first().waitFor();
    await console.button('groups.sharing.begin').click();
    await console.dialog().getByText('ada and ben', { exact: true }).waitFor();
    await console
      .dialog()
      .getByRole('button', { name: console.text('groups.sharing.begin') })
      .click();
    await console.toast('groups.sharing.begun').waitFor();
    for (const [client, other] of [
      [clients[0], 'ben@example.org'],
      [clients[1], 'ada@example.org'],
    ] as const) {
      const pushed = await client.next(
        (stanza) => stanza.getChild('query', 'jabber:iq:roster')?.getChild('item') !== undefined,
      );
      const item = pushed.getChild('query')!.getChild('item')!;
      expect(item.attrs).toMatchObject({ jid: other, subscription: 'both' });
      expect(item.getChildText('group')).toBe('Pair');
      await client.close();
    }
  });
});
