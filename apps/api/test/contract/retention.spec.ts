import { badArgument, expectError, noGroup, noUser, refusal } from '../support/expectations.js';
import { makeKey, sendJson } from '../support/keys.js';
import { MERGE_PATCH } from '../support/patches.js';
import { createGroups, createRoom, createUsers } from '../support/people.js';
import { forms, TestApi } from '../support/test-api.js';

const DAY = 24 * 60 * 60_000;
const notAllowed = refusal(409, 'NotAllowedException');
const NOT_THERE = refusal(404, 'RetentionRuleNotFoundException')('Could not find the rule', '99');

interface Shown {
  readonly id: string;
  readonly kind: string;
  readonly subject?: string;
  readonly days: number;
  readonly acts?: string;
  readonly due?: number;
}

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ allowSecurityProperties: true });
  await createUsers(api, 'ola', 'bob');
  await createGroups(api, { name: 'Crew', members: ['ola'] }, { name: 'Deck', admins: ['ola'] });
  await createRoom(api, 'tea', [{ who: 'admin@example.org', affiliation: 'owner' }]);
  await api.database.sql(`
    insert into archived_message (archive_id, sent_at, contact, received, stanza)
    select archive_of_account('ola'), now() - age * interval '1 day', 'bob@example.org', true, '<message/>'
    from unnest('{5,15,25,400}'::integer[]) age`);
  await api.database.sql(`
    insert into room_message (room_id, sent_at, body)
    select room.id, now() - age * interval '1 day', 'x' from room, unnest('{5,15}'::integer[]) age`);
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.sql('delete from retention_rule');
  await api.audited();
});

const create = (kind: string, subject: string, days: number, query = '') =>
  sendJson(api, 'POST', `/retention${query}`, { kind, subject, days });
async function made(kind: string, subject: string, days: number): Promise<Shown> {
  return JSON.parse((await create(kind, subject, days)).text) as Shown;
}
const patch = (id: string, change: object, query = '') =>
  api.send('PATCH', `/retention/${id}${query}`, {
    headers: { Accept: 'application/json', 'Content-Type': MERGE_PATCH },
    body: JSON.stringify(change),
  });
const read = async (id: string) =>
  JSON.parse((await api.call('GET', `/retention/${id}`, 'json')).text) as Shown;
const setDefault = (kind: 'archive' | 'chathistory', days: number) =>
  sendJson(api, 'POST', '/system/properties', {
    key: `plugin.restapi.${kind}.retention.days`,
    value: String(days),
  });
/** in days */
const delayOf = ({ acts }: Shown) => Math.round((Date.parse(acts!) - Date.now()) / DAY) || 0;
async function events() {
  const rows = await api.database.sql(`
    select type || ' ' || object || ' ' || array_to_string(columns, ',') as event from (
      select 1 as part, id, type, object, columns from event
      union all select 2, seq, type, object, columns from event_outbox) as one
    where type like 'retention%' order by part, id`);
  return rows.map(({ event }) => String(event));
}

it('the list begins with the defaults, which are properties', async () => {
  const { id } = await made('room', 'room:tea@conference', 10);
  const { text } = await api.call('GET', '/retention', 'json');
  expect(JSON.parse(text)).toEqual({
    retentionRules: [
      { id: 'chat', kind: 'chat', days: 0 },
      { id: 'room', kind: 'room', days: 0 },
      { id: 'file', kind: 'file', days: 7 },
      expect.objectContaining({ id, kind: 'room', subject: 'room:tea@conference', days: 10 }),
    ],
  });
  const page = JSON.parse((await api.call('GET', '/retention?limit=1&sort=-id', 'json')).text) as {
    readonly retentionRules: readonly Shown[];
  };
  expect(page.retentionRules.map((rule) => rule.id)).toEqual([id]);
});

it('a rule is made, changed and deleted, with an entry and an event each', async () => {
  const before = (await events()).length;
  const reply = await create('chat', 'user:ola', 20);
  const rule = JSON.parse(reply.text) as Shown;
  expect(reply.status).toBe(201);
  expect(reply.headers.location).toBe(`/plugins/restapi/v1/retention/${rule.id}`);
  expect(rule).toMatchObject({ kind: 'chat', subject: 'user:ola', days: 20 });
  expect(await read(rule.id)).toEqual({ ...rule, due: 2 });
  const { text } = await patch(rule.id, { days: 10 });
  const patched = JSON.parse(text) as Shown;
  expect(patched).toMatchObject({ id: rule.id, days: 10 });
  expect(await read(rule.id)).toEqual({ ...patched, due: 3 });
  expect((await patch(rule.id, {})).status).toBe(200);
  expect((await api.call('DELETE', `/retention/${rule.id}`, 'json')).status).toBe(200);
  expectError(await api.call('GET', `/retention/${rule.id}`, 'json'), 'json', {
    ...NOT_THERE,
    resource: rule.id,
  });
  const entries = await api.audited();
  expect(
    entries.map(({ summary, details }) => [summary, /changed=\w+/.exec(details)?.[0]]),
  ).toEqual([
    ['POST retention rule', undefined],
    [`PATCH retention rule ${rule.id}`, 'changed=days'],
    [`PATCH retention rule ${rule.id}`, undefined],
    [`DELETE retention rule ${rule.id}`, undefined],
  ]);
  expect((await events()).slice(before)).toEqual(
    Array(3).fill(`retention.updated /retention/${rule.id} days`),
  );
});

