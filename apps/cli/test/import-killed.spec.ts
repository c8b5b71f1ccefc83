import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, cp, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeStores } from '@chat-admin/moving/target/chat-server-stores';
import { Target } from '@chat-admin/moving/target/target';
import { targetRows } from '@chat-admin/moving/testing/target-rows';
import { emptyDatabase, testDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { importProcess } from './support/import-process.js';
import type { Ended, Interruption } from './support/import-process.js';
import { WatchedConnection } from './support/watched-connection.js';

/** `npm run soak:moving` takes more. */
const KILLS = Number(process.env['IMPORT_KILLS'] ?? 3);
const MORE_ROWS = Number(process.env['IMPORT_ROWS'] ?? 0);
const SEED = Number(process.env['IMPORT_SEED'] ?? 1);
const SCHOOL = new URL('../../../libs/moving/test/openfire-5.0.5/', import.meta.url);

let old: TestDatabase;
let source: pg.Client;
let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'import-'));
  await mkdir(join(home, 'conf'));
  const security = fileURLToPath(new URL('security-postgresql.xml', SCHOOL));
  await cp(security, join(home, 'conf', 'security.xml'));
});
beforeEach(async () => {
  old = await emptyDatabase();
  source = new pg.Client({ connectionString: old.url });
  await source.connect();
  await source.query(await readFile(new URL('postgresql.sql', SCHOOL), 'utf8'));
  await source.query('set search_path = public');
  for (const statement of MORE) await source.query(statement);
});
afterEach(async () => {
  await source.end();
  await old.drop();
});
afterAll(() => rm(home, { recursive: true }));

/** Several batches of each kind. */
const MORE =
  MORE_ROWS === 0
    ? []
    : [
        `insert into ofuser (username, creationdate, modificationdate)
         select 'pupil' || n, '001795350170000', '001795350170000' from generate_series(1, ${MORE_ROWS}) n`,
        `insert into ofroster (rosterid, username, jid, sub, ask, recv)
         select 1000 + n, 'pupil' || n, 'pupil' || (n % ${MORE_ROWS} + 1) || '@school.example', 3, -1, -1
         from generate_series(1, ${MORE_ROWS}) n`,
        `insert into ofmucconversationlog (roomid, messageid, sender, nickname, logtime, body)
         select (select roomid from ofmucroom where name = 'assembly'), 1000 + n,
           'pupil' || n || '@school.example/x', 'Pupil', '001795360000000', 'Line ' || n
         from generate_series(1, ${MORE_ROWS}) n`,
      ];

const CHANGES = [
  `update ofuser set name = 'Ruth K.' where username = 'keller'`,
  `delete from ofuser where username = 'tanaka'`,
  `insert into ofuser (username, plainpassword, creationdate, modificationdate)
   values ('newcomer', 'welcome!', '001795350170000', '001795350170000')`,
  `delete from ofgroupuser where groupname = 'Garden Club' and username = 'weber'`,
  `update ofmucroom set naturalname = 'The hall', modificationdate = '001795350999000' where name = 'assembly'`,
  `delete from ofoffline where messageid = 1`,
  `insert into ofmucconversationlog (roomid, messageid, sender, nickname, logtime, body)
   select roomid, 999, 'weber@school.example/x', 'Jürgen', '001795360000000', 'After the copy' from ofmucroom where name = 'assembly'`,
];

/** A target of its own, and the command as a process on it. */
class World {
  private readonly reportFile = join(home, `report-${randomUUID()}.ndjson`);

  private constructor(
    private readonly database: TestDatabase,
    private readonly client: pg.Client,
    private readonly connection: WatchedConnection,
  ) {}

  static async open(): Promise<World> {
    const database = await testDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`set timezone = 'UTC'`);
    await client.query(
      `update system_property set value = 'school.example' where key = 'xmpp.domain'`,
    );
    const target = await Target.open({ url: database.url, engineUrl: null });
    await makeStores(target);
    await target.close();
    return new World(database, client, await WatchedConnection.to(database.url));
  }

  async close(): Promise<void> {
    await this.connection.close();
    await this.client.end();
    await this.database.drop();
  }

  /** @param files of HSQLDB instead of the database, and the folder for temporary files */
  run(
    action: string,
    interruption: Interruption | null = null,
    files: { readonly source: string; readonly temporary: string } | null = null,
  ): Promise<Ended> {
    const address = new URL(old.url);
    const { username, password } = address;
    address.password = '';
    const reading = [
      ...['--source', files?.source ?? address.href, '--openfire-home', home],
      ...['--progress', 'none'],
      ...['--report', this.reportFile],
    ];
    const words = ['openfire', action, ...(action === 'abandon' ? ['--yes'] : reading)];
    const environment = {
      ...{ API_SCRAM_ITERATIONS: '4096', PGUSER: username, PGPASSWORD: password },
      ...(files ? { TMPDIR: files.temporary } : {}),
    };
    return importProcess(words, environment, this.connection, this.client, interruption);
  }

  /** Entries of the report, in any order. */
  async report(): Promise<readonly string[]> {
    return (await readFile(this.reportFile, 'utf8')).split('\n').sort();
  }

  rows(): Promise<Record<string, unknown>> {
    const query = async (text: string) => (await this.client.query(text)).rows;
    return targetRows({ query });
  }
}

