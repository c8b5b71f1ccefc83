import { properties, rosterText, userText } from '../support/documents.js';
import type { UserFields } from '../support/documents.js';
import { expectDocument, expectDone, expectRefused, userExists } from '../support/expectations.js';
import { createGroups, createRoom, createUsers, PASSWORD } from '../support/people.js';
import { roomEntries, startOver } from '../support/people.js';
import { forms, TestApi } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterEach(() => startOver(api));
afterAll(() => api.stop());

const HOME = { desk: '4B', k: '' };
const VCARD = '<vCard xmlns="vcard-temp"><FN>Ola</FN></vCard>';

/** `ola`, with everything that a user can have, plus `kim` and `zoe`. */
beforeEach(async () => {
  await createUsers(api, 'kim', 'zoe');
  await api.call('POST', '/users', 'json', {
    username: 'ola',
    password: PASSWORD,
    name: 'Ola N',
    email: 'ola@example.net',
    properties: HOME,
  });
  await api.database.sql(
    "update account set created_at = '2020-02-03T04:05:06Z' where username = 'ola'",
  );
});

const account = async (username: string) => {
  const [row] = await api.database.sql(
    'select name, email, properties, created_at from account where username = $1',
    [username],
  );
  return row;
};
const credential = async (username: string) => {
  const [row] = await api.database.sql(
    "select to_jsonb(c) - 'username' as keys from account_credential c where username = $1",
    [username],
  );
  return row?.['keys'];
};
const rows = async (text: string) => (await api.database.sql(text)).map(({ row }) => row);

