import { DOMAIN, openfireData } from '../src/testing/openfire-data.js';
import { openfire } from '../src/testing/openfire-fixture.js';
import { SCHEMAS } from '../src/testing/openfire-schemas.js';
import type { Kind } from '../src/rows.js';
import { SAMPLES } from '../src/verify/sampling.js';
import { oldServer } from './support/old-server.js';
import type { OldServer } from './support/old-server.js';
import { movingWorld, pass, verifiedKinds } from './support/school.js';
import type { MovingWorld } from './support/school.js';

const DATE = '001795350166335';
const KINDS = ['groups', 'private', 'audit', 'messages', 'offline'] as const;

const groups = (rows: number) =>
  `insert into ofgroup (groupname, description) select 'group' || n, 'as it was' from generate_series(1, ${rows}) n;`;

/** So many private elements, entries, rooms with a line, and messages that wait. */
const others = (rows: number) => `
  insert into ofprivate (username, name, namespace, privatedata)
  select 'alice', 'x', 'urn:x:' || n, '<x xmlns="urn:x:' || n || '"/>' from generate_series(1, ${rows}) n;
  insert into ofsecurityauditlog (msgid, username, entrystamp, summary, node, details)
  select n, 'alice', 1700000000000 + n * 1000, 'summary', 'node', 'as it was' from generate_series(1, ${rows}) n;
  insert into ofmucservice (serviceid, subdomain, ishidden) values (1, 'conference', 0);
  insert into ofmucroom (serviceid, roomid, name, naturalname, creationdate, modificationdate, lockeddate, canchangesubject,
    maxusers, publicroom, moderated, membersonly, caninvite, candiscoverjid, logenabled, rolestobroadcast, usereservednick,
    canchangenick, canregister, allowpm)
  select 1, n, 'room' || n, 'Room', '${DATE}', '${DATE}', '000000000000000', 0, 30, 1, 0, 0, 1, 1, 1, 7, 0, 1, 1, 0
  from generate_series(1, ${rows}) n;
  insert into ofmucconversationlog (roomid, messageid, sender, nickname, logtime, body)
  select n, n, 'alice@${DOMAIN}/x', 'alice', '${DATE}', 'as it was' from generate_series(1, ${rows}) n;
  insert into ofoffline (username, messageid, creationdate, messagesize, stanza)
  select 'alice', n, '${DATE}', 9, '<message to="alice@${DOMAIN}"><body>as it was</body></message>'
  from generate_series(1, ${rows}) n`;

/** Nothing is here as it was there. */
const DAMAGE = [
  `update user_group set description = 'other'`,
  `update prosody.prosody set value = '{}' where store = 'private'`,
  `update audit_entry set details = 'other'`,
  `update room_message set stanza = replace(stanza, 'as it was', 'other')`,
  `update prosody.prosodyarchive set value = replace(value, 'as it was', 'other') where store = 'offline'`,
];

/** What is found in a thing, and in both edges of a conversation. */
const FIELDS: Readonly<Record<(typeof KINDS)[number], readonly string[]>> = {
  ...{ groups: ['description'], private: ['element'], offline: ['stanza'] },
  ...{ audit: ['is not as it is there'], messages: ['its first lines', 'its last lines'] },
};

/** The last one with private data in a table of its own. */
const SCHEMA = 28;

let old: OldServer;
let world: MovingWorld;
afterEach(async () => {
  await world?.close();
  await old?.close();
});

async function begin(schema: number, data?: Parameters<typeof openfire>[1]): Promise<void> {
  old = await oldServer(openfire(schema, data).postgres());
  world = await movingWorld(DOMAIN);
}

async function beginWithAlice(): Promise<void> {
  const { ofProperty, ofUser } = openfireData();
  const people = ofUser!.filter(({ username }) => username === 'alice');
  await begin(SCHEMA, { data: { ofProperty: ofProperty!, ofUser: people } });
}

it.each([SAMPLES - 1, SAMPLES, 3 * SAMPLES])(
  'of %d groups 1,000 are looked into, or all if there are no more',
  async (rows) => {
    await beginWithAlice();
    await old.query(groups(rows));
    await pass(world, old.url, null);
    await world.query(DAMAGE[0]!);
    const { kinds, differences } = await verifiedKinds(world, old.url, null);
    const most = Math.min(SAMPLES, rows);
    expect(kinds.find(({ kind }) => kind === 'groups')).toMatchObject({ samples: most });
    expect(differences.filter(({ field }) => field === 'description')).toHaveLength(most);
  },
);

