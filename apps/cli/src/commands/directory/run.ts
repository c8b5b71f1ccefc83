import { randomUUID } from 'node:crypto';
import { LdapSource } from '@chat-admin/directory/ldap-source';
import type { DirectoryRun, RunResult } from '@chat-admin/domain/directories/directory-run';
import { directoryView } from '@chat-admin/domain/directories/directory-view';
import type { DirectorySettings } from '@chat-admin/domain/directories/directory-settings';
import { RunLost } from '@chat-admin/domain/directories/directory-runs';
import type { DirectoryRuns } from '@chat-admin/domain/directories/directory-runs';
import { goOnWithRun } from '@chat-admin/server/directories/directory-work';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { createLog } from '@chat-admin/server/process/log';
import { COMMAND_LINE } from '../../database/command-audit.js';
import { onDatabase } from '../../database/on-database.js';
import { OPTIONS, portsFor } from '../../database/use-cases.js';
import { EXIT } from '../../outcome/exit-codes.js';
import type { ExitCode } from '../../outcome/exit-codes.js';
import { CommandFault } from '../../outcome/failures.js';
import { report, table } from '../../program/action.js';
import type { Action, ReportOptions, Terminal } from '../../program/action.js';
import { chosenDirectories, chosenDirectory } from './chosen.js';

export interface OneDirectory extends ReportOptions {
  readonly name: string | undefined;
}

export interface RunOptions extends OneDirectory {
  readonly full?: true;
  readonly dryRun?: true;
}

/** Begins a run, or goes on with one that was interrupted. */
export const runDirectory: Action<RunOptions> = (options, terminal) =>
  onRuns('run', options, terminal, async ({ name: directory, digest }, persistence) => {
    const { directoryRuns: runs, transactions } = persistence;
    const mode = options.full ? 'full' : 'changes';
    const dryRun = options.dryRun ?? false;
    return transactions.run(async () => {
      if (!dryRun) await runs.follow(directory, digest, null);
      const begun = await runs.begin({ directory, mode, dryRun, createdBy: COMMAND_LINE });
      return (begun ?? (await openRun(runs, directory, { mode, dryRun }))).id;
    });
  });

/** @throws CommandFault unless it is what is asked for that is open */
async function openRun(
  runs: DirectoryRuns,
  directory: string,
  { mode, dryRun }: Pick<DirectoryRun, 'mode' | 'dryRun'>,
): Promise<DirectoryRun> {
  const open = await runs.last(directory);
  if (open === null) throw underWay(HELP_BUSY);
  if (open.status === 'waiting') {
    throw refused('run-waits', `Run ${open.id} waits: ${open.message}`, HELP_WAITING);
  }
  // a full one does what one of changes would do
  if (open.dryRun !== dryRun || (mode === 'full' && open.mode !== mode)) {
    const kind = [open.mode === 'full' ? ' --full' : '', open.dryRun ? ' --dry-run' : ''];
    throw underWay(
      `Run ${open.id} was begun otherwise: "chat-admin directory run${kind.join('')}" goes on with it, "chat-admin directory cancel" ends it.`,
    );
  }
  return open;
}

/** Carries out the run that the brake has stopped, if it does no more than was told. */
export const confirmRun: Action<OneDirectory> = (options, terminal) =>
  onRuns('confirm', options, terminal, async ({ name: directory, digest }, persistence) => {
    const { directoryRuns: runs, transactions } = persistence;
    const open = await runs.last(directory);
    return transactions.run(async () => {
      if (open === null || !(await runs.confirm(open.id))) {
        const help = `No run of ${directory} waits.`;
        throw refused('run-does-not-wait', 'The run does not wait', help);
      }
      // which cancels runs that still wait
      await runs.follow(directory, digest, null);
      return open.id;
    });
  });

export const cancelRun: Action<OneDirectory> = (options, terminal) =>
  onDirectory('cancel', options, terminal, async (directory, { directoryRuns, transactions }) => {
    const open = await directoryRuns.last(directory);
    const message = 'Cancelled from the command line';
    const id = await transactions.run(async () => {
      if (open && (await directoryRuns.cancel(open.id, message))) return open.id;
      throw refused('no-run', 'No run is under way', `Nothing of ${directory} is to be cancelled.`);
    });
    report(terminal, options, { cancelled: id }, [`Run ${id} is cancelled`]);
    return EXIT.done;
  });

const setPaused =
  (word: string, isPaused: boolean): Action<OneDirectory> =>
  (options, terminal) =>
    onDirectory(word, options, terminal, async (directory, { directoryRuns, transactions }) => {
      await transactions.run(() => directoryRuns.pause(directory, isPaused));
      report(terminal, options, { name: directory, paused: isPaused }, [
        `${directory} is ${isPaused ? 'paused' : 'kept in step'}`,
      ]);
      return EXIT.done;
    });

/** From now on only runs that somebody asks for. */
export const pauseDirectory = setPaused('pause', true);
export const resumeDirectory = setPaused('resume', false);

