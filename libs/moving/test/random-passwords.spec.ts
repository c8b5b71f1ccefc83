import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { areScramKeysOf } from '@chat-admin/credentials/scram-keys';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import type { ReportEntry } from '../src/report.js';
import { DOMAIN, type Row } from '../src/testing/openfire-data.js';
import { openfire } from '../src/testing/openfire-fixture.js';
import { PASSWORD_KEY } from '../src/testing/openfire-keys.js';
import {
  changedForms,
  type Expected,
  type ExpectedKeys,
  expectedOf,
  hasSameTexts,
  type Forms,
  type Has,
  isSamePassword,
  PBKDF2,
  randomForms,
  rowsOf,
} from './support/random-passwords.js';
import { random } from './support/random.js';
import { movingWorld, pass, quiet, verified } from './support/school.js';
import type { MovingWorld } from './support/school.js';

/** `IMPORT_ROUNDS` takes more. */
const ROUNDS = Number(process.env['IMPORT_ROUNDS'] ?? 2);
const SEED = Number(process.env['IMPORT_SEED'] ?? 1);
const PASSES = 3;
const NAMES = ['admin', ...Array.from({ length: 40 }, (_, n) => `user${n}`)];
/** Of keys that are derived here; the least that leaves no doubt which those are. */
const ITERATIONS = 3;

/** By seed; keys stand in columns, in columns and rows, in rows, nowhere. */
const SCHEMAS = [38, 39, 40, 21];

const SECURITY = `<security><encrypt><blowfish><kdf>pbkdf2</kdf>
  <salt>${Buffer.from(PBKDF2.salt).toString('base64')}</salt></blowfish></encrypt></security>`;

/** What is stored here of one hash. */
interface StoredKeys {
  readonly salt: string;
  readonly iterations: number;
  readonly stored_key: string;
  readonly server_key: string;
}
type Stored = { readonly sha1?: StoredKeys; readonly sha256?: StoredKeys };

/** What is expected of an account, and what was found in the pass that stored it. */
interface Account {
  readonly now: Forms;
  /** when it was stored */
  readonly forms: Forms;
  readonly expected: Expected;
  readonly stored: Stored | null;
}

async function storedKeys(world: MovingWorld): Promise<Map<string, Stored>> {
  const rows = await world.query<{ username: string; keys: Stored }>(
    `select username, engine.credentials(username, true) as keys from account`,
  );
  return new Map(rows.map(({ username, keys }) => [username, keys]));
}

/** Whether these are the keys that are expected, as far as that can be told without knowing their salt. */
async function isAsExpected(
  hash: 'sha1' | 'sha256',
  expected: ExpectedKeys | null,
  keys: StoredKeys | undefined,
): Promise<boolean> {
  if (expected === null || keys === undefined) return expected === null && keys === undefined;
  if ('as' in expected) {
    const { salt, storedKey, serverKey, iterations } = expected.as;
    const there = [String(salt).trim(), storedKey, serverKey, iterations];
    const here = [keys.salt, keys.stored_key, keys.server_key, keys.iterations];
    return JSON.stringify(here) === JSON.stringify(there);
  }
  const [salt, storedKey, serverKey] = [keys.salt, keys.stored_key, keys.server_key].map((text) =>
    Buffer.from(text, 'base64'),
  ) as [Buffer, Buffer, Buffer];
  const { iterations } = keys;
  return (
    iterations === ITERATIONS &&
    (await areScramKeysOf(hash, expected.of, { salt, storedKey, serverKey, iterations }))
  );
}

const DATA = {
  ofProperty: [
    { name: 'xmpp.domain', propValue: DOMAIN, encrypted: 0 },
    { name: 'passwordKey', propValue: PASSWORD_KEY, encrypted: 0 },
  ],
};

/** Replaces all accounts of an Openfire. */
async function write(url: string, schema: number, accounts: ReadonlyMap<string, Forms>) {
  const rows = [...accounts].map(([name, forms]) => rowsOf(name, forms));
  const data = {
    ...DATA,
    ofUser: rows.map(({ user }): Row => user),
    ofUserScram: rows.flatMap(({ scram }): readonly Row[] => scram),
  };
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('drop schema public cascade; create schema public');
    await client.query(openfire(schema, { data }).postgres());
  } finally {
    await client.end();
  }
}

