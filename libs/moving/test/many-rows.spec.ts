import { until } from '@chat-admin/debian-programs/until';
import { LINE } from '../src/target/line-merges.js';
import { openfire } from '../src/testing/openfire-fixture.js';
import { SCHEMAS } from '../src/testing/openfire-schemas.js';
import type { Kind, RowsByKind } from '../src/rows.js';
import type { RowsOptions, Source } from '../src/source.js';
import { oldServer } from './support/old-server.js';
import type { OldServer } from './support/old-server.js';
import { movingWorld, pass, quiet, verified } from './support/school.js';
import type { MovingWorld } from './support/school.js';

const ROOMS = 2_000;
/** to lock, to compare, to note */
const MOST_DIGESTS = 4 * ROOMS;

/** As it is when a kind begins after others: statistics of a table that grows meanwhile do not know it. */
const WITHOUT_STATISTICS = `
  create table public.kept as select * from moving.item where kind = 'rooms';
  delete from moving.item where kind = 'rooms';
  insert into moving.item (kind, key, target, fingerprint)
  select 'none', n::text::bytea, array[n::text], '' from generate_series(1, 50000) n;
  alter table moving.item set (autovacuum_enabled = off);
  analyze moving.item;
  insert into moving.item select * from public.kept;
  drop table public.kept`;

const COUNTED = `
  do $$ begin
    execute format('alter database %I set track_functions = ''pl''', current_database());
  end $$`;

let old: OldServer;
let world: MovingWorld;
beforeAll(async () => {
  old = await oldServer(openfire(SCHEMAS.at(-1)!).postgres());
  await old.query(`
    insert into ofmucroom (serviceid, roomid, name, naturalname, creationdate, modificationdate, lockeddate, canchangesubject,
      maxusers, publicroom, moderated, membersonly, caninvite, candiscoverjid, logenabled, rolestobroadcast, usereservednick,
      canchangenick, canregister, allowpm, fmucenabled, retireondeletion)
    select 1, 10000 + n, 'many' || n, 'Many', '001795350166335', '001795350166335', '000000000000000', 0, 30, 1, 0, 0, 1, 1, 1,
      7, 0, 1, 1, 0, 0, 0
    from generate_series(1, ${ROOMS}) n`);
  world = await movingWorld('corp.example');
});
afterAll(async () => {
  await world.close();
  await old?.close();
});

/** Calls of sessions that have ended. */
async function digests(): Promise<number> {
  const [row] = await world.query<{ calls: number }>(
    `select calls::int as calls from pg_stat_user_functions where funcname = 'digest' and schemaname = 'moving'`,
  );
  return row?.calls ?? 0;
}

it('what was written is digested a few times for each row, however many there are', async () => {
  await pass(world, old.url, null);
  await world.query(WITHOUT_STATISTICS);
  await world.query(COUNTED);
  await old.query(`update ofmucroom set naturalname = 'More' where name like 'many%'`);
  await pass(world, old.url, null);
  const changed = await world.query(`select from room where natural_name = 'More'`);
  expect(changed).toHaveLength(ROOMS);
  await until('the calls are counted', async () => (await digests()) > 0);
  expect(await digests()).toBeGreaterThanOrEqual(ROOMS);
  expect(await digests()).toBeLessThanOrEqual(MOST_DIGESTS);
});

/** Of this session, also before its transaction while they are not told to others. */
const sequentialScans = () =>
  world.query(
    `select relname, seq_scan from pg_stat_xact_user_tables where schemaname = 'public' and seq_scan > 0 order by relname`,
  );

/** A plan is kept while its table grows. */
it('digests use indexes, however few rows there are', async () => {
  await world.query('begin');
  const before = await sequentialScans();
  const [made] = await world.query<{ rosters: number }>(
    `select count(moving.digest(kind, target)) filter (where kind = 'rosters')::int as rosters
     from moving.item where kind in ('accounts', 'rosters', 'rooms')`,
  );
  const after = await sequentialScans();
  await world.query('rollback');
  expect(made!.rosters).toBeGreaterThan(1);
  expect(after).toEqual(before);
});

it('a batch of lines asks for its rooms, and does not read all of them', async () => {
  await world.query('begin');
  await world.query(`
    insert into moving.staged_message (n, id, service, room, sent_at, sender_shown)
    select n, n, 'conference', 'many' || n % ${ROOMS} + 1, now(), false from generate_series(1, 5000) n`);
  await world.query('set local jit = off');
  const plan = await world.query(`explain (format json) with ${LINE} select id from line`);
  await world.query('rollback');
  expect(JSON.stringify(plan)).toContain('room_service_name_key');
  expect(JSON.stringify(plan)).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"room"/);
});

const PEOPLE = 600;
const CONTACTS = 20;
const GROUPS = 60;

