import { groupsText, groupText } from '../support/documents.js';
import type { GroupFields } from '../support/documents.js';
import { badArgument, expectDocument, expectDone, expectRefused } from '../support/expectations.js';
import { noGroup, refusal, stored } from '../support/expectations.js';
import {
  createGroups,
  createRoom,
  roomEntries,
  startOver,
  createUsers,
} from '../support/people.js';
import { forms, TestApi, XML } from '../support/test-api.js';

const CREATE = 'Could not create new group';
const UPDATE = 'Could not update new group';
const OTHER_NAME =
  'Could not update the group. The group name is different to the payload group name.';
const groupExists = refusal(409, 'GroupAlreadyExistsException');

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterEach(() => startOver(api));
afterAll(() => api.stop());

const samples = {
  xml: {
    sent: '<group><name>Crew</name><description>Night crew</description><admins><admin>ola</admin></admins><members><member>zoe</member><member>far@other.example</member></members><shared>true</shared></group>',
    one: `${XML}<group><name>Crew</name><description>Night crew</description><admins><admin>ola@example.org</admin></admins><members><member>far@other.example</member><member>zoe@example.org</member></members><shared>true</shared></group>`,
    list: `${XML}<groups><group><name>Crew</name><description>Night crew</description><shared>true</shared></group></groups>`,
    none: `${XML}<groups/>`,
    bare: `${XML}<group><name>Solo</name><admins/><members/><shared>false</shared></group>`,
  },
  json: {
    sent: '{"name":"Crew","description":"Night crew","admins":["ola"],"members":["zoe","far@other.example"],"shared":true}',
    one: '{"name":"Crew","description":"Night crew","admins":["ola@example.org"],"members":["far@other.example","zoe@example.org"],"shared":true}',
    list: '{"groups":[{"name":"Crew","description":"Night crew","shared":true}]}',
    none: '{"groups":[]}',
    bare: '{"name":"Solo","admins":[],"members":[],"shared":false}',
  },
};

