import { DatabaseUnreachable, withDatabase } from '@chat-admin/launcher/reachable-database';
import { databaseReason } from '@chat-admin/server/composition/database-faults';
import { report } from '../../program/action.js';
import type { Action, ReportOptions } from '../../program/action.js';
import { EXIT } from '../../outcome/exit-codes.js';
import { Skipped } from './skipped.js';
import type { Check, Finding, Remedy } from './check.js';
import { CHECKS } from './checks.js';
import { Patient } from './patient.js';
import type { DatabasePlace } from './patient.js';

const PATIENCE_MS = 5_000;
/** Patience ends in so many steps; one that comes late, because this process was not run, counts as one. */
const STEPS = 50;

/** A finding with the code of its check. */
export interface Diagnosis extends Finding {
  readonly code: string;
}

export const runDoctor: Action<ReportOptions> = async (options, terminal) => {
  const { environment, sources } = terminal;
  const look = (place: DatabasePlace) =>
    examine(new Patient(environment, place, Date.now, sources));
  const found = await withDatabase(environment, (url) => look({ url })).catch((error: unknown) => {
    if (error instanceof DatabaseUnreachable) return look({ reason: error.message });
    throw error;
  });
  report(terminal, options, { findings: found }, [...found.flatMap(lines), summary(found)]);
  return found.some(({ level }) => level === 'fault') ? EXIT.failed : EXIT.done;
};

/** All checks at the same time, in the order of the list. */
export async function examine(
  patient: Patient,
  checks: readonly Check[] = CHECKS,
  patienceMs = PATIENCE_MS,
): Promise<readonly Diagnosis[]> {
  try {
    return await Promise.all(
      checks.map(async (check) => ({
        code: check.code,
        ...(await answerOf(check, patient, patienceMs)),
      })),
    );
  } finally {
    await patient.close();
  }
}

async function answerOf(
  { examine: look }: Check,
  patient: Patient,
  patienceMs: number,
): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding>((resolve) => {
    const sentence = `There was no answer within ${patienceMs / 1_000} s`;
    let steps = 0;
    timer = setInterval(() => {
      steps += 1;
      if (steps >= STEPS) resolve({ level: 'fault', sentence, remedy: null });
    }, patienceMs / STEPS);
  });
  try {
    return await Promise.race([Promise.resolve(patient).then(look), late]);
  } catch (error) {
    if (error instanceof Skipped) {
      return { level: 'skipped', sentence: error.message, remedy: null };
    }
    return { level: 'fault', sentence: `It failed: ${databaseReason(error)}`, remedy: null };
  } finally {
    clearInterval(timer);
  }
}

const PLACES: Readonly<Record<Remedy['where'], string>> = {
  shell: 'in a shell',
  psql: 'in psql, as the owner of the database',
  superuser: 'in psql, as a superuser',
  settings: 'in the settings of the services',
};

const LEVEL_WIDTH = 'skipped'.length;
const CODE_WIDTH = Math.max(...CHECKS.map(({ code }) => code.length));

function lines({ code, level, sentence, remedy }: Diagnosis): readonly string[] {
  const line = `${level.padEnd(LEVEL_WIDTH)}  ${code.padEnd(CODE_WIDTH)}  ${sentence}`;
  if (remedy === null) return [line];
  return [
    line,
    `  ${PLACES[remedy.where]}:`,
    ...remedy.text.split('\n').map((text) => `    ${text}`),
  ];
}

function summary(found: readonly Diagnosis[]): string {
  const count = (wanted: string) => found.filter(({ level }) => level === wanted).length;
  return `faults: ${count('fault')}, warnings: ${count('warning')}, skipped: ${count('skipped')}, ok: ${count('ok')}`;
}
