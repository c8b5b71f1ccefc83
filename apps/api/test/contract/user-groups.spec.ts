import { groupText, userGroupsText } from '../support/documents.js';
import { badArgument, expectDocument, expectDone, expectRefused } from '../support/expectations.js';
import { noGroup, noUser, stored } from '../support/expectations.js';
import { createGroups, createUsers, startOver } from '../support/people.js';
import { forms, TestApi, XML } from '../support/test-api.js';

const NON_LOCAL = 'This service cannot be used for non-local users.';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
beforeEach(async () => {
  await createUsers(api, 'ola', 'zoe');
  await createGroups(
    api,
    { name: 'Red', members: ['ola'] },
    { name: 'Blue', admins: ['ola'], members: ['zoe'] },
    { name: 'Green', members: ['ola@other.example'] },
  );
});
afterEach(() => startOver(api));
afterAll(() => api.stop());

/** `group role` of each membership of `ola`. */
const memberships = async () =>
  (
    await api.database.sql(
      `select group_name || case when is_admin then ' admin' else ' member' end as row
       from group_member where jid = 'ola@example.org' order by 1`,
    )
  ).map(({ row }) => row);

it('the groups of a user are written as in the contract', async () => {
  await expectDocument(
    api,
    'xml',
    '/users/ola/groups',
    `${XML}<groups><groupname>Blue</groupname><groupname>Red</groupname></groups>`,
  );
  await expectDocument(api, 'json', '/users/ola/groups', '{"groupnames":["Blue","Red"]}');
});

describe.each(forms)('user groups as %s', (form) => {
  const text = (...names: string[]) => userGroupsText(form, names);
  const all = (path: string, one = 'Red'): (readonly [string, string, string?])[] => [
    ['GET', `/users/${path}/groups`],
    ['POST', `/users/${path}/groups`, text('New')],
    ['POST', `/users/${path}/groups`, text()],
    ['POST', `/users/${path}/groups/New`],
    ['DELETE', `/users/${path}/groups`, text('Gone')],
    ['DELETE', `/users/${path}/groups/${one}`],
  ];

  it('are listed by code point, and are empty for a user without groups', async () => {
    await createUsers(api, 'kim');
    await expectDocument(api, form, '/users/kim/groups', text());
    const names = ['\ufffd', '\u{1f600}', 'a', 'A', 'é', '<&">'];
    await createGroups(api, ...names.map((name) => ({ name, members: ['kim'] })));
    const sorted = ['<&">', 'A', 'a', 'é', '\ufffd', '\u{1f600}'];
    await expectDocument(api, form, '/users/kim/groups', text(...sorted));
  });

  it('are found by the name with or without the local domain', async () => {
    for (const name of ['OLA', 'ola@example.org', 'Ola@EXAMPLE.org', 'ola%40example.org']) {
      await expectDocument(api, form, `/users/${name}/groups`, text('Blue', 'Red'));
      await expectDone(api, form, ['POST', `/users/${name}/groups/Green`]);
      await expectDone(api, form, ['DELETE', `/users/${name}/groups/Green`]);
    }
  });

  it('are refused for another domain', async () => {
    for (const name of ['ola@other.example', 'ghost@other.example', 'ola@example.org.example']) {
      for (const request of all(name, 'Gone')) {
        await expectRefused(api, form, request, badArgument(NON_LOCAL, name));
      }
    }
  });

  it('are refused for unknown users', async () => {
    for (const name of ['ghost', 'GHOST@example.org', 'o la']) {
      for (const request of all(encodeURIComponent(name), 'Gone')) {
        await expectRefused(api, form, request, noUser(name));
      }
    }
  });

  it('are joined, once, and a missing group is created', async () => {
    const body = text('Green', 'New', 'Red', 'New', 'Blue');
    for (const round of ['first', 'second']) {
      await expectDone(api, form, ['POST', '/users/OLA/groups', body]);
      expect({ round, is: await memberships() }).toEqual({
        round,
        is: ['Blue admin', 'Green member', 'New member', 'Red member'],
      });
    }
    const created = { name: 'New', description: '', admins: [], members: ['ola@example.org'] };
    await expectDocument(api, form, '/groups/New', groupText(form, { ...created, shared: false }));
  });

  it('are joined one by one', async () => {
    for (const [path, name] of [
      ['New', 'New'],
      ['R%2FD', 'R/D'],
      ['a+b', 'a+b'],
      ['%C3%A9t%C3%A9', 'été'],
      ['%20x', ' x'],
      ['x.jsp', 'x.jsp'],
    ]) {
      await expectDone(api, form, ['POST', `/users/ola/groups/${path}`]);
      expect(await memberships()).toContain(`${name} member`);
      await expectDone(api, form, ['DELETE', `/users/ola/groups/${path}`]);
    }
    await expectDone(api, form, ['POST', '/users/ola/groups/Blue']);
    expect(await memberships()).toEqual(['Blue admin', 'Red member']);
  });

  it('cannot be created with a blank name or one that is too long', async () => {
    for (const name of [' ', '\t', 'x'.repeat(51), '\u{1f600}'.repeat(51)]) {
      const refused = badArgument('Could not create new group', name);
      await expectRefused(
        api,
        form,
        ['POST', `/users/ola/groups/${encodeURIComponent(name)}`],
        refused,
      );
      const body = text('New', 'Green', name, '');
      await expectRefused(api, form, ['POST', '/users/ola/groups', body], refused);
    }
    const refused = badArgument('Could not create new group', 'groups');
    await expectRefused(api, form, ['POST', '/users/ola/groups', text('New', '')], refused);
  });

  it('are created with names up to the limit', async () => {
    for (const name of ['x'.repeat(50), '\u{1f600}'.repeat(50)]) {
      await expectDone(api, form, ['POST', '/users/ola/groups', text(name)]);
      expect(await memberships()).toContain(`${name} member`);
    }
  });

  it('are left, whatever the role was', async () => {
    await expectDone(api, form, ['DELETE', '/users/ola/groups', text('Blue', 'Green', 'Red')]);
    expect(await memberships()).toEqual([]);
    await expectDone(api, form, ['DELETE', '/users/ola/groups', text('Blue')]);
    await expectDone(api, form, ['DELETE', '/users/ola/groups/Red']);
    expect(
      (await api.database.sql('select jid from group_member order by 1')).map(({ jid }) => jid),
    ).toEqual(['ola@other.example', 'zoe@example.org']);
  });

  it('are left all together or not at all', async () => {
    const body = text('Red', 'missing', 'Blue', 'also missing');
    await expectRefused(api, form, ['DELETE', '/users/ola/groups', body], noGroup('missing'));
    await expectRefused(api, form, ['DELETE', '/users/ola/groups/red'], noGroup('red'));
    await expectRefused(api, form, ['DELETE', '/users/ola/groups/R%2FD'], noGroup('R/D'));
  });

  it('are unchanged by an empty list', async () => {
    const before = await stored(api);
    await expectDone(api, form, ['POST', '/users/ola/groups', text()]);
    await expectDone(api, form, ['DELETE', '/users/ola/groups', text()]);
    expect(await stored(api)).toEqual(before);
  });
});