it('what is sooner acts a day later, what is later at once', async () => {
  await setDefault('archive', 30);
  const crew = await made('chat', 'group:Crew', 10);
  const own = await made('chat', 'user:ola', 40);
  expect([crew, own].map(delayOf)).toEqual([1, 0]);
  const shown = async (days: number) =>
    delayOf(JSON.parse((await patch(own.id, { days })).text) as Shown);
  expect([await shown(0), await shown(50), await shown(60), await shown(0)]).toEqual([0, 1, 1, 0]);
  await api.database.sql('delete from retention_rule');
  // of the groups the longest
  await made('chat', 'group:Crew', 60);
  await made('chat', 'group:Deck', 0);
  expect(delayOf(await made('chat', 'user:ola', 365))).toBe(1);
  await setDefault('archive', 0);
});

it('one that is made again after it was deleted acts a day later where it is shorter than before', async () => {
  await setDefault('chathistory', 30);
  await setDefault('archive', 30);
  /** @returns when it acts, and by which days messages go until then */
  const again = async (subject: string, days: number, then: number) => {
    const kind = subject.startsWith('room:') ? 'room' : 'chat';
    const { id } = await made(kind, subject, days);
    await api.database.sql('update retention_rule set acts_at = now(), former_days = null');
    await api.call('DELETE', `/retention/${id}`, 'json');
    const delay = delayOf(await made(kind, subject, then));
    const [rule] = await api.database.sql('select former_days from retention_rule');
    await api.database.sql('delete from retention_rule');
    return [delay, rule!['former_days']];
  };
  expect(await again('room:tea@conference', 0, 90)).toEqual([1, 0]);
  expect(await again('user:ola', 365, 60)).toEqual([1, 365]);
  expect(await again('group:Crew', 365, 60)).toEqual([1, 365]);
  expect(await again('group:Crew', 60, 365)).toEqual([0, null]);
  // the default is longer
  expect(await again('user:ola', 10, 20)).toEqual([1, 30]);
  // as it is beside a rule of a group that was deleted
  const crew = await made('chat', 'group:Crew', 10);
  await api.database.sql('update retention_rule set acts_at = now()');
  await api.call('DELETE', `/retention/${crew.id}`, 'json');
  expect(delayOf(await made('chat', 'user:ola', 20))).toBe(1);
  await setDefault('chathistory', 0);
  await setDefault('archive', 0);
});

it('says what would go without keeping a rule, with dryRun', async () => {
  const reply = await create('room', 'room:tea@conference', 10, '?dryRun=true');
  expect([reply.status, JSON.parse(reply.text)]).toMatchObject([201, { days: 10, due: 1 }]);
  expect(await api.database.sql('select from retention_rule')).toEqual([]);
  const { id } = await made('room', 'room:tea@conference', 10);
  const tried = await patch(id, { days: 1 }, '?dryRun=true');
  expect(JSON.parse(tried.text)).toMatchObject({ days: 1, due: 2 });
  expect(await read(id)).toMatchObject({ days: 10 });
});

it('counts for a group and for a default what no other rule is about', async () => {
  const { id } = await made('chat', 'group:Crew', 20);
  expect(await read(id)).toMatchObject({ due: 2 });
  // the longest of the groups
  await made('chat', 'group:Deck', 300);
  expect(await read(id)).toMatchObject({ due: 1 });
  await setDefault('archive', 10);
  await setDefault('chathistory', 10);
  expect(await read('chat')).toMatchObject({ days: 10, due: 0 });
  expect(await read('room')).toMatchObject({ days: 10, due: 1 });
  await made('chat', 'user:ola', 0);
  expect(await read(id)).toMatchObject({ due: 0 });
  await api.database.sql('delete from retention_rule');
  expect(await read('chat')).toMatchObject({ due: 3 });
  await setDefault('archive', 0);
  await setDefault('chathistory', 0);
});

it('a rule goes along with its subject', async () => {
  await createUsers(api, 'eve');
  const user = await made('chat', 'user:eve', 10);
  await createGroups(api, { name: 'Old' });
  const group = await made('chat', 'group:Old', 10);
  expect((await sendJson(api, 'PUT', '/users/eve', { username: 'eva' })).status).toBe(200);
  expect(await read(user.id)).toMatchObject({ subject: 'user:eva' });
  const before = (await events()).length;
  await api.call('DELETE', '/users/eva', 'json');
  await api.call('DELETE', '/groups/Old', 'json');
  for (const { id } of [user, group]) {
    expect((await api.call('GET', `/retention/${id}`, 'json')).status).toBe(404);
  }
  expect((await events()).length).toBe(before);
});