describe.each(forms)('a rename as %s', (form) => {
  const rename = (fields: UserFields = {}) =>
    expectDone(api, form, ['PUT', '/users/OLA', userText(form, { username: 'Una', ...fields })]);

  it('keeps password, creation date, texts and properties, and frees the old name', async () => {
    const before = { ...(await account('ola')), keys: await credential('ola') };
    await rename();
    expect({ ...(await account('una')), keys: await credential('una') }).toEqual(before);
    expect(before).toMatchObject({
      name: 'Ola N',
      email: 'ola@example.net',
      properties: properties(HOME),
      created_at: new Date('2020-02-03T04:05:06Z'),
      keys: { sha1_iterations: 4096 },
    });
    expect(await account('ola')).toBeUndefined();
    await createUsers(api, 'ola');
    expect(await account('una')).toMatchObject({ name: 'Ola N' });
  });

  it('applies the fields of the body', async () => {
    const before = await credential('ola');
    await rename({ password: 'p2', name: ' ', email: 'una@x', properties: properties({ b: '2' }) });
    expect(await account('una')).toEqual({
      name: null,
      email: 'una@x',
      properties: properties({ b: '2' }),
      created_at: new Date('2020-02-03T04:05:06Z'),
    });
    expect(await credential('una')).not.toEqual(before);
  });

  it('removes the properties if the body contains an empty list', async () => {
    await rename({ properties: [] });
    expect(await account('una')).toMatchObject({ name: 'Ola N', properties: [] });
  });

  it('keeps roster, vCard and lockout', async () => {
    const items = [
      { jid: 'far@other.example', nickname: 'Far', subscriptionType: 3, groups: ['A', 'B'] },
      { jid: 'kim@example.org', subscriptionType: 1, groups: [] },
    ];
    for (const item of items) await api.call('POST', '/users/ola/roster', 'json', item);
    await api.call('PUT', '/users/ola/vcard', 'xml', VCARD);
    await api.call('POST', '/lockouts/ola', 'xml');
    await rename();
    await expectDocument(api, form, '/users/una/roster', rosterText(form, items));
    expect((await api.call('GET', '/users/una/vcard', 'xml')).text).toBe(VCARD);
    expect(await rows('select username as row from lockout')).toEqual(['una']);
    expect(await rows('select distinct owner as row from roster_item')).toEqual(['una']);
  });

  it('keeps the role in groups', async () => {
    await createGroups(
      api,
      { name: 'Crew', admins: ['ola'], members: ['zoe'] },
      { name: 'Pals', members: ['ola'], admins: ['zoe'] },
      { name: 'Rest', members: ['zoe'] },
    );
    await rename();
    expect(
      await rows(
        "select group_name || ' ' || jid || ' ' || is_admin as row from group_member order by 1",
      ),
    ).toEqual([
      'Crew una@example.org true',
      'Crew zoe@example.org false',
      'Pals una@example.org false',
      'Pals zoe@example.org true',
      'Rest zoe@example.org false',
    ]);
  });

  it('keeps affiliations with reserved nicknames', async () => {
    const nickname = 'Ollie';
    await createRoom(api, 'tearoom', [
      { who: 'ola@example.org', affiliation: 'owner', nickname },
      { who: 'zoe@example.org', affiliation: 'member', nickname: 'Z' },
    ]);
    await createRoom(api, 'attic', [
      { who: 'kim@example.org', affiliation: 'owner' },
      { who: 'ola@example.org', affiliation: 'outcast' },
    ]);
    await rename();
    expect(await roomEntries(api, 'tearoom')).toEqual([
      'una@example.org owner Ollie',
      'zoe@example.org member Z',
    ]);
    expect(await roomEntries(api, 'attic')).toEqual([
      'kim@example.org owner',
      'una@example.org outcast',
    ]);
  });

  it("changes the user's entry among the administrators, and no other", async () => {
    await api.setProperty(
      'admin.authorizedJIDs',
      'zoe@example.org, ola@example.org ola@other.example',
    );
    await rename();
    const [listed] = await rows(
      "select value as row from system_property where key = 'admin.authorizedJIDs'",
    );
    expect(String(listed).split(/[\s,]+/)).toEqual([
      'zoe@example.org',
      'una@example.org',
      'ola@other.example',
    ]);
  });

  it('changes references to the old JID', async () => {
    for (const [owner, jid, nickname] of [
      ['kim', 'ola@example.org', 'Ollie'],
      ['zoe', 'ola@example.org', ''],
      ['zoe', 'ola@other.example', 'Other'],
    ] as const) {
      const item = { jid, nickname, subscriptionType: 3, groups: ['Pals'] };
      await api.call('POST', `/users/${owner}/roster`, 'json', item);
    }
    await rename();
    const common = { subscriptionType: 3, groups: ['Pals'] };
    await expectDocument(
      api,
      form,
      '/users/kim/roster',
      rosterText(form, [{ jid: 'una@example.org', nickname: 'Ollie', ...common }]),
    );
    await expectDocument(
      api,
      form,
      '/users/zoe/roster',
      rosterText(form, [
        { jid: 'ola@other.example', nickname: 'Other', ...common },
        { jid: 'una@example.org', ...common },
      ]),
    );
  });

  it('replaces existing references to the new JID', async () => {
    for (const name of ['ola', 'una']) {
      const item = { jid: `${name}@example.org`, nickname: name };
      await api.call('POST', '/users/kim/roster', 'json', item);
    }
    await createGroups(api, { name: 'Crew', admins: ['ola'], members: ['una'] });
    await createRoom(api, 'tearoom', [
      { who: 'ola@example.org', affiliation: 'admin', nickname: 'O' },
      { who: 'una@example.org', affiliation: 'member', nickname: 'U' },
    ]);
    await rename();
    expect(await rows("select jid || ' ' || nickname as row from roster_item")).toEqual([
      'una@example.org ola',
    ]);
    expect(await rows("select jid || ' ' || is_admin as row from group_member")).toEqual([
      'una@example.org true',
    ]);
    expect(await roomEntries(api, 'tearoom')).toEqual(['una@example.org admin O']);
  });

  it('to the JID of a contact ends that contact', async () => {
    for (const jid of ['una@example.org', 'kim@example.org']) {
      await api.call('POST', '/users/ola/roster', 'json', { jid, subscriptionType: 3 });
    }
    await rename();
    const contact = { jid: 'kim@example.org', subscriptionType: 3, groups: [] };
    await expectDocument(api, form, '/users/una/roster', rosterText(form, [contact]));
  });

  it('to a name that is taken changes nothing', async () => {
    await createGroups(api, { name: 'Crew', admins: ['ola'] });
    await createRoom(api, 'tearoom', [{ who: 'ola@example.org', affiliation: 'owner' }]);
    await api.setProperty('admin.authorizedJIDs', 'ola@example.org');
    const body = userText(form, { username: 'KIM', password: 'p2', name: 'x', properties: [] });
    await expectRefused(api, form, ['PUT', '/users/ola', body], userExists('KIM'));
  });
});

it('an administrator logs in under the new name immediately, and no longer under the old one', async () => {
  await api.setProperty('admin.authorizedJIDs', 'kim@example.org ola@example.org');
  await api.setProperty('plugin.restapi.httpAuth', 'basic');
  const as = (username: string) => ({
    headers: { 'Content-Type': 'application/json' },
    authorization: `Basic ${Buffer.from(`${username}:${PASSWORD}`).toString('base64')}`,
  });
  for (let round = 0; round < 10; round += 1) {
    const [from, to] = round % 2 === 0 ? ['ola', 'una'] : ['una', 'ola'];
    expect((await api.send('GET', '/users/kim', as(from))).status).toBe(200);
    const body = { username: to };
    expect((await api.send('PUT', `/users/${from}`, { ...as(from), body })).status).toBe(200);
    const statuses = [];
    for (const name of [to, from]) {
      statuses.push((await api.send('GET', '/users/kim', as(name))).status);
    }
    expect(statuses).toEqual([200, 401]);
  }
  await api.setProperty('plugin.restapi.httpAuth', 'secret');
});
