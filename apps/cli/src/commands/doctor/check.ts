import type { Deployment } from './deployment.js';

/** `fault`: something does not work, or soon will not; `skipped`: switched off, or not to be known here. */
export type Level = 'ok' | 'warning' | 'fault' | 'skipped';

/** What mends a finding, to be pasted. */
export interface Remedy {
  /** `psql`: as the owner of the database; `superuser`: in psql as one; `settings`: `NAME=value` for the services */
  readonly where: 'shell' | 'psql' | 'superuser' | 'settings';
  readonly text: string;
}

export interface Finding {
  readonly level: Level;
  /** one sentence without secrets */
  readonly sentence: string;
  /** `null`: nothing is to be done, or nobody can know what */
  readonly remedy: Remedy | null;
}

/** One question that the doctor asks. */
export interface Check {
  /** `database/indexes` */
  readonly code: string;
  /** @throws Skipped; anything else is a fault */
  readonly examine: (deployment: Deployment) => Finding | Promise<Finding>;
}

export const ok = (sentence: string): Finding => ({ level: 'ok', sentence, remedy: null });

export const warning = (sentence: string, where: Remedy['where'], text: string): Finding => ({
  level: 'warning',
  sentence,
  remedy: { where, text },
});

export const fault = (sentence: string, where: Remedy['where'], text: string): Finding => ({
  level: 'fault',
  sentence,
  remedy: { where, text },
});

/** The first fault, else the first warning. @param findings at least one */
export const worst = (findings: readonly Finding[]): Finding =>
  findings.find(({ level }) => level === 'fault') ??
  findings.find(({ level }) => level === 'warning') ??
  findings[0]!;

/** The first ones, and how many there are besides. */
export function some(names: readonly string[], count = names.length): string {
  const shown = names.slice(0, MOST_NAMED);
  return `${shown.join(', ')}${count > shown.length ? ` and ${count - shown.length} more` : ''}`;
}

const MOST_NAMED = 5;