/** Repeatable. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield state / 2 ** 31;
  }
}
const random = numbers(SEED);

/** Before and after commits, and at any message, by turns. */
function* kills({ messages, commits }: Ended, count: number): Generator<Interruption> {
  for (let n = 0; n < count; n++) {
    const share = random.next().value;
    const at =
      n % 3 === 2
        ? { message: Math.floor(share * messages) }
        : { commit: Math.floor(share * commits) };
    yield { signal: 'SIGKILL', at, isSent: n % 3 === 1 };
  }
}

/** The same line until it is done, killed on its way. */
async function despiteKills(
  world: World,
  action: string,
  undisturbed: Ended,
  count = KILLS,
): Promise<void> {
  for (const kill of kills(undisturbed, count)) {
    const { signal, code, output } = await world.run(action, kill);
    if (signal === 'SIGKILL') continue;
    // what was left was less than that: one more would be a run of its own, with a report of its own
    return expect({ code, output }).toMatchObject({ code: 3 });
  }
  expect(await world.run(action)).toMatchObject({ code: 3, signal: null });
}

it('killed at commits and anywhere in copy and catch-up, the same line ends in the same rows', async () => {
  const [undisturbed, world] = [await World.open(), await World.open()];
  try {
    const copied = await undisturbed.run('copy');
    expect(copied).toMatchObject({ code: 3, signal: null });
    await despiteKills(world, 'copy', copied);
    expect(await world.rows()).toEqual(await undisturbed.rows());
    expect(await world.report()).toEqual(await undisturbed.report());
    for (const change of CHANGES) await source.query(change);
    const caughtUp = await undisturbed.run('catch-up');
    expect(caughtUp).toMatchObject({ code: 3, signal: null });
    await despiteKills(world, 'catch-up', caughtUp, Math.ceil(KILLS / 3));
    expect(await world.rows()).toEqual(await undisturbed.rows());
    expect(await world.run('verify')).toMatchObject({ code: 0 });
  } finally {
    await undisturbed.close();
    await world.close();
  }
});

it('SIGTERM ends the batch, exit 5; abandon, itself killed, leaves what was before', async () => {
  const world = await World.open();
  try {
    const before = await world.rows();
    const early = { signal: 'SIGTERM', at: { message: 3 }, isSent: true } as const;
    expect(await world.run('copy', early)).toMatchObject({ code: 5 });
    expect(await world.rows()).toEqual(before);
    const stop = { signal: 'SIGTERM', at: { commit: 6 }, isSent: true } as const;
    const { code, output } = await world.run('copy', stop);
    expect({ code, output }).toMatchObject({
      code: 5,
      output: expect.stringContaining('repeat the line'),
    });
    expect((await world.rows())['accounts']).not.toEqual([]);
    for (const isSent of [false, true]) {
      const kill = { signal: 'SIGKILL', at: { commit: 0 }, isSent } as const;
      expect(await world.run('abandon', kill)).toMatchObject({ signal: 'SIGKILL' });
    }
    expect(await world.run('abandon')).toMatchObject({ code: 0 });
    expect(await world.rows()).toEqual(before);
  } finally {
    await world.close();
  }
});

it('killed, it leaves no copy of the files of HSQLDB', async () => {
  const world = await World.open();
  const temporary = await mkdtemp(join(home, 'temporary-'));
  const files = fileURLToPath(new URL('hsqldb/', SCHOOL));
  try {
    const kill = { signal: 'SIGKILL', at: { commit: 3 }, isSent: true } as const;
    const ended = await world.run('copy', kill, { source: files, temporary });
    expect(ended).toMatchObject({ signal: 'SIGKILL' });
    expect(ended.commits).toBe(4);
    expect(await readdir(temporary)).toEqual([]);
    expect(await world.run('copy', null, { source: files, temporary })).toMatchObject({ code: 3 });
  } finally {
    await world.close();
  }
});