const FEW = 40;

it.each([FEW - 1, FEW, 3 * FEW])(
  `of %d things of other kinds, too, each time the same`,
  async (rows) => {
    await beginWithAlice();
    await old.query(`${groups(rows)} ${others(rows)}`);
    await pass(world, old.url, null);
    for (const statement of DAMAGE) await world.query(statement);
    const [first, second] = [
      await verifiedKinds(world, old.url, null, { samples: FEW }),
      await verifiedKinds(world, old.url, null, { samples: FEW }),
    ];
    const samples = Object.fromEntries(first.kinds.map((one) => [one.kind, one.samples]));
    const most = Math.min(FEW, rows);
    expect(samples).toMatchObject(Object.fromEntries(KINDS.map((kind) => [kind, most])));
    for (const kind of KINDS) {
      for (const field of FIELDS[kind]) {
        const found = first.differences.filter((one) => one.kind === kind && one.field === field);
        expect([kind, field, found.length]).toEqual([kind, field, most]);
      }
    }
    expect(second.differences).toEqual(first.differences);
  },
);

it('so many of each kind, fewer being among more', async () => {
  await begin(SCHEMAS.at(-1)!);
  await pass(world, old.url, null);
  await world.query('update account set name = username || 1');
  const items = await world.query<{ kind: Kind; items: number }>(
    'select kind, count(*)::integer as items from moving.item group by kind order by kind',
  );
  let before: readonly string[] = [];
  for (const samples of [1, 2, 5, 50]) {
    const { kinds, differences } = await verifiedKinds(world, old.url, null, { samples });
    const looked = new Map(kinds.map((one) => [one.kind, one.samples]));
    for (const { kind, items: count } of items) {
      expect([kind, looked.get(kind)]).toEqual([kind, Math.min(samples, count)]);
    }
    const names = differences.filter(({ field }) => field === 'name').map(({ name }) => name);
    expect(names).toHaveLength(looked.get('accounts')!);
    expect(names).toEqual(expect.arrayContaining([...before]));
    before = names;
  }
});

const MIDDLE = 31;

it.each([
  `update room_message set body = 'other' where id = ${MIDDLE}`,
  `update room_message set sent_at = sent_at + interval '1 s' where id = ${MIDDLE}`,
  `update room_message set subject = '' where id = ${MIDDLE}`,
])('of conversations each line is compared: %s', async (damage) => {
  await beginWithAlice();
  await old.query(others(1));
  await old.query(`
    insert into ofmucconversationlog (roomid, messageid, sender, nickname, logtime, body)
    select 1, n, 'alice@${DOMAIN}/x', 'alice', '001795350' || 166335 + n * 1000, 'line ' || n
    from generate_series(2, 60) n`);
  await pass(world, old.url, null);
  const before = await verifiedKinds(world, old.url, null);
  expect(before.differences).toEqual([]);
  expect(before.kinds).toContainEqual({
    ...{ kind: 'messages', source: 60, here: 60, reported: 0, samples: 1 },
  });
  await world.query(damage);
  const { differences } = await verifiedKinds(world, old.url, null);
  expect(differences).toEqual([{ kind: 'messages', name: 'room1@conference', field: 'its lines' }]);
});

it('what is gone here is not counted', async () => {
  await beginWithAlice();
  await old.query(`${groups(3)} ${others(3)}`);
  await pass(world, old.url, null);
  await world.query(`
    delete from user_group where name = 'group1';
    delete from prosody.prosody where store = 'private' and key like '%:2';
    delete from audit_entry where details = 'as it was' and log_id = (select max(log_id) from audit_entry);
    delete from room_message where id = 2;
    delete from prosody.prosodyarchive where store = 'offline' and key = 'of-3'`);
  await world.query(
    `insert into audit_entry (username, occurred_at, summary, node, details) values ('x', now(), 'x', 'x', 'x')`,
  );
  const { kinds } = await verifiedKinds(world, old.url, null);
  for (const kind of KINDS) {
    expect(kinds).toContainEqual(
      expect.objectContaining({ kind, source: 3, here: 2, reported: 0 }),
    );
  }
});
