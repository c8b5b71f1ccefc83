import { setTimeout as delay } from 'node:timers/promises';
import type { LoggedEntry } from '@chat-admin/domain/audit/audit-search';
import { sealedLine } from '@chat-admin/domain/audit/seals';
import type { AuditExport } from '@chat-admin/persistence/audit/audit-export';
import { isDatabaseAway } from '@chat-admin/persistence/database/database-away';
import type { Action, ReportOptions, Terminal } from '../../program/action.js';
import { EXIT } from '../../outcome/exit-codes.js';
import { UnusableWord } from '../../outcome/failures.js';
import { onDatabase } from '../../database/on-database.js';
import { asCommandFault, readNumber } from './verify.js';

export interface AuditExportOptions extends ReportOptions {
  /** an id */
  readonly since?: string;
  readonly follow?: true;
  /** number of a seal */
  readonly seal?: string;
  /** as seals cover them */
  readonly lines?: true;
}

const DESCRIBED = { command: 'audit export', object: '/logs/security' };
const LOOK_AGAIN_AFTER_MS = 250;
const RETRY_AFTER_MS = 1_000;

/** Ends with 0 by SIGTERM and SIGINT, after a whole line. */
export const exportAudit: Action<AuditExportOptions> = async (options, terminal) => {
  const { since, follow, seal, lines } = options;
  if (seal !== undefined) return exportSeal(seal, options, terminal);
  if (lines) throw new UnusableWord('--lines needs --seal');
  const first = readId(since ?? '0');
  const stop = new AbortController();
  const end = () => stop.abort();
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  try {
    return await onDatabase(terminal.environment, DESCRIBED, async ({ auditExport }) => {
      const printer = new EntryPrinter(auditExport, terminal, stop.signal, first);
      await (follow ? printer.follow() : printer.printAll());
      return EXIT.done;
    });
  } finally {
    process.off('SIGTERM', end);
    process.off('SIGINT', end);
  }
};

/** Standard error has the digest, which the lines are compared with. */
async function exportSeal(
  text: string,
  { since, follow, lines }: AuditExportOptions,
  terminal: Terminal,
): Promise<number> {
  if (since !== undefined || follow)
    throw new UnusableWord('--seal stands without --since and --follow');
  const number = readNumber('--seal', text);
  return onDatabase(terminal.environment, DESCRIBED, async ({ auditProof }) => {
    const { seal, entries } = await auditProof.sealed(number).catch((error: unknown) => {
      throw asCommandFault(error);
    });
    const write = lines ? sealedLine : (entry: LoggedEntry) => JSON.stringify(entry);
    terminal.print(entries.map((entry) => `${write(entry)}\n`).join(''));
    if (lines) terminal.complain(`digest of seal ${number}: ${seal.digest}\n`);
    return EXIT.done;
  });
}

/** Prints each entry behind `last` once. */
class EntryPrinter {
  constructor(
    private readonly audit: AuditExport,
    private readonly terminal: Terminal,
    private readonly stop: AbortSignal,
    private last: number,
  ) {}

  async printAll(): Promise<void> {
    for await (const entries of this.audit.entries(this.last, this.stop)) {
      this.terminal.print(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      this.last = entries.at(-1)!.logId;
    }
  }

  async follow(): Promise<void> {
    let isAway = false;
    while (!this.stop.aborted) {
      const was = isAway;
      isAway = await this.isAway();
      if (isAway && !was) this.terminal.complain('The database is away; trying again.\n');
      await this.pause(isAway ? RETRY_AFTER_MS : LOOK_AGAIN_AFTER_MS);
    }
  }

  /** Prints what there is. @returns `true` if the database could not be asked, so that it may be asked again */
  private async isAway(): Promise<boolean> {
    try {
      await this.printAll();
      return false;
    } catch (error) {
      if (isDatabaseAway(error)) return true;
      throw error;
    }
  }

  private pause(milliseconds: number): Promise<void> {
    return delay(milliseconds, undefined, { signal: this.stop }).catch(() => undefined);
  }
}

function readId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UnusableWord(`--since: ${text} is no id of an entry`);
  return Number(text);
}
