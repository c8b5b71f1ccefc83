import pg from 'pg';
import { badArgument, expectError, refusal } from '../support/expectations.js';
import { makeKey, makeNamedKey, sendJson } from '../support/keys.js';
import { createRoom, createUsers } from '../support/people.js';
import { forms, TestApi } from '../support/test-api.js';

const notAllowed = refusal(409, 'NotAllowedException');
const forbidden = refusal(403, 'ForbiddenException');
const ROOT = '/plugins/restapi/v1';
const CASE = { name: 'Case 12', reason: 'court' };

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly kept: number;
}

let api: TestApi;
/** of two officers, whose keys an operator has made */
let ann: string;
let bea: string;
beforeAll(async () => {
  api = await TestApi.start({ allowSecurityProperties: true });
  await createUsers(api, 'ola', 'bob');
  await createRoom(api, 'tea', [{ who: 'admin@example.org', affiliation: 'owner' }]);
  ann = (await makeNamedKey(api, ['holds:read', 'holds:write'])).bearer;
  bea = (await makeNamedKey(api, ['holds:read', 'holds:write'])).bearer;
});
afterAll(() => api.stop());
beforeEach(async () => {
  for (const table of ['hold', 'held_message', 'archived_message', 'room_message'])
    await api.database.sql(`delete from ${table}`);
  await api.database.sql(`
    insert into archived_message (archive_id, contact, received, stanza)
    select archive_of_account('ola'), 'bob@example.org', true, '<message><body>hi</body></message>'`);
  await api.database.sql(`
    insert into room_message (room_id, nickname, sender, body, stanza)
    select id, 'Ola', 'ola@example.org/phone', 'ho', '<message><body>ho</body></message>' from room`);
  await api.audited();
});

const hold = (draft: object, by = ann) => sendJson(api, 'POST', '/holds', draft, by);
const made = async (draft: object) => JSON.parse((await hold({ ...CASE, ...draft })).text) as Shown;
const patch = (id: string, change: object) => sendJson(api, 'PATCH', `/holds/${id}`, change, ann);
const release = (id: string, by = ann) => sendJson(api, 'DELETE', `/holds/${id}`, undefined, by);
const read = async (id: string) =>
  JSON.parse((await sendJson(api, 'GET', `/holds/${id}`, undefined, ann)).text) as Shown;
async function events() {
  const rows = await api.database.sql(`
    select type || ' ' || array_to_string(columns, ',') as event from (
      select 1 as part, id, type, columns from event
      union all select 2, seq, type, columns from event_outbox) as one
    where type like 'hold%' order by part, id`);
  return rows.map(({ event }) => String(event));
}

it('a hold is made, widened and released, with an entry and an event each', async () => {
  const before = (await events()).length;
  const reply = await hold({ ...CASE, persons: ['OLA'], rooms: ['tea@conference'] });
  const first = JSON.parse(reply.text) as Shown;
  expect([reply.status, reply.headers.location]).toEqual([201, `${ROOT}/holds/${first.id}`]);
  expect(first).toMatchObject({
    ...{ ...CASE, status: 'active', kept: 0 },
    ...{ persons: ['ola@example.org'], rooms: ['tea@conference'] },
  });
  await patch(first.id, { name: 'Case 13', persons: ['ola', 'eve@other.example'] });
  expect((await patch(first.id, {})).status).toBe(200);
  await api.database.sql('delete from room_message');
  const kept = await read(first.id);
  expect(kept).toMatchObject({ name: 'Case 13', kept: 1 });
  const listed = await sendJson(api, 'GET', '/holds', undefined, ann);
  const { kept: _, ...entry } = kept;
  expect(JSON.parse(listed.text)).toEqual({ holds: [entry] });
  const page = await sendJson(api, 'GET', '/holds?limit=1&sort=-id', undefined, ann);
  expect(JSON.parse(page.text)).toEqual({ holds: [entry] });
  expect(JSON.parse((await release(first.id)).text)).toMatchObject({ status: 'released' });
  for (const again of [await release(first.id), await patch(first.id, { name: 'x' })]) {
    expectError(again, 'json', notAllowed('Could not change the hold', first.id));
  }
  const entries = (await api.audited()).map(({ summary, details }) => [
    summary,
    /changed=[\w,]+/.exec(details)?.[0],
  ]);
  expect(entries.slice(0, 4)).toEqual([
    ['POST hold', undefined],
    [`PATCH hold ${first.id}`, 'changed=name,persons'],
    [`PATCH hold ${first.id}`, undefined],
    [`DELETE hold ${first.id}`, undefined],
  ]);
  expect((await events()).slice(before).sort()).toEqual([
    'hold.created ',
    'hold.released ',
    'hold.updated name,persons',
  ]);
});

