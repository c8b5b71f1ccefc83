import type { NewPasswords } from '@chat-admin/moving/passwords/new-passwords';
import { ImportPass } from '@chat-admin/moving/passes/import-pass';
import type { OpenedImport } from '@chat-admin/moving/passes/open-import';
import type { Reporter } from '@chat-admin/moving/passes/reporter';
import { requireGoingOn, stoppable } from '@chat-admin/moving/passes/stoppable';
import type { Target, TargetAddresses } from '@chat-admin/moving/target/target';
import type { Source } from '@chat-admin/moving/source';
import { openRepositories } from '@chat-admin/moving/verify/repositories';
import { verifyImport } from '@chat-admin/moving/verify/verify-import';
import { report, table } from '../../program/action.js';
import type { Terminal } from '../../program/action.js';
import { IMPORT_EXIT } from './import-exits.js';
import { ImportProgress } from './import-progress.js';
import { progressOf, settingsOf } from './import-request.js';
import type { StopSignal } from './stop-signal.js';
import type { ImportOptions } from './import-options.js';

/** What actions on source and target work with. */
export interface Opened {
  readonly source: Source;
  readonly target: Target;
  readonly addresses: TargetAddresses;
  readonly opened: OpenedImport;
  readonly reporter: Reporter;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: StopSignal;
  readonly sourceName: string;
  readonly newPasswords: NewPasswords | null;
}

/** One pass over the source. */
export async function runPass(
  options: ImportOptions,
  terminal: Terminal,
  { source, target, opened, reporter, environment, signal, ...named }: Opened,
  remembered: object | null = null,
): Promise<number> {
  const progress = ImportProgress.of(progressOf(options), terminal, signal);
  const settings = { ...settingsOf(options, environment, named), remembered };
  const pass = new ImportPass(source, opened, target, settings, reporter, progress);
  const results = await (options.dryRun ? pass.dryRun() : pass.run());
  const kinds = [...results].map(([kind, result]) => ({ kind, ...result }));
  const rows = kinds.map((one) => [one.kind, one.moved, one.lost, one.changed, one.removed]);
  report(terminal, options, { kinds, codes: Object.fromEntries(reporter.counts) }, [
    ...table([
      ['kind', 'moved', 'lost', 'changed', 'removed'],
      ...rows.map((row) => row.map(String)),
    ]),
    ...codesOf(reporter),
    `Report: ${options.report}`,
  ]);
  return reporter.hasLosses ? IMPORT_EXIT.losses : IMPORT_EXIT.done;
}

export async function verifyBoth(
  options: ImportOptions,
  terminal: Terminal,
  { source, target, addresses, opened, reporter, environment, signal, ...named }: Opened,
): Promise<number> {
  const settings = settingsOf(options, environment, named);
  const { kinds, propertyPrefixes, messagesSince } = settings;
  const here = await openRepositories(addresses.url, opened.found.context.jids.domain);
  let differences = 0;
  try {
    const verified = await verifyImport(
      stoppable(source, () => signal.isStopped),
      target,
      opened,
      here,
      {
        kinds,
        propertyPrefixes,
        messagesSince,
        checkpoint: () => requireGoingOn(signal.isStopped),
        found: ({ kind, name, field }) => {
          differences += 1;
          reporter.add({ kind, name, field, code: 'differs', text: 'not here as it is there' });
        },
      },
    );
    const rows = verified.map((one) =>
      [one.kind, one.source, one.here, one.reported, one.samples].map(String),
    );
    report(terminal, options, { verified, differences }, [
      ...table([['kind', 'source', 'here', 'reported', 'samples'], ...rows]),
      differences === 0 ? 'No difference.' : `${differences} differences: ${options.report}`,
    ]);
    return differences === 0 ? IMPORT_EXIT.done : IMPORT_EXIT.differs;
  } finally {
    await here.close();
  }
}

const codesOf = ({ counts }: Reporter): readonly string[] =>
  [...counts].map(([code, count]) => `${code}: ${count}`);
