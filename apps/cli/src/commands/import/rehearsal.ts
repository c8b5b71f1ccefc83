import { readFile } from 'node:fs/promises';
import { makeStores } from '@chat-admin/moving/target/chat-server-stores';
import { ImportRefused } from '@chat-admin/moving/faults';
import { requirePrepared } from '@chat-admin/moving/passes/open-import';
import { Reporter } from '@chat-admin/moving/passes/reporter';
import { type ProbeAnswer, probeLogins } from '@chat-admin/moving/target/probe';
import { Target } from '@chat-admin/moving/target/target';
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
import { RehearsalDatabase } from './rehearsal-database.js';
import { withRemembered } from './remembered.js';

const ANSWERS: Readonly<Record<ProbeAnswer, string>> = {
  accepted: 'can log in',
  locked: 'has this password, and is locked out',
  refused: 'is refused',
};

type WithBoth = (
  action: Reading,
  options: GivenOptions,
  terminal: Terminal,
  work: (both: Opened) => Promise<number>,
) => Promise<number>;

/** Copies, catches up and verifies in a database beside the target, and says how long it took. */
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
      const [row] = await target.query<{ domain: string | null }>(
        'select service_domain() as domain',
      );
      const database = await RehearsalDatabase.beside(target, url, rootOf(environment, url));
      try {
        if (administratorUrl !== url) await database.giveAway();
        const settings = {
          ...owning(environment, database.url),
          XMPP_DOMAIN: row?.domain ?? undefined,
        };
        await prepare(settings);
        const inRehearsal = { ...terminal, environment: settings };
        const { database: _, engineDatabase: __, ...rest } = options;
        return await withBoth('rehearse', rest, inRehearsal, (both) =>
          rehearseIn(rest, inRehearsal, both, probes),
        );
      } finally {
        await database.end();
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

/** Lines `name:password`. @throws ImportRefused */
async function probesIn(file: string): Promise<readonly (readonly [string, string])[]> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) throw new ImportRefused(`--probe: ${file} cannot be read`);
  return text
    .split(/\r?\n/)
    .filter((line) => line.includes(':'))
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]);
}
