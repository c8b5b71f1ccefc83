import { resolve } from 'node:path';
import { ownCommand } from '@chat-admin/configuration/own-command';
import { isFinished, openRun, progressOf } from '@chat-admin/moving/target/run-state';
import type { Terminal } from '../../program/action.js';
import type { ImportOptions, ImportStateOptions } from '../import/import-options.js';
import { onTarget, withTarget } from '../import/import-request.js';
import { rememberedAt, reportAt, USUAL_REPORTS } from '../import/remembered.js';

/** How far a move is, by what the database knows. */
export type MoveState = 'none' | 'unfinished' | 'copied' | 'finished';

export function stateOf(options: ImportStateOptions, terminal: Terminal): Promise<MoveState> {
  return withTarget(options, terminal, ({ url }) =>
    onTarget({ url, engineUrl: null }, async (target) => {
      if (await isFinished(target)) return 'finished';
      if ((await openRun(target)) === null) return 'none';
      const progress = await progressOf(target);
      return progress.length > 0 && progress.every(({ done }) => done) ? 'copied' : 'unfinished';
    }),
  );
}

/** Source and options of the copy. */
export function knownOf(
  options: ImportStateOptions,
  terminal: Terminal,
): Promise<Partial<ImportOptions> | null> {
  return withTarget(options, terminal, ({ url }) => rememberedAt(url));
}

/** The report of the import, wherever it began; else the one that it will write here. */
export async function reportOf(options: ImportStateOptions, terminal: Terminal): Promise<string> {
  const known = await withTarget(options, terminal, ({ url }) => reportAt(url));
  return known ?? resolve(USUAL_REPORTS.copy);
}

const NEXT = {
  none: 'check',
  unfinished: 'catch-up',
  copied: 'catch-up',
  finished: 'status',
} as const;

/** The plain command that is next. */
export const nextOf = (state: MoveState, form: string): string =>
  ownCommand(`import ${form} ${NEXT[state]}`);