/** How the directories of the file are kept in step. */
export const showDirectories: Action<OneDirectory> = async (options, terminal) => {
  const chosen = await chosenDirectories(terminal.environment, options.name);
  const described = { command: 'directory status', object: '/directories' };
  return onDatabase(terminal.environment, described, async ({ directoryRuns: runs }) => {
    await runs.tidy();
    const directories = [];
    for (const { settings } of chosen) {
      const view = await directoryView(runs, settings);
      const { name, kind, state, paused, people, groups, lastRun } = view;
      const { lastSuccess, lastFull, failingSince, message } = view;
      directories.push({
        ...{ name, kind, state, paused, people, groups, lastSuccess, lastFull, failingSince },
        ...{ message, lastRun: lastRun && shownRun(lastRun) },
      });
    }
    const lines = directories.flatMap((one) => [
      `${one.name}: ${one.state}, ${one.people} people, ${one.groups} groups`,
      `  last success: ${one.lastSuccess?.toISOString() ?? 'none'}`,
      ...(one.message ? [`  ${one.message}`] : []),
      ...(one.lastRun ? [`  ${toldRun(one.lastRun)}`] : []),
    ]);
    report(terminal, options, { directories }, lines);
    return EXIT.done;
  });
};

const HELP_WAITING = '"chat-admin directory confirm" carries it out, "directory cancel" ends it.';
const HELP_BUSY = 'Another process carries it out; "chat-admin directory status" shows how far.';

const refused = (code: string, message: string, help: string) =>
  new CommandFault(EXIT.notAllowed, code, message, help);

const underWay = (help: string) =>
  refused('run-under-way', 'A run of this directory is under way', help);

/** @param begin gives the id of the run that is then carried out here, unless another process does; shown once it is over */
function onRuns(
  word: string,
  options: RunOptions,
  terminal: Terminal,
  begin: (settings: DirectorySettings, persistence: Persistence) => Promise<string>,
): Promise<number> {
  return onDirectory(word, options, terminal, async (_, persistence, configuration) => {
    const runId = await begin(configuration.settings, persistence);
    const { environment } = terminal;
    const ports = portsFor(persistence, environment);
    const surroundings = { persistence, ports, options: OPTIONS, log: createLog('silent') };
    const { settings } = configuration;
    const source = new LdapSource(configuration);
    await goOnWithRun({ runId, settings, source }, surroundings, randomUUID())
      .catch((error: unknown) => {
        if (!(error instanceof RunLost)) throw error;
      })
      .finally(() => source.close());
    const run = await persistence.directoryRuns.find(runId);
    const isOver = run !== null && (run.finished !== null || run.status === 'waiting');
    if (!isOver) throw underWay(HELP_BUSY);
    return showRun(run, options, terminal, persistence);
  });
}

async function showRun(
  run: DirectoryRun,
  options: RunOptions,
  terminal: Terminal,
  { directoryRuns }: Persistence,
): Promise<ExitCode> {
  const lines: RunResult[] = [];
  const results = directoryRuns.results(run.id, null);
  for await (const some of results.whole({ sort: 'key', descending: false })) lines.push(...some);
  const told = run.dryRun ? lines : lines.filter(({ outcome }) => outcome === 'failed');
  report(terminal, options, { run: shownRun(run), results: lines }, [
    toldRun(shownRun(run)),
    ...table(
      told.map(({ outcome, object, changed, message }) => [
        `  ${outcome}`,
        object,
        changed.join(', '),
        message ?? '',
      ]),
    ),
  ]);
  return run.status === 'done' ? EXIT.done : EXIT.failed;
}

const shownRun = (run: DirectoryRun) => ({
  ...{ id: run.id, directory: run.directory, mode: run.mode, dryRun: run.dryRun },
  ...{ status: run.status, createdBy: run.createdBy, created: run.created, started: run.started },
  ...{ finished: run.finished, counts: run.counts, message: run.message },
});

function toldRun({ id, status, dryRun, counts, message }: ReturnType<typeof shownRun>): string {
  const parts = Object.entries(counts).flatMap(([what, count]) =>
    count > 0 ? [`${what} ${count}`] : [],
  );
  const how = dryRun ? 'dry run' : 'run';
  if (parts.length === 0 && status === 'done') parts.push('nothing has changed');
  const facts = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
  return `${how} ${id} ${status}${facts}${message ? `. ${message}` : ''}`;
}

async function onDirectory(
  word: string,
  { name }: OneDirectory,
  { environment }: Terminal,
  work: (
    directory: string,
    persistence: Persistence,
    configuration: Awaited<ReturnType<typeof chosenDirectory>>,
  ) => Promise<ExitCode>,
): Promise<number> {
  const configuration = await chosenDirectory(environment, name);
  const directory = configuration.settings.name;
  const described = {
    command: `directory ${word} ${directory}`,
    object: `/directories/${directory}`,
  };
  return onDatabase(environment, described, async (persistence) => {
    await persistence.directoryRuns.tidy();
    return work(directory, persistence, configuration);
  });
}
