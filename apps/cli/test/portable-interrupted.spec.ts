import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suiteWith } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { makeStores } from '@chat-admin/moving/target/chat-server-stores';
import { Target } from '@chat-admin/moving/target/target';
import { testDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { CommandProcess } from './support/command-process.js';
import { run } from './support/command-world.js';

const shell = promisify(execFile);
const STOPPED = 5;
const FAILED = 6;
/** More than the full disk takes, in the shortest form. */
const PEOPLE = 2_000;
const FORMS = ['ndjson', 'xep-0227', 'xep-0227 --single-file', 'xep-0227 --file-per-user'];

let folder: string;
let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-admin-interrupted-'));
  database = await prepared();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    insert into account (username, name) select 'u' || n, repeat('x', 90) from generate_series(1, ${PEOPLE}) n;
    insert into user_group (name) values ('crew');
    insert into vcard (username, xml)
    select username, '<vCard xmlns="vcard-temp"><NOTE>' || repeat('x', 90) || '</NOTE></vCard>' from account`);
});
afterEach(async () => {
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function prepared(): Promise<TestDatabase> {
  const made = await testDatabase();
  const target = await Target.open({ url: made.url, engineUrl: null });
  await makeStores(target).finally(() => target.close());
  return made;
}

const environmentOf = ({ url }: TestDatabase) => ({
  DATABASE_URL: url,
  API_SCRAM_ITERATIONS: '4096',
});
const audited = async () =>
  (await client.query('select from audit_entry where username = $1', ['command line'])).rowCount;

/** SIGTERM while it waits for a table. @returns exit code and output */
async function terminated(words: string, { url }: TestDatabase, table: string) {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query(`begin; lock table ${table} in access exclusive mode`);
  const all = `${words} --progress none`.split(' ');
  const child = CommandProcess.run(all, environmentOf({ url } as TestDatabase));
  try {
    await until(`it waits for ${table}`, async () => {
      const { rows } = await client.query(
        `select from pg_locks where not granted and relation = to_regclass($1)
           and database = (select oid from pg_database where datname = $2)`,
        [table, new URL(url).pathname.slice(1)],
      );
      return rows.length > 0;
    });
    const code = child.stop();
    await holder.query('rollback');
    return { code: await code, output: child.output };
  } finally {
    await holder.end();
    await child.stop();
  }
}

it.each(FORMS)('SIGTERM in the midst of export %s leaves nothing', async (form) => {
  const table = form === 'ndjson' ? 'user_group' : 'vcard';
  const out = join(folder, 'out');
  const ended = await terminated(`export ${form} --out ${out}`, database, table);
  expect(ended).toEqual({ code: STOPPED, output: 'Stopped; nothing is left of it.\n' });
  expect(await readdir(folder)).toEqual([]);
  expect(await audited()).toBe(0);
});

it('SIGTERM in the midst of import ndjson leaves nothing, and the same line does it all', async () => {
  const out = join(folder, 'rows');
  const exported = await run(`export ndjson --progress none --out ${out}`, environmentOf(database));
  expect(exported.code).toBe(0);
  const other = await prepared();
  const there = new pg.Client({ connectionString: other.url });
  await there.connect();
  const people = async () => (await there.query('select from account')).rowCount;
  try {
    const words = `import ndjson --source ${out}`;
    const ended = await terminated(words, other, 'user_group');
    expect(ended).toMatchObject({ code: STOPPED });
    expect(await people()).toBe(0);
    expect((await run(`${words} --progress none`, environmentOf(other))).code).toBe(0);
    expect(await people()).toBe(PEOPLE);
  } finally {
    await there.end();
    await other.drop();
  }
});

const [onFullDisk, disk] = await suiteWith(describe, 'Exports to a full disk', smallDisk);

/** A file system in memory. @throws where none can be mounted */
async function smallDisk(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'small-disk-'));
  await shell('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', place]);
  return place;
}

onFullDisk('Exports to a full disk', () => {
  afterAll(async () => {
    await shell('umount', [disk!]);
    await rm(disk!, { recursive: true });
  });

  it.each(FORMS)('export %s says so in a line, and leaves nothing', async (form) => {
    const place = join(disk!, 'in');
    await mkdir(place);
    const words = `export ${form} --progress none --out ${join(place, 'out')}`;
    const done = await run(words, environmentOf(database));
    expect(done).toEqual({
      ...{ code: FAILED, out: '' },
      err: `${place}/out cannot be written (ENOSPC).\n`,
    });
    expect(await readdir(place)).toEqual([]);
    expect(await audited()).toBe(0);
    await rm(place, { recursive: true });
  });
});
