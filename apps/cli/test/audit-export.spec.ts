import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundledProgram } from '@chat-admin/debian-programs/bundled-program';
import { testDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { run } from './support/command-world.js';

const MAIN = bundledProgram('cli');
const WRITERS = 6;
const KILLS = 3;
const LINES_BEFORE_KILL = 150;
const LINES_AT_END = 100;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: WRITERS + 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const environment = () => ({ DATABASE_URL: database.url });

/** `audit export` in a process of its own, of whose lines only whole ones count. */
class Exporter {
  readonly ids: number[] = [];
  private readonly child: ChildProcess;
  private readonly ended: Promise<unknown[]>;

  constructor(...words: string[]) {
    this.child = spawn(process.execPath, [MAIN, 'audit', 'export', ...words], {
      env: { ...process.env, ...environment() },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.ended = once(this.child, 'close');
    let rest = '';
    this.child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      for (const line of lines) this.ids.push((JSON.parse(line) as { logId: number }).logId);
    });
  }

  async printed(count: number): Promise<void> {
    while (this.ids.length < count) await once(this.child.stdout!, 'data');
  }

  /** @returns exit code and signal */
  async end(signal?: NodeJS.Signals): Promise<unknown[]> {
    if (signal) this.child.kill(signal);
    return this.ended;
  }
}

/** Writes entries until it is stopped; transactions end in another order than they get ids, some are rolled back. */
async function writeUntil(stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const client = await pool.connect();
    await client.query('begin');
    await client.query(
      `insert into audit_entry (username, occurred_at, summary, node, details)
       values ('u', now(), 's', 'n', '')`,
    );
    await client.query('select pg_sleep(random() / 50)');
    await client.query(Math.random() < 0.1 ? 'rollback' : 'commit');
    client.release();
  }
}

it('followed, killed and resumed prints each entry once, though writers commit out of order', async () => {
  const stop = new AbortController();
  const writing = Promise.all(Array.from({ length: WRITERS }, () => writeUntil(stop.signal)));
  const ids: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const exporter = new Exporter('--follow', '--since', String(ids.at(-1) ?? 0));
    await exporter.printed(LINES_BEFORE_KILL);
    expect(await exporter.end('SIGKILL')).toEqual([null, 'SIGKILL']);
    ids.push(...exporter.ids);
  }
  const exporter = new Exporter('--follow', '--since', String(ids.at(-1)));
  await exporter.printed(LINES_AT_END);
  stop.abort();
  await writing;
  const { rows } = await pool.query<{ id: string }>(
    'select log_id as id from audit_entry order by log_id',
  );
  const written = rows.map(({ id }) => Number(id));
  await exporter.printed(written.length - ids.length);
  expect(await exporter.end('SIGTERM')).toEqual([0, null]);
  expect([...ids, ...exporter.ids]).toEqual(written);
});

it('without --follow ends by itself; SIGINT ends one that follows', async () => {
  const whole = new Exporter();
  expect(await whole.end()).toEqual([0, null]);
  const { rows } = await pool.query<{ count: string }>('select count(*) from audit_entry');
  expect(whole.ids).toHaveLength(Number(rows[0]!.count));
  const follower = new Exporter('--follow');
  await follower.printed(1);
  expect(await follower.end('SIGINT')).toEqual([0, null]);
});

it('prints one JSON document in each line, and nothing else', async () => {
  await pool.query('delete from audit_entry');
  expect(await run('audit export', environment())).toEqual({ code: 0, out: '', err: '' });
  const { rows } = await pool.query<{ id: string }>(
    `insert into audit_entry (username, occurred_at, summary, node, details)
     values ('ola', '2026-01-02T03:04:05Z', E'a\\nb', 'n', 'object=/x') returning log_id as id`,
  );
  const id = Number(rows[0]!.id);
  const { out } = await run('audit export --json', environment());
  expect(out).toBe(
    `{"logId":${id},"username":"ola","timestamp":"2026-01-02T03:04:05.000Z","summary":"a\\nb","node":"n","details":"object=/x"}\n`,
  );
  expect((await run(`audit export --since ${id}`, environment())).out).toBe('');
});

it.each(['-1', 'x', '1.5', '9999999999999999'])('refuses --since %s', async (since) => {
  const { code, out } = await run(`audit export --since=${since}`, environment());
  expect({ code, out }).toEqual({ code: 64, out: '' });
});

it('ends with 69 when there is no database', async () => {
  const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/chat' };
  expect((await run('audit export --follow', away)).code).toBe(69);
});