describe.each(forms)('groups as %s', (form) => {
  const { sent, one, list, none, bare } = samples[form];
  const post = (fields: GroupFields) => ['POST', '/groups', groupText(form, fields)] as const;
  const put = (path: string, fields: GroupFields) =>
    ['PUT', `/groups/${encodeURIComponent(path)}`, groupText(form, fields)] as const;
  const expectGroup = ({ name, ...rest }: GroupFields & { name: string }) =>
    expectDocument(
      api,
      form,
      `/groups/${encodeURIComponent(name)}`,
      groupText(form, { name, ...rest }),
    );

  it('are created, read, listed, overwritten and removed', async () => {
    await expectDocument(api, form, '/groups', none);
    await expectDone(api, form, ['POST', '/groups', sent]);
    await expectDocument(api, form, '/groups/Crew', one);
    await expectDocument(api, form, '/groups/', list);
    await expectDone(api, form, ['PUT', '/groups/Crew', sent]);
    await expectDocument(api, form, '/groups/Crew', one);
    await expectDone(api, form, ['DELETE', '/groups/Crew']);
    await expectDocument(api, form, '/groups', none);
  });

  it('need only a name', async () => {
    await expectDone(api, form, post({ name: 'Solo' }));
    await expectDocument(api, form, '/groups/Solo', bare);
  });

  it('have an empty description, or none', async () => {
    await expectDone(api, form, post({ name: 'A', description: '' }));
    await expectDone(api, form, post({ name: 'B' }));
    const empty = { name: 'A', description: '', shared: false };
    await expectDocument(
      api,
      form,
      '/groups',
      groupsText(form, [empty, { name: 'B', shared: false }]),
    );
    await expectDone(api, form, put('B', { name: 'B', description: '' }));
    await expectGroup({ name: 'B', description: '', admins: [], members: [], shared: false });
  });

  it('are listed by code point', async () => {
    const names = ['\u{1f600}', '\ufffd', 'é', 'a', 'B', ' b'];
    await createGroups(api, ...names.map((name) => ({ name, shared: true, members: ['x'] })));
    const sorted = [' b', 'B', 'a', 'é', '\ufffd', '\u{1f600}'];
    await expectDocument(
      api,
      form,
      '/groups',
      groupsText(
        form,
        sorted.map((name) => ({ name, shared: true })),
      ),
    );
  });

  it('have names that are stored and compared verbatim', async () => {
    const names = ['R/D', 'a+b', 'a b', 'é', 'e\u0301', 'CREW', 'crew', ' crew', '<&">', 'x.jsp'];
    for (const name of names) {
      await expectDone(api, form, post({ name }));
      await expectGroup({ name, admins: [], members: [], shared: false });
    }
    for (const name of names) {
      const path = `/groups/${encodeURIComponent(name)}`;
      await expectDone(api, form, put(name, { name, description: name }));
      await expectDone(api, form, ['DELETE', path]);
      await expectRefused(api, form, ['DELETE', path], noGroup(name));
    }
    await expectDone(api, form, post({ name: 'a+b' }));
    await expectDone(api, form, ['DELETE', '/groups/a+b']);
  });

  it('contain people as bare JIDs, and an admin only once', async () => {
    await expectDone(
      api,
      form,
      post({
        name: 'Crew',
        admins: ['ZOE', 'zoe@example.org/desk', ' kim '],
        members: ['\u{10428}@x', '\ufa0e@x', 'Kim@EXAMPLE.org', 'ola', 'OLA@example.org', 'b@y/r'],
      }),
    );
    await expectGroup({
      name: 'Crew',
      admins: ['kim@example.org', 'zoe@example.org'],
      members: ['b@y', 'ola@example.org', '\ufa0e@x', '\u{10428}@x'],
      shared: false,
    });
  });

  it('contain exactly the people of the last change', async () => {
    await createGroups(api, {
      name: 'Crew',
      description: 'old',
      shared: true,
      admins: ['a', 'b', 'c'],
      members: ['d', 'e', 'f'],
    });
    await expectDone(
      api,
      form,
      put('Crew', { name: 'Crew', admins: ['d', 'b'], members: ['a', 'e', 'g'] }),
    );
    const next = {
      ...{ name: 'Crew', description: 'old' },
      admins: ['b@example.org', 'd@example.org'],
      members: ['a@example.org', 'e@example.org', 'g@example.org'],
      shared: true,
    };
    await expectGroup(next);
    await expectDone(api, form, put('Crew', { name: 'Crew', admins: [], members: [] }));
    await expectGroup({ ...next, admins: [], members: [] });
  });

  it('keep what a change does not name [CK-1]', async () => {
    const crew = {
      ...{ name: 'Crew', description: 'old' },
      ...{ admins: ['ann@example.org'], members: ['bob@example.org'], shared: true },
    };
    await createGroups(api, crew);
    for (const [named, left] of [
      [{}, {}],
      [{ description: 'new' }, { description: 'new' }],
      [{ shared: false }, { shared: false }],
      [{ members: ['ann', 'cy'] }, { members: ['cy@example.org'] }],
      [{ admins: ['cy'] }, { admins: ['cy@example.org'], members: [] }],
      [{ admins: [] }, { admins: [] }],
      [{ description: '' }, { description: '' }],
    ]) {
      await expectDone(api, form, put('Crew', { name: 'Crew', ...named }));
      await expectGroup(Object.assign(crew, left));
    }
  });

  it('need an object with a name', async () => {
    await createGroups(api, { name: 'Crew' });
    for (const body of [
      groupText(form, {}),
      groupText(form, { name: '', members: ['a b'] }),
      groupText(form, { description: 'x', admins: ['@'] }),
      ...(form === 'json' ? ['', 'null', '{"name":null}'] : []),
    ]) {
      await expectRefused(api, form, ['POST', '/groups', body], badArgument(CREATE, 'groups'));
      for (const path of ['Crew', 'Missing']) {
        const request = ['PUT', `/groups/${path}`, body] as const;
        await expectRefused(api, form, request, badArgument(UPDATE, 'groups'));
      }
    }
  });

  it('cannot be created twice, or with a blank name', async () => {
    await createGroups(api, { name: 'Crew', members: ['ola'] });
    for (const name of ['Crew', ' ', '\t\u00a0']) {
      const refused = groupExists('Could not create a group', name);
      await expectRefused(api, form, post({ name, members: ['zoe'] }), refused);
    }
  });

  it('refuse people without a valid JID, members first', async () => {
    await createGroups(api, { name: 'Crew', members: ['ola'] });
    for (const value of ['a b', '@x', 'a@', 'a@b@c', 'a/b', 'x'.repeat(1024)]) {
      const member = badArgument(`Cannot parse a member value as a JID: ${value}`, 'Crew');
      const admin = badArgument(`Cannot parse a admin value as a JID: ${value}`, 'Crew');
      const both = { name: 'Crew', members: ['zoe', value, '@@'], admins: ['@@'] };
      const onlyAdmin = { name: 'Crew', members: ['zoe'], admins: [value, '@@'] };
      await expectRefused(api, form, post(both), member);
      await expectRefused(api, form, put('Crew', both), member);
      await expectRefused(api, form, post(onlyAdmin), admin);
      await expectRefused(api, form, put('Crew', onlyAdmin), admin);
    }
  });

  it('skip empty people', async () => {
    const people = { members: ['', 'zoe', ' '], admins: ['\t', 'ola', ''] };
    const stored = { name: 'Crew', admins: ['ola@example.org'], members: ['zoe@example.org'] };
    await expectDone(api, form, post({ name: 'Crew', ...people }));
    await expectGroup({ ...stored, shared: false });
    await expectDone(api, form, put('Crew', { name: 'Crew', ...people, members: [''] }));
    await expectGroup({ ...stored, members: [], shared: false });
  });

  it('respect the limits, which count characters', async () => {
    for (const character of ['x', '\u{1f600}']) {
      const name = character.repeat(50);
      const description = character.repeat(255);
      await expectDone(api, form, post({ name, description }));
      await expectDone(api, form, put(name, { name, description }));
      const longer = character.repeat(51);
      await expectRefused(
        api,
        form,
        post({ name: longer, members: ['@'] }),
        badArgument(CREATE, longer),
      );
      const refused = (path: string) =>
        badArgument(
          'Invalid value for description: longer than 255 characters',
          `/plugins/restapi/v1${path}`,
        );
      const over = { description: `${description}y` };
      await expectRefused(api, form, post({ name: 'New', ...over }), refused('/groups'));
      await expectRefused(
        api,
        form,
        put(name, { name, ...over }),
        refused(`/groups/${encodeURIComponent(name)}`),
      );
    }
  });

  it('are overwritten under their own name only', async () => {
    await createGroups(api, { name: 'Crew', members: ['ola'] }, { name: 'crew' });
    for (const [path, name] of [
      ['Crew', 'crew'],
      ['Crew', 'Crew '],
      ['R/D', 'R'],
      ['Missing', 'Crew'],
    ] as const) {
      const refused = badArgument(OTHER_NAME, `${path} != ${name}`);
      await expectRefused(api, form, put(path, { name, members: ['@'] }), refused);
    }
  });

  it('are missing, which is checked before their people', async () => {
    await createGroups(api, { name: 'Crew' });
    for (const name of ['Missing', 'crew', 'R/D', 'x'.repeat(51)]) {
      const path = `/groups/${encodeURIComponent(name)}`;
      await expectRefused(api, form, ['GET', path], noGroup(name));
      await expectRefused(api, form, ['DELETE', path], noGroup(name));
      await expectRefused(api, form, put(name, { name, members: ['@'] }), noGroup(name));
    }
  });

  it('leave their rooms when they are removed; ownerless rooms go to the first administrator with an account', async () => {
    await createUsers(api, 'kim', 'zoe');
    await api.setProperty(
      'admin.authorizedJIDs',
      'far@other.example ghost@example.org kim@example.org,zoe@example.org',
    );
    await createGroups(api, { name: 'Crew', members: ['ola'] }, { name: 'Rest' });
    const crew = { kind: 'group', who: 'Crew', affiliation: 'owner' } as const;
    await createRoom(api, 'only', [crew, { who: 'kim@example.org', affiliation: 'member' }]);
    await createRoom(api, 'shared', [crew, { who: 'ola@example.org', affiliation: 'owner' }]);
    await createRoom(api, 'groups', [crew, { kind: 'group', who: 'Rest', affiliation: 'owner' }]);
    await createRoom(api, 'member', [{ ...crew, affiliation: 'member' }]);
    await expectDone(api, form, ['DELETE', '/groups/Crew']);
    expect({
      only: await roomEntries(api, 'only'),
      shared: await roomEntries(api, 'shared'),
      groups: await roomEntries(api, 'groups'),
      member: await roomEntries(api, 'member'),
      memberships: await api.database.sql('select * from group_member'),
    }).toEqual({
      only: ['kim@example.org owner'],
      shared: ['ola@example.org owner'],
      groups: ['*Rest owner'],
      member: [],
      memberships: [],
    });
  });

  it('leave ownerless rooms to admin if no administrator is listed', async () => {
    await createGroups(api, { name: 'Crew' });
    await createRoom(api, 'only', [{ kind: 'group', who: 'Crew', affiliation: 'owner' }]);
    await expectDone(api, form, ['DELETE', '/groups/Crew']);
    expect(await roomEntries(api, 'only')).toEqual(['admin@example.org owner']);
  });
});

