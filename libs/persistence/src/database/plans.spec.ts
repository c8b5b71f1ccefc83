import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aGroup, anAccount, anItem, jid, name } from '@chat-admin/port-suites/samples';
import {
  affiliations,
  aRoom,
  CONFERENCE,
  roomNamed,
  settings,
} from '@chat-admin/port-suites/rooms';
import type { DataSource } from 'typeorm';
import { PlanCountingTransaction, TELL_OF_PLANS, UNEVEN_ROWS } from '../../test/counted-plans.js';
import { ENGINE_CALLS } from '../../test/engine-calls.js';
import { useEvents } from '../../test/event-statements.js';
import { fillWithoutStatistics } from '../../test/many-rows.js';
import { MeteredTransaction } from '../../test/metered-transaction.js';
import { useDirectories } from '../../test/use-directories.js';
import { usePersons } from '../../test/use-persons.js';
import { useFiles } from '../../test/use-files.js';
import { useReports } from '../../test/use-reports.js';
import { useHolds } from '../../test/use-holds.js';
import { useRetention } from '../../test/use-retention.js';
import { useJobs } from '../../test/use-jobs.js';
import { useWebhooks } from '../../test/use-webhooks.js';
import { openDatabase } from '../../test/open-database.js';
import type { OpenDatabase } from '../../test/open-database.js';
import { copyOf, testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { createDataSource } from '../schema/data-source.js';
import { PostgresConsoleSessions } from '../access/postgres-console-sessions.js';
import { PostgresIdempotencyKeys } from '../access/postgres-idempotency-keys.js';
import { PostgresIssuerSubjects } from '../access/postgres-issuer-subjects.js';
import { PostgresUsedOnce } from '../access/postgres-used-once.js';
import { AuditExport } from '../audit/audit-export.js';
import { PostgresSessionSamples } from '../sessions/postgres-session-samples.js';
import { PostgresAuditLog } from '../audit/postgres-audit-log.js';
import { PostgresAuditSeals } from '../audit/postgres-audit-seals.js';

/** The smallest of the tables has more. */
const MOST_PAGES = 520;
/** It touches most tables and the indexes of what it changes, and writes events of all of them. */
const MOST_PAGES_OF_RENAME = 780;

/** They ask no table, or for a small one as a whole. */
const NOT_PLANNED = [
  'chat-admin-pooler',
  'vitals-ping',
  'vitals-count',
  'property-read',
  'property-is-full-for',
  'schema-state',
  'installation-tag-key',
  'chat-service-list',
  'chat-servers',
  'chat-server-vitals',
  'role-list',
  'group-names',
  'audit-writers',
  'job-counts',
  ...['part-begin', 'part-undo', 'part-end'],
  // reads what it seals
  'audit-seal',
  // counts as many rows as the table has
  'retention-due-by-default-room',
  // once in a person's erasure: an entry of an index for each room, rows of small tables
  ...['room-history-rooms-of-sender', 'roster-forget'],
];

const SOURCES = fileURLToPath(new URL('..', import.meta.url));

let filled: TestDatabase;
beforeAll(async () => {
  filled = await testDatabase();
  await fillWithoutStatistics(filled.url);
});
afterAll(() => filled.drop());

describe.each(['auto', 'force_generic_plan'])(
  'each named statement, on tables without statistics (%s)',
  (mode) => {
    let database: OpenDatabase;
    let meter: MeteredTransaction;

    beforeAll(async () => {
      database = await openDatabase({
        transactionsOn: (dataSource) => (meter = new MeteredTransaction(dataSource)),
        made: copyOf(filled),
      });
      await database.query(
        `do $$ begin execute format('alter database %I set plan_cache_mode = ${mode}', current_database()); end $$`,
      );
    });

    afterAll(() => database.close());

    it('reads few pages', async () => {
      await useAll(database);
      const dear = [...meter.pages].filter(
        ([name, pages]) =>
          pages > (name === 'user-rename' ? MOST_PAGES_OF_RENAME : MOST_PAGES) &&
          !NOT_PLANNED.includes(name),
      );
      expect(Object.fromEntries(dear)).toEqual({});
      const used = [...meter.pages.keys(), ...NOT_PLANNED];
      const unused = (await declaredNames()).filter((one) => !used.some((name) => one.test(name)));
      expect(unused).toEqual([]);
    });
  },
);

describe('what a function or trigger does, on tables with statistics', () => {
  const PLANNED_ANEW = [
    // of bounds of which most are absent
    'engine.archived_messages',
    'engine.messages',
    // for the number of rows that are asked for
    'engine.accounts',
    'engine.refuse_reports',
    // put statements together
    'engine.put_room',
    'rename_user',
    // when contacts get a new name
    'SQL function "shared_contacts" statement 1',
    // a foreign key, of a room that is removed
    'SQL statement "DELETE FROM ONLY "public"."room_affiliation" WHERE $1 OPERATOR(pg_catalog.=) "room_id""',
  ];

  let database: OpenDatabase;
  let counter: PlanCountingTransaction;
  let owner: DataSource;

  beforeAll(async () => {
    const made = await testDatabase();
    await fillWithoutStatistics(made.url, 4_000);
    owner = createDataSource({ url: made.url, poolSize: 1 });
    await owner.initialize();
    await owner.query(UNEVEN_ROWS);
    for (const setting of TELL_OF_PLANS) {
      await owner.query(
        `do $$ begin execute format('alter database %I set ${setting}', current_database()); end $$`,
      );
    }
    await owner.destroy();
    await owner.initialize();
    database = await openDatabase({
      transactionsOn: (dataSource) => (counter = new PlanCountingTransaction(dataSource)),
      made: Promise.resolve(made),
    });
  });

  afterAll(async () => {
    await owner.destroy();
    await database.close();
  });

  it('is planned once for any number of calls', async () => {
    await useAll(database);
    const engine = new PlanCountingTransaction(owner);
    for (const [name, ...values] of ENGINE_CALLS) {
      const parameters = values.map((_, index) => `$${index + 1}`).join();
      await engine.run(
        { name: `engine.${name}/${values.length}`, text: `select engine.${name}(${parameters})` },
        values.map((value) => (typeof value === 'object' ? value && JSON.stringify(value) : value)),
      );
    }
    expect([...engine.unmeasured, ...counter.unmeasured]).toEqual([]);
    // both hear of plans
    expect([...engine.plans.keys()]).toContain('engine.archived_messages');
    expect([...counter.plans.keys()]).toContain('rename_user');
    const planned = new Map([...engine.plans, ...counter.plans]);
    for (const known of PLANNED_ANEW) planned.delete(known);
    expect(Object.fromEntries(planned)).toEqual({});
  });
});

/** Names of statements in the sources, any text for what they insert. */
async function declaredNames(): Promise<readonly RegExp[]> {
  const names = new Set<string>();
  for (const file of await readdir(SOURCES, { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.spec.ts')) continue;
    const source = await readFile(join(SOURCES, file), 'utf8');
    for (const [, found] of source.matchAll(/name: ['`]([^'`]+)['`],\s+text(?::|,|\b)/g)) {
      names.add(found!);
    }
  }
  return [...names].map((text) => new RegExp(`^${text.replaceAll(/\$\{[^}]*\}/g, '.+')}$`));
}

async function useAll(database: OpenDatabase): Promise<void> {
  await useUsers(database);
  await useLockoutTimes(database);
  await useRosters(database);
  await useGroups(database);
  await useRooms(database);
  await useAffiliations(database);
  await useChanges(database);
  await useEvents(database);
  await useJobs(database);
  await useWebhooks(database);
  await usePersons(database);
  await useReports(database);
  await useFiles(database);
  await useRetention(database);
  await useHolds(database);
  await useManaged(database);
  await useDirectories(database);
  const { archive, roomHistory, chatServices, propertyStore, rosters, keys } = database;
  const { db, transactions } = database;
  await archive.unread(name('user11'));
  for (const before of [new Date(0), new Date()]) {
    await archive.countBefore(name('user11'), before, 10);
    await archive.purge(name('user11'), before, 10);
    await roomHistory.countBefore(11, before, 10);
    await roomHistory.purge(11, before, 10);
  }
  await archive.forget(1, 10);
  await roomHistory.room({ service: CONFERENCE, name: roomNamed('room11') });
  await roomHistory.retract(11, { ids: ['100'] }, null);
  const sender = jid('user83');
  await roomHistory.retract(11, { sender, from: null, limit: 1000 }, null);
  await roomHistory.remove(11, '100');
  await roomHistory.forget(1, 10);
  await roomHistory.forgetOriginals(1, 10);
  await chatServices.remove(CONFERENCE);
  await transactions.run(async () => {
    await chatServices.add({ name: CONFERENCE, description: '', hidden: false });
    await propertyStore.hold('a.b');
    await keys.hold();
    await rosters.list(name('user11'));
  });
  await keys.noteUse('0123456789', new Date(), '192.0.2.1');
  const sessions = new PostgresConsoleSessions(db);
  const digest = Buffer.from('session11');
  const session = { digest: Buffer.from('new'), principalId: 'basic:user11', principalName: 'a' };
  const origin = { kind: 'secret', proof: digest } as const;
  await transactions.run(() => sessions.begin({ ...session, origin }));
  await sessions.find(digest, true);
  // the first is read alone, those that come meanwhile together
  await Promise.all(['1', '2', '3'].map((one) => sessions.find(Buffer.from(one), false)));
  await sessions.endOthers('basic:user11', digest);
  await sessions.end(digest);
  await sessions.sealed(digest);
  await sessions.endOfIssuer('s1', 'oidc:https://issuer.example ');
  await sessions.endOfSubject('oidc:https://issuer.example u1', false);
  await sessions.forget(10);
  const usedOnce = new PostgresUsedOnce(db);
  await usedOnce.note('logout', digest, 600);
  await usedOnce.take('logout', digest);
  await usedOnce.forget(10);
  const idempotencyKeys = new PostgresIdempotencyKeys(db, transactions, { signOfLifeMs: 5 });
  const fingerprint = Buffer.from('request');
  const key = {
    caller: Buffer.from('caller11'),
    digest: Buffer.from('key11'),
    formerDigest: Buffer.from('former11'),
  };
  const answer = { status: 200, headers: {}, body: Buffer.from('body'), isTruncated: false };
  await idempotencyKeys.once(key, fingerprint, async (keep) => {
    await idempotencyKeys.once(key, fingerprint, () => Promise.resolve());
    const noted = async () =>
      (await database.query(`select xmin from idempotency_key where digest = 'key11'`))[0]?.[
        'xmin'
      ];
    const before = await noted();
    while ((await noted()) === before);
    await keep(answer);
  });
  const failed = () => Promise.reject(new Error('freed'));
  await idempotencyKeys
    .once({ ...key, digest: Buffer.from('new') }, fingerprint, failed)
    .catch(() => undefined);
  const broken = { ...key, digest: Buffer.from('broken') };
  const breakOff = idempotencyKeys.once(broken, fingerprint, async (_keep, { note }) => {
    await note('user11@example.org');
    return failed();
  });
  await breakOff.catch(() => undefined);
  await idempotencyKeys.forget(1, 10);
  const subjects = new PostgresIssuerSubjects(db);
  await subjects.note('oidc:https://issuer.example u11', ['*'], new Date());
  await subjects.add('oidc:https://issuer.example u11', ['*']);
  await subjects.last('oidc:https://issuer.example new', ['*']);
  const samples = new PostgresSessionSamples(db);
  const timestamp = (await samples.claim()) ?? new Date();
  await samples.keep({ timestamp, sessions: 1, users: 1 });
  await samples.means({ from: timestamp, to: timestamp, stepSeconds: 60 });
  await samples.forget(30, 10);
  await propertyStore.put('a.b', '1');
  await propertyStore.find('a.b');
  await propertyStore.changesOf(null);
  await propertyStore.changesOf('a.b');
  await Promise.all(['a.b', 'a.c'].map((key) => propertyStore.find(key)));
  const entry = {
    username: 'admin',
    kind: 'account',
    accountId: '00000000-0000-4000-8000-000000000001',
    timestamp: new Date(),
    summary: 'read',
    node: 'node',
    details: '',
  } as const;
  await new PostgresAuditLog(db).append({ ...entry, concerns: ['user11'] }, 'principal');
  await useSeals(database);
  for await (const entries of new AuditExport(db).entries(11, new AbortController().signal)) {
    if (entries.length > 0) break;
  }
}

async function useSeals({ db, query, auditReader }: OpenDatabase): Promise<void> {
  const seals = new PostgresAuditSeals(db, new AuditExport(db));
  await query(`update audit_entry set occurred_at = '2000-01-01Z' where log_id <= 3`);
  await query(`
    insert into audit_seal (number, first_id, last_id, entries, sealed_at, digest, hash)
    values (1, 1, 3, 3, now(), '', '')`);
  await seals.seal(new AbortController().signal);
  await seals.anchor(0, () => null);
  await seals.anchors(10);
  await seals.state();
  expect(await auditReader.forget(1, 10)).toBe(3);
}

async function useUsers({
  users,
  vcards,
  lockouts,
  roles,
  transactions,
}: OpenDatabase): Promise<void> {
  await vcards.pictures([name('user11'), name('user12')]);
  await users.find(name('user21'));
  await Promise.all(numbered('user', 3).map((user) => users.find(name(user))));
  await users.existing(numbered('user', 3).map(name));
  const { id, credentials } = (await users.login(name('user21')))!;
  await users.usernameOf(id);
  await roles.find(name('user21'));
  await roles.anyOf(numbered('user', 3).map(name));
  await users.addKeys(name('user21'), credentials, credentials);
  await users.add([anAccount('one')]);
  await Promise.all(['two', 'three'].map((user) => users.add([anAccount(user)])));
  await transactions.run(async () => {
    await users.lockExisting(numbered('user', 3).map(name));
    await users.add([anAccount('four'), anAccount('five')]);
    await users.add([anAccount('six'), anAccount('user1')]);
    await users.lock(name('user22'));
    await lockouts.lock(name('user24'), 'secret');
    await lockouts.unlock(name('user24'));
    await lockouts.hold(name('user25'));
    const terms = { reason: null, from: new Date(), until: null };
    await lockouts.put(name('user25'), terms, 'secret');
    await lockouts.find(name('user25'));
    await roles.put(name('user25'), 'auditor');
    await roles.remove(name('user25'));
  });
}

/** Of these few are due, whatever the planner believes. */
async function useLockoutTimes({ lockouts, query }: OpenDatabase): Promise<void> {
  await query(`
    update lockout set starts_at = now() - interval '2 minutes', ends_at = now() - interval '1 minute'
    where username in ('user26', 'user27')`);
  await query(`
    update lockout set starts_at = now() - interval '1 minute', began = false
    where username in ('user28', 'user29')`);
  expect((await lockouts.begin(10)).length).toBe(2);
  expect((await lockouts.end(10)).length).toBe(2);
}

async function useRosters({ rosters, users, transactions }: OpenDatabase): Promise<void> {
  const owner = name('user31');
  await rosters.list(owner);
  await Promise.all(numbered('user', 3).map((one) => rosters.list(name(one))));
  await transactions.run(async () => {
    await rosters.find(owner, jid('user32'));
    await rosters.add(owner, anItem('friend'));
    await rosters.put(owner, anItem('friend'));
    await rosters.replace(owner, anItem('friend', { nickname: 'Friend' }));
    await rosters.findMany(owner, [jid('user32'), jid('friend')]);
    await rosters.counterparts(owner, [name('user32'), name('user33')]);
    await rosters.putMany([{ ...anItem('friend'), owner }]);
    await users.lockAll([owner, name('user32')]);
    await rosters.remove(owner, jid('friend'));
  });
}

async function useGroups({ groups, transactions }: OpenDatabase): Promise<void> {
  const names = numbered('group', 3);
  await groups.add(aGroup('crew', { members: ['user41'], shared: true }));
  await groups.find('group42');
  await groups.rooms('group42');
  await groups.read('group42');
  await Promise.all(names.map((one) => groups.read(one)));
  await groups.namesOf(jid('user42'));
  await Promise.all(numbered('user', 3).map((one) => groups.namesOf(jid(one))));
  await groups.sharedAmong(names);
  await groups.sourceOf('group42');
  await transactions.run(async () => {
    await groups.lock('group42');
    await groups.replace(aGroup('group42', { members: ['user43'] }));
    await groups.lockExisting(names);
    await groups.addMissing([...names, 'newgroup'], false);
    await groups.join(names, jid('user44'));
    await groups.leave(names, jid('user44'));
    await groups.lockMember('group43', jid('user45'));
    await groups.putMember('group43', jid('user45'), 'admin');
    await groups.removeMember('group43', jid('user45'));
    await groups.rename('group46', 'renamed');
    await groups.remove('group45', jid('admin'));
  });
}

async function useManaged({ managed, transactions }: OpenDatabase): Promise<void> {
  const [user, group] = [name('user92'), 'group92'];
  await managed.user(user);
  const by = { source: 'directory:main', externalId: '92' };
  const fields = { name: true, email: true, password: true, properties: ['desk'] };
  await transactions.run(async () => {
    await managed.putUser(user, { ...by, fields });
    await managed.putGroup(group, by);
    await managed.user(user);
    await managed.groups([group, 'group93']);
    await managed.release(by.source, user, 'somebody');
    await managed.release(by.source, null, 'somebody');
  });
}

async function useRooms({ rooms, transactions }: OpenDatabase): Promise<void> {
  const room = roomNamed('room51');
  const added = aRoom('tea', { people: { user51: 'owner' }, groups: { group51: 'member' } });
  const change = {
    set: affiliations({ people: { user52: 'admin' }, groups: { group52: 'admin' } }),
    dropped: { people: [jid('user51')], groups: ['group51'] },
  };
  for (const expanded of [true, false]) {
    await rooms.find(CONFERENCE, room, expanded);
    await Promise.all(
      numbered('room', 3).map((one) => rooms.find(CONFERENCE, roomNamed(one), expanded)),
    );
  }
  await rooms.existing(CONFERENCE, numbered('room', 3).map(roomNamed));
  await rooms.peopleOf(numbered('group', 3));
  const service = { name: CONFERENCE, description: '', hidden: false };
  await rooms.create(service, aRoom('den', { groups: { group51: 'member' } }));
  await transactions.run(async () => {
    await rooms.add(CONFERENCE, [added]);
    const { id } = (await rooms.lock(CONFERENCE, room))!;
    await rooms.affiliate(id, change);
    await rooms.update(id, settings(), change);
    await rooms.remove(CONFERENCE, roomNamed('room53'));
  });
}

async function useAffiliations({ rooms, transactions }: OpenDatabase): Promise<void> {
  const people = numbered('user', 3);
  const asked = { users: people.map(name), groups: ['group61'], people: people.map(jid) };
  const read = (room: string, extent: 'asked' | 'all') =>
    rooms.snapshot(CONFERENCE, roomNamed(room), asked, extent);
  const { people: jids, groups } = affiliations({ people: { user1: 'admin', user9: 'admin' } });
  await Promise.all(numbered('room', 3).map((room) => read(room, 'asked')));
  await read('room61', 'all');
  const snapshot = (await read('room61', 'asked'))!;
  await rooms.affiliateUnlocked(snapshot, {
    set: { people: jids, groups },
    dropped: { people: [jid('user61')], groups: [] },
  });
  const lockExcerpt = async (extent: 'asked' | 'all') =>
    rooms.lockExcerpt(CONFERENCE, roomNamed('room62'), asked, extent);
  await transactions.run(() => lockExcerpt('asked'));
  await transactions.run(() => lockExcerpt('all'));
}

async function useChanges({ userChanges, query }: OpenDatabase): Promise<void> {
  for (const user of ['user71', 'user72']) {
    await query(
      `insert into room_affiliation (room_id, jid, affiliation)
       select n, '${user}@example.org', 'admin' from generate_series(1000, 1001) n`,
    );
  }
  const { credentials } = anAccount('user70');
  const groups = numbered('group', 3);
  await userChanges.update(name('user70'), { name: 'Other' }, credentials);
  await userChanges.addRosterItem(name('user70'), anItem('friend', { groups: ['group1'] }));
  await userChanges.joinGroups(name('user70'), [...groups, 'fresh'], true, () => true);
  await userChanges.leaveGroups(name('user70'), groups);
  await userChanges.leaveOtherGroups(name('user70'), ['fresh']);
  await userChanges.rename(name('user71'), name('renamed71'), { name: 'Other' }, credentials);
  await userChanges.remove(name('user72'), jid('admin'));
}

/** Some that are there. */
function numbered(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${(index + 1) * 1_001}`);
}
