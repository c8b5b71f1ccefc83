import { perEngineSuite } from '../../test/engine.js';
import { aRoom } from '../../test/rooms.js';

const suite = perEngineSuite();

const key = Buffer.alloc(20).toString('base64');
const keys = { sha1: { stored_key: key, server_key: key, salt: key, iterations: 4096 } };
const said = { nickname: 'Ann', sender: 'ann@example.org/desk', type: 'groupchat', body: 'x' };
const tea = ['conference', 'tea'];
const item = { name: 'Kim', groups: [], subscription: 'both' };

/** In this order, twice: each function that a chat server of this release calls, and what it gives. */
const CALLS: readonly (readonly [name: string, ...values: readonly unknown[]])[] = [
  ['hello', 1, 'one', false],
  ['join', 2, { node: 'one', kind: 'prosody', version: '13.0.1', address: 'http://one:5280' }],
  ['renew', 'one', 1, { sessions: 1, rooms: 1 }],
  ['give_up', 'one', 1, 1],
  ['leave', 'one', 1],
  ['register_account', 'new', keys],
  ['put_credentials', 'new', keys],
  ['add_keys', 'new', key, keys],
  ['credentials', 'new', true],
  ['delete_account', 'new'],
  ['account_exists', 'ann'],
  ['account_info', 'ann'],
  ['accounts', '', 9],
  ['missing_accounts', ['ann', 'ghost']],
  ['administrators'],
  ['last_administrator', 'ann'],
  ['managed_account', 'ann'],
  ['reserved_username', 'ann'],
  ['forgotten', ['ghost']],
  ['disable_account', 'ann', 'chat-1'],
  ['enable_account', 'ann', 'chat-1'],
  ['put_roster_item', 'ann', 'kim@example.org', item],
  ['put_roster_requests', 'ann', [{ jid: 'zoe@example.org', stanza: '<presence/>' }]],
  ['roster', 'ann'],
  ['roster_changes', 'ann', {}, []],
  ['unanswered', 'zoe@example.org'],
  ['put_vcard', 'ann', '<vCard/>', null],
  ['put_picture', 'ann', 'x', null],
  ['vcard', 'ann'],
  ['pictures', ['ann']],
  ['archive_message', 'ann', { contact: 'kim@example.org', stanza: '<message/>', received: true }],
  ['archived_messages', 'ann', {}],
  ['store_report', 'ann@example.org', 'blocking', [{ accused: 'tea@conference.example.org/Kim' }]],
  ['refuse_reports', 1],
  ['logged_out', 'ann'],
  ['services'],
  ['put_room', 'conference', 'new', { subject: 'x' }],
  ['remove_room', 'conference', 'new', false, null],
  ['room', ...tea],
  ['public_rooms', 'conference', '', 9],
  ['append_message', ...tea, { ...said, stanza: '<message/>' }],
  ['messages', ...tea, {}],
  ['retract_message', ...tea, { id: '1', actor: 'ann@example.org' }],
  ['untold'],
  ['told', ['0']],
  ['stale', {}],
];

/** @returns per function, in an open session, what was refused */
async function callAll(): Promise<Readonly<Record<string, string>>> {
  const refused: Record<string, string> = {};
  for (const [name, ...values] of CALLS) {
    await suite()
      .engine.call(name, ...values)
      .catch((error: Error) => {
        refused[name] = error.message;
      });
  }
  return refused;
}

it('each function of the chat server is called', async () => {
  const functions = await suite().open.query<{ name: string }>(
    `select distinct proname as name from pg_proc where pronamespace = 'engine'::regnamespace`,
  );
  const called = [...new Set(CALLS.map(([name]) => name))];
  expect(called.sort()).toEqual(functions.map(({ name }) => name).sort());
});

it('an open session of the chat server goes on when each table gets a column', async () => {
  const { query } = suite().open;
  await query(`insert into account (username) values ('ann')`);
  await aRoom(query, 'tea', { people: { ann: 'owner' } });
  await query('update room set persistent = true');
  expect(await callAll()).toEqual({});
  expect(await callAll()).toEqual({});
  const tables = await query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  for (const { name } of tables) await query(`alter table ${name} add of_next_release text`);
  expect(await callAll()).toEqual({});
  expect(await suite().engine.call('messages', ...tea, {})).toMatchObject({
    items: [{ nickname: 'Ann' }, { nickname: 'Ann' }, { nickname: 'Ann' }],
  });
});
