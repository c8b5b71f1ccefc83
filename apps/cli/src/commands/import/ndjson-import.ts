import { hostname } from 'node:os';
import { importNdjson } from '@chat-admin/moving/ndjson/import-ndjson';
import { ImportStopped } from '@chat-admin/moving/faults';
import { requireNoRun } from '@chat-admin/moving/target/run-state';
import { Target } from '@chat-admin/moving/target/target';
import { READ_KINDS } from '@chat-admin/portable/ndjson/kinds';
import { chosenKinds } from '../export/chosen-kinds.js';
import { report } from '../../program/action.js';
import type { Action, ReportOptions } from '../../program/action.js';
import { IMPORT_EXIT } from './import-exits.js';
import { ofImport } from './import-failures.js';
import { ImportProgress } from './import-progress.js';
import { progressOf, withTarget } from './import-request.js';
import { StopSignal } from './stop-signal.js';

/** Of rows that `export ndjson` has written. */
export interface NdjsonImportOptions extends ReportOptions {
  readonly source: string;
  readonly only?: string;
  readonly database?: string;
  readonly dryRun?: true;
  readonly progress: string;
}

const ndjson: Action<NdjsonImportOptions> = (options, terminal) => {
  const { source, only, dryRun: isDry = false } = options;
  const kinds = only === undefined ? null : chosenKinds(only, READ_KINDS);
  const form = progressOf(options);
  return withTarget(options, terminal, async (addresses) => {
    const signal = new StopSignal();
    const progress = ImportProgress.of(form, terminal, signal);
    const target = await Target.open(addresses);
    try {
      await target.lock();
      await requireNoRun(target);
      const read = await importNdjson(target, {
        ...{ source, kinds, isDry, node: hostname() },
        begins: (kind) => progress.begins(kind, null),
        advance: (kind, rows) => {
          if (signal.isStopped) throw new ImportStopped('Stopped; nothing of it is here.');
          progress.advance(kind, rows);
        },
        ends: (kind) => progress.ends(kind, {}),
      });
      const lines = Object.entries(read).map(([kind, rows]) => `${kind}: ${rows}`);
      const end = isDry ? 'All of it can be read; nothing was stored.' : `Read from ${source}`;
      report(terminal, options, { source, read, dryRun: isDry }, [...lines, end]);
      return IMPORT_EXIT.done;
    } finally {
      signal.close();
      await target.close();
    }
  });
};

/** Options are refused by the same exit codes. */
export const importOfNdjson = ofImport<NdjsonImportOptions>(async (options, terminal) =>
  ndjson(options, terminal),
);