describe('spellings of a list of groups', () => {
  it.each([
    ['{"groupnames":["New","Green"]}', ['Green', 'New']],
    ['{"groupname":["New","Green"]}', ['Green', 'New']],
    ['{"groupname":"New"}', ['New']],
    ['{"groupnames":"New"}', ['New']],
    ['{"groupnames":{"groupname":"New"}}', ['New']],
    ['{"groupnames":{"groupname":["New","Green"]}}', ['Green', 'New']],
    ['{"groupnames":[{"groupname":"New"},"Green",null]}', ['Green', 'New']],
    ['{"groupnames":[7,true]}', ['7', 'true']],
    ['{"groups":["New","Green"]}', ['Green', 'New']],
    ['{"group":"New"}', ['New']],
    ['{"groups":{"group":["New"]}}', ['New']],
    ['{"groups":["Old"],"groupname":"New"}', ['New']],
  ])('%s', async (body, names) => {
    await expectDone(api, 'json', ['POST', '/users/ola/groups', body]);
    const joined = ['Blue admin', 'Red member', ...names.map((name) => `${name} member`)];
    expect(await memberships()).toEqual(joined.toSorted());
    await expectDone(api, 'json', ['DELETE', '/users/ola/groups', body]);
    expect(await memberships()).toEqual(['Blue admin', 'Red member']);
  });

  it('XML with older names [CK-3]', async () => {
    const body = '<groups><group>New</group><groupname>Green</groupname></groups>';
    await expectDone(api, 'xml', ['POST', '/users/ola/groups', body]);
    expect(await memberships()).toEqual(
      ['Blue admin', 'Green member', 'New member', 'Red member'].toSorted(),
    );
  });

  it.each(['', 'null', '{}', '{"groupnames":null}', '{"groupnames":[]}', '{"groupname":false}'])(
    'nothing is done for %j',
    async (body) => {
      const before = await stored(api);
      await expectDone(api, 'json', ['POST', '/users/ola/groups', body]);
      await expectDone(api, 'json', ['DELETE', '/users/ola/groups', body]);
      expect(await stored(api)).toEqual(before);
    },
  );
});

it('a request without body and type does nothing', async () => {
  const before = await stored(api);
  const statuses = [];
  for (const method of ['POST', 'DELETE']) {
    statuses.push((await api.send(method, '/users/ola/groups')).status);
  }
  expect(statuses).toEqual([201, 200]);
  expect(await stored(api)).toEqual(before);
});

it('endpoints of a single group ignore any body', async () => {
  for (const [type, body] of [
    ['application/json', '['],
    ['application/x-www-form-urlencoded', ''],
    ['application/xml', '<unclosed'],
  ] as const) {
    const call = { headers: { 'Content-Type': type }, body };
    expect((await api.send('POST', '/users/ola/groups/Green', call)).status).toBe(201);
    expect((await api.send('DELETE', '/users/ola/groups/Green', call)).status).toBe(200);
  }
});
