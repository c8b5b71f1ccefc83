import type { Kind } from '../src/rows.js';
import { openfire } from '../src/testing/openfire-fixture.js';
import { oldServer } from './support/old-server.js';
import type { OldServer } from './support/old-server.js';
import { movingWorld, pass, quiet } from './support/school.js';
import type { MovingWorld } from './support/school.js';

/** Two batches. */
const LINES = 5_010;
const KINDS = new Set<Kind>(['services', 'rooms', 'messages']);

const line = (room: string, id: string, body: string) => `
  insert into ofmucconversationlog (roomid, messageid, sender, nickname, logtime, body, stanza)
  select ${room}, ${id}, 'ann@corp.example/desk', 'Ann', '001795350166335', ${body},
    '<message type="groupchat"><body>' || (${body}) || '</body></message>'`;

let old: OldServer;
let world: MovingWorld;

beforeEach(async () => {
  world = await movingWorld('corp.example');
  old = await oldServer(
    openfire(37, {
      data: {
        ofProperty: [{ name: 'xmpp.domain', propValue: 'corp.example', encrypted: 0 }],
        ofMucService: [{ serviceID: 1, subdomain: 'conference', description: null, isHidden: 0 }],
      },
    }).postgres(),
  );
  await old.query(`
    insert into ofmucroom (serviceid, roomid, name, naturalname, creationdate, modificationdate, lockeddate, canchangesubject,
      maxusers, publicroom, moderated, membersonly, caninvite, candiscoverjid, logenabled, rolestobroadcast, usereservednick,
      canchangenick, canregister, allowpm, fmucenabled, retireondeletion)
    select 1, n, case n when 1 then 'room1' else 'a\\20b' end, 'Room', '001795350166335', '001795350166335', '000000000000000', 0, 30, 1, 0, 0, 1, 1, 1,
      7, 0, 1, 1, 0, 0, 0
    from generate_series(1, 2) n`);
  await old.query(
    'alter table ofmucconversationlog drop constraint if exists ofmucconversationlog_pkey',
  );
  await old.query(`${line('1', 'n', `'said ' || n`)} from generate_series(1, ${LINES}) n`);
});
afterEach(async () => {
  await Promise.all([world.close(), old.close()]);
});

const lines = () =>
  world.query<{ id: string; name: string; body: string }>(
    `select line.id, name, body from room_message line join room on room.id = room_id
     order by line.id`,
  );

const noted = async (): Promise<number> => (await world.query('select from moving.line')).length;

class Killed extends Error {}

async function interrupted(at: number): Promise<boolean> {
  let batches = 0;
  const batchDone = () => {
    batches += 1;
    if (batches === at) throw new Killed();
  };
  try {
    await pass(world, old.url, null, { kinds: KINDS }, { ...quiet, batchDone });
    return false;
  } catch (error) {
    if (error instanceof Killed) return true;
    throw error;
  }
}

it('a line is known by its id, and nothing is noted of it', async () => {
  let at = 1;
  while (await interrupted(at)) at += 1;
  expect(at).toBeGreaterThan(4);
  const copied = await lines();
  expect(copied).toHaveLength(LINES);
  expect(await noted()).toBe(0);
  const { results } = await pass(world, old.url, null, { kinds: KINDS });
  expect(results.get('messages')).toMatchObject({ moved: LINES, changed: 0 });
  expect(await lines()).toEqual(copied);
});

it('another line of the same id gets a new one, once, wherever it is killed', async () => {
  await old.query(line('1', '7', `'said later'`));
  await old.query(line('2', '8', `'said 8'`));
  await old.query(line('1', '5010', `'said first of two'`));
  let at = 1;
  while (await interrupted(at)) at += 1;
  const copied = await lines();
  expect(copied).toHaveLength(LINES + 3);
  expect(copied.slice(LINES).map(({ name, body }) => [name, body])).toEqual([
    ['room1', 'said later'],
    ['a\\20b', 'said 8'],
    ['room1', 'said first of two'],
  ]);
  expect(await noted()).toBe(3);
  await old.query(line('1', '9', `'said at last'`));
  for (const changed of [1, 0]) {
    const { results } = await pass(world, old.url, null, { kinds: KINDS });
    expect(results.get('messages')).toMatchObject({ changed });
  }
  expect((await lines()).slice(LINES + 3).map(({ body }) => body)).toEqual(['said at last']);
});

it('lines that are read out of order keep their ids', async () => {
  await old.query(line('2', '6001', `'said before'`));
  await old.query(line('2', '6000', `'said after'`));
  await pass(world, old.url, null, { kinds: KINDS });
  await old.query(line('1', '5999', `'said meanwhile'`));
  await pass(world, old.url, null, { kinds: KINDS });
  expect((await lines()).slice(LINES)).toEqual([
    { id: '5999', name: 'room1', body: 'said meanwhile' },
    { id: '6000', name: 'a\\20b', body: 'said after' },
    { id: '6001', name: 'a\\20b', body: 'said before' },
  ]);
  expect(await noted()).toBe(0);
});