async function codesByName(file: string): Promise<Map<string, string[]>> {
  const codes = new Map<string, string[]>();
  for (const line of (await readFile(file, 'utf8')).trim().split('\n')) {
    const { kind, name, code } = JSON.parse(line) as ReportEntry;
    if (kind === 'accounts') codes.set(name, [...(codes.get(name) ?? []), code].sort());
  }
  return codes;
}

it.each(Array.from({ length: ROUNDS }, (_, round) => SEED + round))(
  'seed %i: random passwords, changed from pass to pass, become the keys, codes and derivations of the model',
  async (seed) => {
    const next = random(seed);
    const schema = SCHEMAS[seed % SCHEMAS.length]!;
    const has: Has = {
      columns: schema >= 22 && schema < 40,
      rows: schema >= 39,
      pbkdf2: seed % 2 === 0,
    };
    const old = await emptyDatabase();
    const world = await movingWorld(DOMAIN);
    const folder = await mkdtemp(join(tmpdir(), 'random-passwords-'));
    const report = join(folder, 'report');
    const home = has.pbkdf2 ? folder : null;
    await mkdir(join(folder, 'conf'));
    await writeFile(join(folder, 'conf', 'security.xml'), SECURITY);
    const accounts = new Map<string, Account>();
    try {
      for (let round = 0; round < PASSES; round += 1) {
        const states = new Map<string, Forms>();
        for (const name of NAMES) {
          if (next() < 0.05) continue;
          const before = accounts.get(name);
          states.set(name, before ? changedForms(next, before.now, has) : randomForms(next, has));
        }
        await write(old.url, schema, states);
        const { results } = await pass(
          world,
          old.url,
          home,
          { iterations: ITERATIONS },
          quiet,
          report,
        );
        const [here, codes] = [await storedKeys(world), await codesByName(report)];
        let derived = 0;
        const wrong: unknown[] = [];
        for (const [name, forms] of states) {
          const before = accounts.get(name);
          const isSame =
            before !== undefined && isSamePassword(before.forms, before.expected.codes, forms);
          const expected = isSame ? before.expected : expectedOf(name, forms);
          const stored = here.get(name) ?? null;
          if (!isSame) derived += expected.derived;
          const isRight =
            (await isAsExpected('sha1', expected.sha1, stored?.sha1)) &&
            (await isAsExpected('sha256', expected.sha256, stored?.sha256)) &&
            (!isSame || JSON.stringify(stored) === JSON.stringify(before.stored)) &&
            JSON.stringify(codes.get(name) ?? []) === JSON.stringify(expected.codes);
          if (!isRight) {
            wrong.push({
              name,
              was: before?.forms,
              forms,
              expected,
              stored,
              codes: codes.get(name),
            });
          }
          accounts.set(name, {
            now: forms,
            forms: isSame ? before.forms : forms,
            expected,
            stored,
          });
        }
        for (const name of NAMES) if (!states.has(name)) accounts.delete(name);
        expect(wrong).toEqual([]);
        expect([...here.keys()].sort()).toEqual([...states.keys()].sort());
        expect(results.get('accounts')).toMatchObject({ derived, moved: states.size, lost: 0 });
        expect(await verified(world, old.url, home)).toEqual([]);
      }
      await world.query(
        'update account_credential set sha256_server_key = sha256_stored_key where sha256_stored_key is not null',
      );
      const told = await verified(world, old.url, home);
      // nothing tells of which password keys are whose text was removed since
      const changed = [...accounts].filter(
        ([, { expected, forms, now }]) => expected.sha256 !== null && hasSameTexts(forms, now),
      );
      expect(told.map(({ name, field }) => `${name} ${field}`).sort()).toEqual(
        changed.map(([name]) => `${name} credentials`).sort(),
      );
    } finally {
      await world.close();
      await old.drop();
      await rm(folder, { recursive: true });
    }
  },
);
