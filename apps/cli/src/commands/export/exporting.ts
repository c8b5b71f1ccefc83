import { withDatabase } from '@chat-admin/launcher/reachable-database';
import { ImportStopped } from '@chat-admin/moving/faults';
import type { Loss } from '@chat-admin/portable/faults';
import { Snapshot } from '@chat-admin/portable/database/snapshot';
import type { AuditFacts } from '@chat-admin/domain/shared/audit-facts';
import { report } from '../../program/action.js';
import type { ReportOptions, Terminal } from '../../program/action.js';
import { CommandAudit } from '../../database/command-audit.js';
import { IMPORT_EXIT } from '../import/import-exits.js';
import { ImportProgress } from '../import/import-progress.js';
import { progressOf } from '../import/import-request.js';
import { refusePassword } from '../import/import-source.js';
import { StopSignal } from '../import/stop-signal.js';
import { addressed, onDatabase } from '../../database/on-database.js';

/** Of all exports. */
export interface ExportOptions extends ReportOptions {
  readonly out: string;
  readonly engineDatabase?: string;
  readonly progress: string;
}

/** What an export works with. */
export interface Exporting {
  readonly snapshot: Snapshot;
  readonly onLoss: (loss: Loss) => void;
  /** rows that follow are of this kind; `null`: nobody knows how many */
  begins(kind: string, rows: number | null): void;
  /** @throws ImportStopped when somebody has asked it to stop */
  advance(): void;
  ends(): void;
  /** The audit entry; before what is written can be found. */
  audit(facts: AuditFacts): Promise<void>;
}

/**
 * Runs an export on one state of the database.
 * @param command its words, for the audit log
 * @param work @returns what it has written, by kind
 */
export function exporting(
  command: string,
  options: ExportOptions,
  terminal: Terminal,
  work: (exporting: Exporting) => Promise<Readonly<Record<string, number>>>,
): Promise<number> {
  const { engineDatabase = null } = options;
  if (engineDatabase !== null) refusePassword('--engine-database', engineDatabase);
  const form = progressOf(options);
  const { environment } = terminal;
  const described = { command, object: '/export' };
  return withDatabase(environment, (url, superuserUrl) =>
    onDatabase(addressed(environment, url), described, async ({ auditLog }) => {
      const signal = new StopSignal();
      const progress = ImportProgress.of(form, terminal, signal);
      let losses = 0;
      let kind = '';
      const snapshot = await Snapshot.open({ url, engineUrl: engineDatabase ?? superuserUrl });
      try {
        const written = await work({
          snapshot,
          onLoss: ({ name, field, text }) => {
            losses += 1;
            terminal.complain(`${name}: ${field}: ${text}\n`);
          },
          begins: (next, rows) => progress.begins((kind = next), rows),
          advance: () => {
            if (signal.isStopped) throw new ImportStopped('Stopped; nothing is left of it.');
            progress.advance(kind, 1);
          },
          ends: () => progress.ends(kind, {}),
          audit: (facts) => {
            const entry = new CommandAudit(described);
            entry.note(facts);
            return auditLog.append(entry.take()!, 'principal');
          },
        });
        const lines = Object.entries(written).map(([name, rows]) => `${name}: ${rows}`);
        report(terminal, options, { out: options.out, written, losses }, [
          ...lines,
          `Written to ${options.out}`,
        ]);
        return losses > 0 ? IMPORT_EXIT.losses : IMPORT_EXIT.done;
      } finally {
        signal.close();
        await snapshot.close();
      }
    }),
  );
}