it('neither the secret, *, nor an administrator has its scopes, but readers and those who name them', async () => {
  const needed = forbidden('The scope holds:read is needed', `${ROOT}/holds`);
  const everything = (await makeKey(api, ['*', '*:read'])).bearer;
  await api.setProperty('plugin.restapi.httpAuth', 'both');
  await createUsers(api, 'admin');
  const basic = `Basic ${Buffer.from('admin:p1-secret').toString('base64')}`;
  for (const by of [undefined, everything, basic]) {
    expectError(await sendJson(api, 'GET', '/holds', undefined, by), 'json', needed);
  }
  const named = await sendJson(api, 'POST', '/keys', { name: 'x', scopes: ['holds:read'] }, basic);
  expectError(named, 'json', forbidden('The scope holds:read is needed', `${ROOT}/keys`));
  await api.setProperty('conversations.readers', 'admin@example.org');
  expect((await sendJson(api, 'GET', '/holds', undefined, basic)).status).toBe(200);
  const key = await makeKey(api, ['holds:read'], {}, basic);
  expect((await sendJson(api, 'GET', '/holds', undefined, key.bearer)).status).toBe(200);
  await api.setProperty('conversations.readers', null);
});

it('where two have to agree another person releases it', async () => {
  await api.setProperty('conversations.access', 'two-person');
  const { id } = await made({ persons: ['ola'] });
  expect(JSON.parse((await release(id)).text)).toMatchObject({ id, status: 'releasing' });
  expectError(await release(id), 'json', forbidden('Another person has to decide', id));
  await api.call('DELETE', '/users/ola', 'json');
  expect(await read(id)).toMatchObject({ status: 'releasing', kept: 1 });
  expect(JSON.parse((await release(id, bea)).text)).toMatchObject({ status: 'released' });
  await api.setProperty('conversations.access', null);
  await createUsers(api, 'ola');
});

it.each(forms)('tells in %s what it does not take', async (form) => {
  const { id } = await made({ persons: ['ola'], until: '2027-01-01T00:00:00Z' });
  const put = (method: 'POST' | 'PATCH', path: string, change: object) =>
    sendJson(api, method, path, change, ann);
  const wrong: readonly [object, string][] = [
    [{ reason: 'x', persons: ['ola'] }, 'name: '],
    [{ name: 'x', persons: ['ola'] }, 'reason: '],
    [CASE, 'persons: '],
    [{ ...CASE, persons: ['ola@example.org/x'] }, 'persons: ola@example.org/x'],
    [{ ...CASE, rooms: ['tea'] }, 'rooms: tea'],
  ];
  if (form === 'json') {
    for (const [draft, told] of wrong) {
      expectError(
        await put('POST', '/holds', draft),
        'json',
        badArgument(`Invalid value for ${told}`, `${ROOT}/holds`),
      );
    }
    for (const [change, told] of [
      [{ persons: ['bob'] }, 'persons: ola@example.org'],
      [{ until: '2026-01-01T00:00:00Z' }, 'until: 2026-01-01T00:00:00Z'],
    ] as const) {
      const reply = await put('PATCH', `/holds/${id}`, change);
      expectError(reply, 'json', badArgument(`Invalid value for ${told}`, `${ROOT}/holds/${id}`));
    }
  }
  const missing = refusal(404, 'HoldNotFoundException')('Could not find the hold', '99999999');
  for (const method of ['GET', 'DELETE', 'PATCH']) {
    const reply = await api.send(method, '/holds/99999999', {
      headers: { Accept: `application/${form}`, 'Content-Type': 'application/merge-patch+json' },
      body: method === 'PATCH' ? '{}' : undefined,
      authorization: ann,
    });
    expectError(reply, form, missing);
  }
});

it('there are at most 1,000, and one waits for what removes messages', async () => {
  const { id } = await made({ persons: ['bob'] });
  await api.database.sql(
    `insert into hold (name, reason, created_by) select 'x', 'y', 'z' from generate_series(1, 999)`,
  );
  const full = notAllowed('Could not create the hold', `${ROOT}/holds`);
  expectError(await hold({ ...CASE, persons: ['ola'] }), 'json', full);
  const remover = new pg.Client({ connectionString: api.database.url });
  await remover.connect();
  await remover.query('begin; delete from room_message');
  const busy = refusal(503, 'ServiceUnavailableException')(
    'Messages are being removed, try again later',
    `${ROOT}/holds`,
  );
  const waiting = [hold({ ...CASE, persons: ['ola'] }), patch(id, { persons: ['bob', 'ola'] })];
  const [created, patched] = await Promise.all(waiting);
  await remover.end();
  expectError(created!, 'json', busy);
  expectError(patched!, 'json', { ...busy, resource: `${ROOT}/holds/${id}` });
});

it('every other answer is the one without a hold', async () => {
  const said = async () => {
    const { text } = await api.call('GET', '/chatrooms/tea/chathistory?fields=id', 'json');
    const [{ id }] = (JSON.parse(text) as { message: [{ id: string }] }).message;
    const replies = [
      await api.call('DELETE', `/chatrooms/tea/chathistory/${id}`, 'json'),
      await api.call('GET', '/chatrooms/tea/chathistory', 'json'),
      await api.call('DELETE', '/users/bob', 'json'),
      await api.call('GET', '/chatrooms/tea', 'json'),
    ];
    await createUsers(api, 'bob');
    return replies.map(({ status, text: body }) => [status, body]);
  };
  const without = await said();
  await api.database.sql(`
    insert into room_message (room_id, nickname, sender, body)
    select id, 'Ola', 'ola@example.org/phone', 'ho' from room`);
  await made({ persons: ['ola', 'bob'], rooms: ['tea@conference'] });
  expect(await said()).toEqual(without);
});
