import { hostname } from 'node:os';
import type { Report, ReportEntry } from '@chat-admin/moving/report';
import { checkImport } from '@chat-admin/moving/passes/check';
import type { Finding } from '@chat-admin/moving/target/finding';
import { abandonImport, finishImport } from '@chat-admin/moving/passes/end-import';
import { ImportRefused } from '@chat-admin/moving/faults';
import { openImport } from '@chat-admin/moving/passes/open-import';
import { NewPasswords } from '@chat-admin/moving/passwords/new-passwords';
import { Reporter } from '@chat-admin/moving/passes/reporter';
import {
  FINISHED,
  isFinished,
  NONE,
  openRun,
  progressOf as kindsOf,
  requireFinishedPass,
  requireRun,
} from '@chat-admin/moving/target/run-state';
import { stoppable } from '@chat-admin/moving/passes/stoppable';
import type { Source } from '@chat-admin/moving/source';
import { report, table } from '../../program/action.js';
import type { Action, Terminal } from '../../program/action.js';
import { frugalHeap } from './frugal-heap.js';
import { IMPORT_EXIT } from './import-exits.js';
import { ofImport } from './import-failures.js';
import { onTarget, renamedDomain, settingsOf, withTarget } from './import-request.js';
import { namedSource, openSource, withoutLogin } from './import-source.js';
import { runPass, verifyBoth } from './import-runs.js';
import type { Opened } from './import-runs.js';
import { rememberedEngine, toRemember, withRemembered } from './remembered.js';
import { rehearse } from './rehearsal.js';
import { StopSignal } from './stop-signal.js';
import type { GivenOptions, ImportOptions, ImportStateOptions, Reading } from './import-options.js';

const check: Action<GivenOptions> = (given, terminal) =>
  withBoth('check', given, terminal, async (both, options) => {
    const findings = await findingsOf(options, both, (entry) => both.reporter.add(entry), true);
    report(terminal, options, { findings }, shownFindings(findings));
    return hasFaults(findings) ? IMPORT_EXIT.refused : IMPORT_EXIT.done;
  });

const copy: Action<GivenOptions> = (given, terminal) =>
  withBoth('copy', given, terminal, async (both, options) => {
    await both.target.lock();
    const conflicts: ReportEntry[] = [];
    const findings = await findingsOf(options, both, (entry) => conflicts.push(entry), false);
    if (hasFaults(findings)) {
      for (const entry of conflicts) both.reporter.add(entry);
      const faults = findings.filter(({ level }) => level === 'fault');
      throw new ImportRefused(faults.map(({ text }) => text).join('\n'));
    }
    return runPass(options, terminal, both, toRemember(options));
  });

const catchUp: Action<GivenOptions> = (given, terminal) =>
  withBoth('catch-up', given, terminal, async (both, options) => {
    await both.target.lock();
    await requireRun(both.target, 'There is nothing to catch up with: copy first.');
    return runPass(options, terminal, both);
  });

const verify: Action<GivenOptions> = (given, terminal) =>
  withBoth('verify', given, terminal, async (both, options) => {
    if ((await openRun(both.target)) !== null) await requireFinishedPass(both.target);
    return verifyBoth(options, terminal, both);
  });

const finish: Action<ImportStateOptions> = (options, terminal) =>
  withTarget(options, terminal, (addresses) =>
    onTarget(addresses, async (target) => {
      await target.lock();
      const moved = await finishImport(target, hostname());
      report(terminal, options, { moved }, ['The import is finished: the services may start.']);
      return IMPORT_EXIT.done;
    }),
  );