it.each([
  [{}, 'kind: '],
  [{ kind: 'voice', subject: 'user:ola', days: 1 }, 'kind: voice'],
  [{ kind: 'file', subject: 'room:tea@conference', days: 1 }, 'subject: room:tea@conference'],
  [{ kind: 'chat', subject: 'room:tea@conference', days: 1 }, 'subject: room:tea@conference'],
  [{ kind: 'room', subject: 'user:ola', days: 1 }, 'subject: user:ola'],
  [{ kind: 'room', subject: 'room:tea', days: 1 }, 'subject: room:tea'],
  [{ kind: 'chat', subject: 'user:', days: 1 }, 'subject: user:'],
  [{ kind: 'chat', subject: 'group:', days: 1 }, 'subject: group:'],
  [{ kind: 'chat', subject: 'ola', days: 1 }, 'subject: ola'],
  [{ kind: 'chat', subject: 'user:ola' }, 'days: '],
  [{ kind: 'chat', subject: 'user:ola', days: -1 }, 'days: -1'],
  [{ kind: 'chat', subject: 'user:ola', days: 100_000 }, 'days: 100000'],
])('%j is refused', async (sent, value) => {
  const reply = await sendJson(api, 'POST', '/retention', sent);
  expect([reply.status, reply.text]).toEqual([
    400,
    expect.stringContaining(`Invalid value for ${value}`),
  ]);
  expect(await api.database.sql('select from retention_rule')).toEqual([]);
});

it('neither a subject that is not there has a rule, nor one has two', async () => {
  expectError(await create('chat', 'user:nobody', 1), 'json', noUser('nobody'));
  expectError(await create('chat', 'group:None', 1), 'json', noGroup('None'));
  const noRoom = await create('room', 'room:none@conference', 1);
  expect([noRoom.status, noRoom.text]).toEqual([404, expect.stringContaining('RoomNotFound')]);
  const { id } = await made('chat', 'user:OLA', 5);
  const again = await create('chat', 'user:ola', 6);
  expect([again.status, again.text]).toEqual([
    409,
    expect.stringContaining('Could not create the rule'),
  ]);
  expect(await read(id)).toMatchObject({ days: 5, subject: 'user:ola' });
  // once it is deleted
  await api.call('DELETE', `/retention/${id}`, 'json');
  expect((await create('chat', 'user:ola', 6)).status).toBe(201);
});

it('there are at most 1,000', async () => {
  await api.database.sql(`
    insert into user_group (name, shared) select 'many' || n, false from generate_series(1, 1000) n`);
  await api.database.sql(`
    insert into retention_rule (kind, group_name, days, acts_at, created_by)
    select 'chat', 'many' || n, 1, now(), 'a' from generate_series(1, 1000) n`);
  const reply = await create('chat', 'user:ola', 6);
  expectError(reply, 'json', {
    ...notAllowed('Could not create the rule', '/plugins/restapi/v1/retention'),
    detail: 'at most 1000 rules',
  });
  await api.database.sql(`delete from user_group where name like 'many%'`);
});

it.each(forms)('defaults are changed as properties alone, in %s', async (form) => {
  const refused = {
    ...notAllowed('The default is a property', 'chat'),
    detail: 'change the property plugin.restapi.archive.retention.days',
  };
  expectError(await api.call('DELETE', '/retention/chat', form), form, refused);
  const patched = await patch('room', { days: 3 });
  expect([patched.status, patched.text]).toEqual([
    409,
    expect.stringContaining('The default is a property'),
  ]);
});

it.each(forms)('nobody finds one that is not there, in %s', async (form) => {
  expectError(await api.call('GET', '/retention/99', form), form, NOT_THERE);
  expectError(await api.call('DELETE', '/retention/99', form), form, NOT_THERE);
  expect((await patch('99', { days: 1 })).status).toBe(404);
});

it('days of a patch are checked', async () => {
  const { id } = await made('chat', 'user:ola', 5);
  expectError(
    await patch(id, { days: null }),
    'json',
    badArgument('Invalid value for days: ', `/plugins/restapi/v1/retention/${id}`, '0 to 99999'),
  );
});

it('needs the scopes of its area', async () => {
  const { bearer } = await makeKey(api, ['retention:read']);
  const list = await api.send('GET', '/retention', { authorization: bearer });
  const reply = await sendJson(
    api,
    'POST',
    '/retention',
    { kind: 'chat', subject: 'user:ola', days: 1 },
    bearer,
  );
  expect([list.status, reply.status]).toEqual([200, 403]);
});