it.each(['null', 'false', '{"member":null}'])('members %s of a change are absent', async (sent) => {
  await createGroups(api, { name: 'Crew', description: 'old', members: ['bob'], shared: true });
  const before = await stored(api);
  const body = `{"name":"Crew","description":null,"shared":null,"admins":null,"members":${sent}}`;
  await expectDone(api, 'json', ['PUT', '/groups/Crew', body]);
  expect(await stored(api)).toEqual(before);
});

describe('spellings of a group', () => {
  it.each([
    ['json', '{"name":"Crew","admins":{"admin":["a"]},"members":{"member":"b"},"isshared":true}'],
    ['json', '{"name":"Crew","admins":"a","members":[{"member":"b"},null],"shared":"TRUE"}'],
    ['json', '{"name":"Crew","admin":"a","member":["b"],"isShared":true}'],
    [
      'json',
      '{"name":"Crew","admins":null,"admin":["a"],"members":["b"],"member":["c"],"shared":1}',
    ],
    [
      'xml',
      '<group><name>Crew</name><isShared>true</isShared><member>b</member><admin>a</admin></group>',
    ],
    ['json', '{"name":"Crew","admins":["a"],"members":["b"],"shared":1,"isshared":false}'],
    ['json', '{"name":"Crew","admins":{"admin":"a"},"members":["b"],"isshared":"1","shared":null}'],
    [
      'xml',
      '<group><isshared> 1 </isshared><members><member> b </member></members><admins><admin>a</admin></admins><name>Crew</name></group>',
    ],
    [
      'xml',
      '<group><isshared>false</isshared><shared>True</shared><members><member>b</member></members><admins><admin>a</admin></admins><name>Crew</name></group>',
    ],
  ] as const)('%s %s', async (form, body) => {
    await expectDone(api, form, ['POST', '/groups', body]);
    const people = { admins: ['a@example.org'], members: ['b@example.org'] };
    const expected = groupText(form, { name: 'Crew', ...people, shared: true });
    await expectDocument(api, form, '/groups/Crew', expected);
    await expectDone(api, form, ['PUT', '/groups/Crew', body]);
    await expectDocument(api, form, '/groups/Crew', expected);
  });

  it.each(['members', 'admins'])('text in <%s> is refused [CK-33]', async (list) => {
    const refused = (method: string, address: string) =>
      expectRefused(
        api,
        'xml',
        [method, address, `<group><name>Crew</name><${list}>ola</${list}></group>`],
        badArgument(
          `Could not read the request body: <${list}> holds text in place of elements`,
          `/plugins/restapi/v1${address}`,
        ),
      );
    await refused('POST', '/groups');
    await createGroups(api, { name: 'Crew', [list]: ['zoe'] });
    await refused('PUT', '/groups/Crew');
  });

  it.each(['"shared":"yes"', '"isshared":[]', '"name":[]', '"members":[{}]'])(
    '%s is refused',
    async (member) => {
      const before = await stored(api);
      const reply = await api.call('POST', '/groups', 'json', `{"name":"Crew",${member}}`);
      expect(reply.status).toBe(400);
      expect(reply.text).toContain('"message":"Invalid value for ');
      expect(await stored(api)).toEqual(before);
    },
  );
});