const status: Action<ImportStateOptions> = (options, terminal) =>
  withTarget(options, terminal, (addresses) =>
    onTarget(addresses, async (target) => {
      const run = await openRun(target);
      if (run === null) {
        const finished = await isFinished(target);
        report(terminal, options, { running: false, finished }, [finished ? FINISHED : NONE]);
        return IMPORT_EXIT.done;
      }
      const kinds = await kindsOf(target);
      const { source, generation } = run;
      const rows = kinds.map((one) =>
        [one.kind, one.done ? 'done' : 'open', one.moved, one.lost, one.seconds.toFixed(1)].map(
          String,
        ),
      );
      report(terminal, options, { running: true, source, pass: generation, kinds }, [
        `Pass ${generation} from ${source}`,
        ...table([['kind', 'state', 'moved', 'lost', 'seconds'], ...rows]),
      ]);
      return IMPORT_EXIT.done;
    }),
  );

const abandon: Action<ImportStateOptions> = (options, terminal) => {
  if (!options.yes) throw new ImportRefused('It removes what was imported: say --yes');
  return withTarget(options, terminal, async (named) => {
    const engineUrl = named.engineUrl ?? (await rememberedEngine(named.url));
    return onTarget({ ...named, engineUrl }, async (target) => {
      await target.lock();
      await abandonImport(target);
      report(terminal, options, { abandoned: true }, ['What the import has made is removed.']);
      return IMPORT_EXIT.done;
    });
  });
};

export const IMPORT_ACTIONS = {
  check: ofImport(check),
  rehearse: ofImport<GivenOptions>((options, terminal) => rehearse(options, terminal, withBoth)),
  copy: ofImport(copy),
  'catch-up': ofImport(catchUp),
  verify: ofImport(verify),
};

export const STATE_ACTIONS = {
  finish: ofImport(finish),
  status: ofImport(status),
  abandon: ofImport<ImportStateOptions>(async (options, terminal) => abandon(options, terminal)),
};

/** Opens source, target and report, and closes them. `work` gets all options that hold. */
async function withBoth(
  action: Reading,
  given: GivenOptions,
  terminal: Terminal,
  work: (both: Opened, options: ImportOptions) => Promise<number>,
): Promise<number> {
  return withTarget(given, terminal, async (named, environment) => {
    const signal = new StopSignal();
    frugalHeap();
    let source: Source | null = null;
    try {
      const options = await withRemembered(action, given, named.url);
      const addresses = { ...named, engineUrl: options.engineDatabase ?? named.engineUrl };
      const place = await namedSource(options);
      const opening = (source = await openSource(place, options));
      return await onTarget(addresses, async (target) => {
        const reporter = writable('--report', options.report, (path) => new Reporter(path));
        const { newPasswords: file } = options;
        const newPasswords =
          file === undefined
            ? null
            : writable('--new-passwords', file, (path) => new NewPasswords(path));
        try {
          const opened = await openImport(
            stoppable(opening, () => signal.isStopped),
            target,
            {
              openfireHome: options.openfireHome ?? null,
              renamed: renamedDomain(options),
              renames: options.renames ?? [],
            },
          );
          const sourceName = withoutLogin(place);
          const both = { source: opening, target, addresses, opened, reporter, newPasswords };
          return await work({ ...both, sourceName, environment, signal }, options);
        } finally {
          reporter.close();
          newPasswords?.close();
        }
      });
    } finally {
      signal.close();
      await source?.close();
    }
  });
}

function writable<T>(option: string, path: string, open: (path: string) => T): T {
  try {
    return open(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ImportRefused(`${option}: ${path} cannot be written (${code})`);
  }
}

function findingsOf(
  options: ImportOptions,
  { source, target, opened, environment, signal, ...named }: Opened,
  told: Report,
  namesLeftBehind: boolean,
): Promise<readonly Finding[]> {
  return checkImport(
    stoppable(source, () => signal.isStopped),
    target,
    opened,
    {
      settings: settingsOf(options, environment, named),
      acceptForeignProviders: options.acceptForeignProviders ?? false,
      report: told,
      namesLeftBehind,
    },
  );
}

const hasFaults = (findings: readonly Finding[]): boolean =>
  findings.some(({ level }) => level === 'fault');

const shownFindings = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ level, text }) => `${level.padEnd(8)} ${text}`);