/** People in groups of each kind, with contacts among them whose sides agree, or do not. */
const SHARED = `
  insert into ofuser (username, creationdate, modificationdate)
  select 'p' || n, '001795350166335', '001795350166335' from generate_series(1, ${PEOPLE}) n;
  insert into ofgroup (groupname, description) select 'g' || n, '' from generate_series(1, ${GROUPS}) n;
  insert into ofgroupprop (groupname, name, propvalue)
  select 'g' || n, 'sharedRoster.showInRoster', (array['nobody', 'onlyGroup', 'onlyGroup', 'everybody'])[1 + n % 4]
  from generate_series(1, ${GROUPS} - 3) n;
  insert into ofgroupprop (groupname, name, propvalue)
  select 'g' || n, 'sharedRoster.displayName', 'Group ' || n from generate_series(1, ${GROUPS}) n;
  insert into ofgroupprop (groupname, name, propvalue)
  select 'g' || n, 'sharedRoster.groupList', case n % 8 when 2 then 'g' || n + 1 || ',g' || n + 5 else '' end
  from generate_series(1, ${GROUPS}) n;
  insert into ofgroupuser (groupname, username, administrator)
  select 'g' || n, 'p' || (n * 7 + m * 13) % ${PEOPLE} + 1, 0
  from generate_series(1, ${GROUPS}) n, generate_series(1, 12) m;
  insert into ofroster (rosterid, username, jid, sub, ask, recv, nick)
  select 100000 + n * 100 + m, 'p' || n, 'p' || (n + m * m) % ${PEOPLE} + 1 || '@corp.example',
    (n * 3 + m) % 4, -1, -1, ''
  from generate_series(1, ${PEOPLE}) n, generate_series(1, ${CONTACTS}) m`;

/** One contact after the other, by the function that shows rosters. */
const UNSETTLED = `
  select contact.owner, contact.jid, contact.subscription, roster_item.subscription as here, other
  from moving.contact
  join roster_item using (owner, jid)
  left join lateral (
    select true as shared from shared_contact(contact.owner, contact.jid)
    where cardinality(shared_groups) > 0) seen on true
  left join lateral (
    select coalesce(theirs.subscription, stored.subscription, 0) as other
    from (values (local_username(contact.jid, service_domain()), contact.owner || '@' || service_domain())) as side (name, jid)
    left join moving.contact theirs on theirs.owner = side.name and theirs.jid = side.jid
    left join roster_item stored on stored.owner = side.name and stored.jid = side.jid) numbers on true
  where roster_item.subscription <> case
    when shared is null or (contact.subscription, other) in ((3, 3), (1, 2), (2, 1)) then contact.subscription
    else 0 end`;

it('contacts of shared groups are settled by batches as one after the other', async () => {
  await old.query(SHARED);
  const steps: string[] = [];
  const follower = {
    ...quiet,
    advance: (step: string) => void steps.push(step),
    ends: (step: string) => void steps.push(`end of ${step}`),
  };
  await pass(world, old.url, null, {}, follower);
  const settled = steps.filter((step) => step.includes('contacts'));
  expect(settled.length).toBeGreaterThan(2);
  expect(settled.at(-1)).toBe('end of contacts');
  expect(await world.query(UNSETTLED)).toEqual([]);
  const [row] = await world.query<{ none: number; all: number }>(
    `select count(*) filter (where roster_item.subscription = 0)::integer as none, count(*)::integer as all
     from moving.contact join roster_item using (owner, jid)`,
  );
  expect(row!.all).toBeGreaterThan(5_000);
  expect(row!.none).toBeGreaterThan(500);
  expect(row!.none).toBeLessThan(row!.all - 500);
});

const LARGE = 24;
const MIB = 1024 * 1024;
/** a batch, and the row that fills it */
const MOST_HELD = 10 * MIB;

it('large vCards are compared while they are read, not held until the last one', async () => {
  await old.query(`
    insert into ofuser (username, creationdate, modificationdate)
    select 'large' || n, '001795350166335', '001795350166335' from generate_series(1, ${LARGE}) n;
    insert into ofvcard
    select 'large' || n, '<vCard xmlns="vcard-temp"><DESC>' || repeat('v', ${MIB}) || '</DESC></vCard>'
    from generate_series(1, ${LARGE}) n`);
  await pass(world, old.url, null);
  await world.query(`update vcard set xml = replace(xml, 'vv', 'w') where username = 'large9'`);
  let [held, most, compared] = [0, 0, 0];
  const counting = (one: Source): Source => ({
    facts: one.facts,
    count: (kind) => one.count(kind),
    connections: () => one.connections(),
    close: () => one.close(),
    async *rows<K extends Kind>(kind: K, options?: RowsOptions): AsyncIterable<RowsByKind[K]> {
      for await (const row of one.rows(kind, options)) {
        if (kind === 'vcards') held += (row as RowsByKind['vcards']).vcard?.length ?? 0;
        most = Math.max(most, held);
        yield row;
      }
    },
  });
  const differences = await verified(world, old.url, null, {
    source: counting,
    here: (here) => ({
      ...here,
      vcards: Object.assign(Object.create(here.vcards) as typeof here.vcards, {
        find: async (name: Parameters<typeof here.vcards.find>[0]) => {
          const found = await here.vcards.find(name);
          if (name.startsWith('large')) [held, compared] = [held - MIB, compared + 1];
          return found;
        },
      }),
    }),
  });
  expect(differences).toContainEqual({ kind: 'vcards', name: 'large9', field: 'xml' });
  expect(compared).toBe(LARGE);
  expect(most).toBeGreaterThan(MIB);
  expect(most).toBeLessThan(MOST_HELD);
});