it('ends when nobody reads any more', async () => {
  await pool.query(
    `insert into audit_entry (username, occurred_at, summary, node, details)
     select 'u', now(), 's', 'n', repeat('d', 200) from generate_series(1, 3000)`,
  );
  const child = spawn(process.execPath, [MAIN, 'audit', 'export', '--follow'], {
    env: { ...process.env, ...environment() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines = createInterface({ input: child.stdout });
  await once(lines, 'line');
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  child.stdout.destroy();
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(complaint).toBe('');
});

describe('seals', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anchors-'));
    await pool.query('truncate audit_entry restart identity cascade');
    expect((await verify()).out).toMatch(/^No seals, so nothing proves the log: \d+ entr/);
    for (let seal = 0; seal < 3; seal += 1) {
      await pool.query(
        `insert into audit_entry (username, occurred_at, summary, node, details)
         select 'u', now(), 'æ "' || n, 'n', 'd' from generate_series(1, 1200) n`,
      );
      if (seal < 2) await pool.query('select seal_audit(1000000, 10000)');
    }
  });
  afterAll(() => rm(folder, { recursive: true }));

  const verify = (words = '') => run(`audit verify${words}`, environment());

  it('that are whole end with 0, with anchors from wherever they were', async () => {
    const unbroken = '2 seals, 2,400 entries unbroken; ';
    const rest = '1,200 entries not sealed yet\n';
    expect(await verify()).toEqual({ code: 0, out: `${unbroken}${rest}`, err: '' });
    const { rows } = await pool.query<{ number: string; hash: string }>(
      'select number, hash from audit_seal order by number',
    );
    const [first, second] = rows as [(typeof rows)[0], (typeof rows)[0]];
    const file = join(folder, 'anchors');
    await writeFile(
      file,
      `INFO: Audit anchor 1.${first.hash}
       {"object":"/logs/security/anchors/2.${second.hash}"}
       {"anchors":[{"number":2,"hash":"${second.hash}","anchored":"x"}]}
       <anchor><number>1</number><hash>${first.hash}</hash></anchor>`,
    );
    const anchors = ` --anchors ${file}`;
    expect(await verify(anchors)).toMatchObject({
      out: `${unbroken}2 anchors fit; ${rest}`,
    });
    expect((await verify(`${anchors} --from 2`)).out).toBe(
      `1 seal, 1,200 entries unbroken; 2 anchors fit; ${rest}`,
    );
    expect(JSON.parse((await verify(' --json --from 1')).out)).toEqual({
      ...{ seals: 2, entries: 2400, unsealed: 1200, fitting: 0, older: 0 },
      ...{ signatures: 0, signed: 0, faults: [] },
    });
    await writeFile(file, `2.${first.hash} 3.${first.hash}`);
    expect(await verify(anchors)).toEqual({
      code: 1,
      out: 'anchor 2 does not fit\nanchor 3 does not fit: the log ends with seal 2\n',
      err: '',
    });
    await writeFile(file, 'none');
    expect((await verify(anchors)).code).toBe(64);
    expect((await verify(` --anchors ${folder}/none`)).code).toBe(66);
    expect((await verify(' --from 4')).code).toBe(66);
    expect((await verify(' --from 0')).code).toBe(64);
  });

  it('are printed, and proved by their signatures', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const [key, other] = [join(folder, 'key.pub'), join(folder, 'other.pub')];
    const pem = { type: 'spki', format: 'pem' } as const;
    await writeFile(key, publicKey.export(pem));
    await writeFile(other, generateKeyPairSync('ed25519').publicKey.export(pem));
    const { out } = await run('audit anchor', environment());
    expect(out).toMatch(/^2\.[0-9a-f]{64}\n$/);
    expect(await verify(` --key ${key}`)).toMatchObject({ code: 1, out: 'no seal is signed\n' });
    const signature = sign(null, Buffer.from(out.trim()), privateKey).toString('base64');
    await pool.query('update audit_seal set signature = $1 where number = 2', [signature]);
    expect(await verify(` --key ${key}`)).toMatchObject({
      code: 0,
      out: '2 seals, 2,400 entries unbroken; 1 signature fits, the newest of seal 2; 1,200 entries not sealed yet\n',
    });
    expect(await verify(` --key ${other}`)).toMatchObject({
      code: 1,
      out: 'the signature of anchor 2 does not fit\nno seal is signed\n',
    });
    await writeFile(other, 'none');
    expect((await verify(` --key ${other}`)).code).toBe(64);
    expect((await verify(` --key ${folder}/none`)).code).toBe(66);
  });

  it('are checked by hand with their lines', async () => {
    const { out, err, code } = await run('audit export --seal 2 --lines', environment());
    const digest = createHash('sha256').update(out).digest('hex');
    expect({ code, err }).toEqual({ code: 0, err: `digest of seal 2: ${digest}\n` });
    const entries = await run('audit export --seal 2', environment());
    expect(JSON.parse(entries.out.split('\n')[0]!)).toMatchObject({ logId: 1201, summary: 'æ "1' });
    expect((await run('audit export --seal 3', environment())).code).toBe(66);
    for (const words of ['--lines', '--seal x', '--seal 1 --follow', '--seal 1 --since 1']) {
      expect((await run(`audit export ${words}`, environment())).code).toBe(64);
    }
  });

  it('that are broken end with 1', async () => {
    await pool.query(`update audit_entry set details = 'e' where log_id = 1300`);
    expect(await verify()).toEqual({
      code: 1,
      out: 'seal 2: one of the entries 1201 to 2400 was changed, removed or added\n',
      err: '',
    });
  });
});
