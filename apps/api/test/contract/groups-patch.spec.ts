import { ChatServerSpy } from '@chat-admin/domain/testing/chat-server-spy';
import { API_ROOT } from '../../src/http/api-root.js';
import { badArgument, noGroup, refusal } from '../support/expectations.js';
import { Patches } from '../support/patches.js';
import { createGroups, startOver } from '../support/people.js';
import { TestApi } from '../support/test-api.js';

const UPDATE = 'Could not update new group';
const OTHER_NAME =
  'Could not update the group. The group name is different to the payload group name.';

const crew = {
  name: 'Crew',
  description: 'Night crew',
  admins: ['ola@example.org'],
  members: ['far@other.example', 'zoe@example.org'],
  shared: true,
};
const chatServer = new ChatServerSpy();
let api: TestApi;
let patches: Patches;
beforeAll(async () => {
  api = await TestApi.start({}, undefined, { chatServer });
  patches = new Patches(api, chatServer);
});
beforeEach(() => createGroups(api, crew));
afterEach(() => startOver(api));
afterAll(() => api.stop());

const PATH = '/groups/Crew';
const path = `${API_ROOT}${PATH}`;
const read = async () => JSON.parse((await api.call('GET', PATH, 'json')).text) as unknown;

it.each([
  [{ description: '' }, { description: '' }, 'changed=description'],
  [{ shared: false }, { shared: false }, 'changed=shared'],
  [{ isshared: 'FALSE' }, { shared: false }, 'changed=shared'],
  [
    { members: ['una', 'zoe'] },
    { members: ['una@example.org', 'zoe@example.org'] },
    'added=member:una@example.org; removed=member:far@other.example',
  ],
  [
    { admins: { admin: 'una' } },
    { admins: ['una@example.org'] },
    'added=admin:una@example.org; removed=admin:ola@example.org',
  ],
  [{ members: 'una' }, { members: ['una@example.org'] }, expect.stringContaining('added=')],
  [{ member: 'una' }, { members: ['una@example.org'] }, expect.stringContaining('added=')],
  [{ isShared: false }, { shared: false }, 'changed=shared'],
])('what a patch names is changed, all else stays: %j', async (patch, change, expected) => {
  const { document, facts, told } = await patches.apply(PATH, { ...patch, name: 'Crew' });
  expect(document).toEqual({ ...crew, ...change });
  expect(document).toEqual(await read());
  expect(facts).toEqual(expected);
  expect(told).toEqual([{ groups: ['Crew'] }]);
});

it.each([
  [{ description: null }, { description: undefined }],
  [{ admins: null }, { admins: [] }],
  [{ members: null }, { members: [] }],
  [{ members: [' '] }, { members: [] }],
  [{ shared: null }, { shared: false }],
])('what is cleared is as absent in a PUT: %j', async (patch, left) => {
  const { document } = await patches.apply(PATH, patch);
  expect(document).toEqual(JSON.parse(JSON.stringify({ ...crew, ...left })));
  expect(document).toEqual(await read());
});

it.each([
  [
    { admins: ['zoe', 'ola'] },
    { admins: ['ola@example.org', 'zoe@example.org'], members: ['far@other.example'] },
  ],
  [{ members: ['ola', 'una'] }, { members: ['una@example.org'] }],
  [
    { members: ['ola'], admins: ['zoe'] },
    { admins: ['zoe@example.org'], members: ['ola@example.org'] },
  ],
  [
    { admins: ['una'], members: ['una'] },
    { admins: ['una@example.org'], members: [] },
  ],
])('who is in both lists afterwards is admin only: %j', async (patch, change) => {
  const { document } = await patches.apply(PATH, patch);
  expect(document).toEqual({ ...crew, ...change });
});

it.each([{}, crew, { members: ['zoe', 'far@other.example', 'zoe@example.org/home'] }])(
  'what is so already changes nothing: %j',
  async (same) => {
    await patches.expectNoChange(PATH, same);
  },
);

it('members under names that older rules allowed may stay', async () => {
  const old = 'old\u0221@example.org';
  await api.database.sql(
    `insert into group_member (group_name, jid, is_admin) values ('Crew', $1, false)`,
    [old],
  );
  const { document } = await patches.apply(PATH, { shared: false });
  expect(document['members']).toContain(old);
  const { members } = (await patches.apply(PATH, { members: [old, 'una'] })).document;
  expect(members).toEqual([old, 'una@example.org'].sort());
});

it('parallel patches of different fields all survive', async () => {
  const changes = [{ description: 'x' }, { shared: false }, { members: ['una'] }, { admins: [] }];
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => patches.send(PATH, changes[n % 4])),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await read()).toEqual({
    ...{ name: 'Crew', description: 'x', admins: [], members: ['una@example.org'], shared: false },
  });
});

it.each([
  ['null', 'Could not read the request body: a merge patch is a JSON object'],
  [{ memberCount: 1 }, 'Unknown member: memberCount'],
  [{ shared: 'perhaps' }, 'Invalid value for shared: perhaps'],
  [{ members: [{ x: 1 }] }, 'Invalid value for members: an object'],
])('refuses a body: %j', async (body, message) => {
  await patches.expectRefused(PATH, body, badArgument(message, path));
  await patches.expectRefused(
    '/groups/None',
    body,
    badArgument(message, `${API_ROOT}/groups/None`),
  );
});

it.each([
  [{ name: null }, badArgument(UPDATE, 'groups')],
  [{ name: '' }, badArgument(UPDATE, 'groups')],
  [{ name: 'crew' }, badArgument(OTHER_NAME, 'Crew != crew')],
])('refuses another name: %j', async (body, expected) => {
  await patches.expectRefused(PATH, body, expected);
});

it('a group that does not exist is 404, after its name', async () => {
  await patches.expectRefused('/groups/None', {}, noGroup('None'));
  await patches.expectRefused('/groups/None', { members: ['a b@@'] }, noGroup('None'));
  const other = badArgument(OTHER_NAME, 'None != Crew');
  await patches.expectRefused('/groups/None', { name: 'Crew' }, other);
});

it.each([
  [{ members: ['@'] }, badArgument('Cannot parse a member value as a JID: @', 'Crew')],
  [{ admins: ['a b'] }, badArgument('Cannot parse a admin value as a JID: a b', 'Crew')],
  [
    { description: 'x'.repeat(256) },
    badArgument('Invalid value for description: longer than 255 characters', path),
  ],
])('refuses what PUT refuses: %j', async (body, expected) => {
  await patches.expectRefused(PATH, body, expected);
});

it('both lists together have a limit, whatever adds to them', async () => {
  await api.database.sql(
    `insert into group_member (group_name, jid, is_admin)
     select 'Crew', 'm' || n || '@other.example', false from generate_series(1, 99997) n`,
  );
  const tooMany = refusal(413, 'PayloadTooLargeException')(
    'The request body has too many members: more than 100000',
    path,
  );
  await patches.expectRefused(PATH, { admins: ['a', 'b'] }, tooMany);
  const { document } = await patches.apply(PATH, { description: 'many', admins: ['ola'] });
  expect(document['members']).toHaveLength(99_999);
});
