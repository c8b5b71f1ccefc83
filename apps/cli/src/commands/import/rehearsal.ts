import { readFile } from 'node:fs/promises';
import { makeStores } from '@chat-admin/moving/target/chat-server-stores';
import { ImportRefused, type TargetFailed } from '@chat-admin/moving/faults';
import { requirePrepared } from '@chat-admin/moving/passes/open-import';
import { Reporter } from '@chat-admin/moving/passes/reporter';
import { type ProbeAnswer, probeLogins } from '@chat-admin/moving/target/probe';
import { lacksPrivilege, Target } from '@chat-admin/moving/target/target';
import type { Terminal } from '../../program/action.js';
import { prepare } from '../../database/prepare.js';
import { owning } from '../../database/on-database.js';
import { LocalPostgres } from '../setup/local-postgres.js';
import { engineOfSetup } from './engine-of-setup.js';
import { IMPORT_EXIT } from './import-exits.js';
import type { Opened } from './import-runs.js';
import { runPass, verifyBoth } from './import-runs.js';
import { withTarget } from './import-request.js';
import type { GivenOptions, ImportOptions, Reading } from './import-options.js';
import { withRemembered } from './remembered.js';

const ANSWERS: Readonly<Record<ProbeAnswer, string>> = {
  accepted: 'can log in',
  locked: 'has this password, and is locked out',
  refused: 'is refused',
};

const MARK = 'rehearsal of chat-admin import';

/** Encoding and locale of the database that is connected to, which need not be those of the server. */
const FORM = `
  select format('template template0 encoding %L lc_collate %L lc_ctype %L', pg_encoding_to_char(encoding), datcollate, datctype)
    as form
  from pg_database where datname = current_database()`;

type WithBoth = (
  action: Reading,
  options: GivenOptions,
  terminal: Terminal,
  work: (both: Opened) => Promise<number>,
) => Promise<number>;

/** Copies, catches up with, and verifies a database of its own, and says how long it took. */
export function rehearse(
  given: GivenOptions,
  terminal: Terminal,
  withBoth: WithBoth,
): Promise<number> {
  return withTarget(given, terminal, async ({ url, administratorUrl }, environment) => {
    const options = await withRemembered('rehearse', given, url);
    const probes = options.probe === undefined ? [] : await probesIn(options.probe);
    const target = await Target.open({ url: administratorUrl, engineUrl: null });
    try {
      await requirePrepared(target);
      const rehearsal = `${await databaseName(target)}_rehearsal`;
      const [row] = await target.query<{ domain: string | null }>(
        'select service_domain() as domain',
      );
      await makeDatabase(target, rehearsal, rootOf(environment, url));
      if (administratorUrl !== url) await giveAway(target, rehearsal);
      try {
        const there = new URL(url);
        there.pathname = `/${encodeURIComponent(rehearsal)}`;
        const settings = {
          ...owning(environment, there.href),
          XMPP_DOMAIN: row?.domain ?? undefined,
        };
        await prepare(settings);
        const inRehearsal = { ...terminal, environment: settings };
        const { database: _, engineDatabase: __, ...rest } = options;
        return await withBoth('rehearse', rest, inRehearsal, (both) =>
          rehearseIn(rest, inRehearsal, both, probes),
        );
      } finally {
        await target.query(`drop database if exists ${quoted(rehearsal)} with (force)`);
      }
    } finally {
      await target.close();
    }
  });
}

async function rehearseIn(
  options: ImportOptions,
  terminal: Terminal,
  both: Opened,
  probes: readonly (readonly [string, string])[],
): Promise<number> {
  await makeStores(both.target);
  const began = performance.now();
  const copied = await runPass(options, terminal, both);
  const caughtUp = performance.now();
  await runPass(
    { ...options, json: undefined as never },
    { ...terminal, print: () => undefined },
    // what it finds again stands in the report already
    { ...both, reporter: new Reporter(null) },
  );
  const verifying = performance.now();
  const verified = await verifyBoth(options, terminal, both);
  const ended = performance.now();
  const found = await probeLogins(both.target, probes);
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
  terminal.complain(
    [
      `copy ${seconds(began, caughtUp)} s; cutover: catch-up ${seconds(caughtUp, verifying)} s, verify ${seconds(verifying, ended)} s`,
      ...probes.map(([name]) => `${name} ${ANSWERS[found.get(name)!]}`),
      '',
    ].join('\n'),
  );
  if ([...found.values()].includes('refused')) return IMPORT_EXIT.differs;
  return verified === IMPORT_EXIT.done ? copied : verified;
}

/** The PostgreSQL of this machine, where `setup --local` has made the database at `url`, and this is root. */
const rootOf = (environment: NodeJS.ProcessEnv, url: string): LocalPostgres | null =>
  process.getuid?.() === 0 && engineOfSetup(environment, url) !== null
    ? new LocalPostgres(environment)
    : null;

/** One that a killed rehearsal has left behind is made anew. @throws ImportRefused if somebody else has made it */
async function makeDatabase(
  target: Target,
  name: string,
  root: LocalPostgres | null,
): Promise<void> {
  const [left] = await target.query<{ mark: string | null }>(
    `select shobj_description(oid, 'pg_database') as mark from pg_database where datname = $1`,
    [name],
  );
  if (left !== undefined && left.mark !== MARK) {
    throw new ImportRefused(`There is a database ${name}, which no rehearsal has made.`);
  }
  await target.query(`drop database if exists ${quoted(name)} with (force)`);
  const [{ form }] = (await target.query<{ form: string }>(FORM)) as [{ form: string }];
  await target
    .query(`create database ${quoted(name)} ${form}`)
    .catch(async (error: TargetFailed) => {
      if (!lacksPrivilege(error)) throw error;
      const [row] = await target.query<{ role: string }>('select current_user as role');
      const { role } = row!;
      if (root !== null) {
        await root.run('postgres', `create database ${quoted(name)} ${form} owner ${quoted(role)}`);
        return;
      }
      throw new ImportRefused(
        `${role} may not make the database ${name}. As a superuser, in psql: alter role ${quoted(role)} createdb`,
      );
    });
  await target.query(`comment on database ${quoted(name)} is '${MARK}'`);
}

/** To the owner of the database that is connected to. */
async function giveAway(target: Target, name: string): Promise<void> {
  const [row] = await target.query<{ owner: string }>(
    'select pg_get_userbyid(datdba) as owner from pg_database where datname = current_database()',
  );
  await target.query(`alter database ${quoted(name)} owner to ${quoted(row!.owner)}`);
}

async function databaseName(target: Target): Promise<string> {
  const [row] = await target.query<{ name: string }>('select current_database() as name');
  return row!.name;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Lines `name:password`. @throws ImportRefused */
async function probesIn(file: string): Promise<readonly (readonly [string, string])[]> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) throw new ImportRefused(`--probe: ${file} cannot be read`);
  return text
    .split(/\r?\n/)
    .filter((line) => line.includes(':'))
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]);
}
