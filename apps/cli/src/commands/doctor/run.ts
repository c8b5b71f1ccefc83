import { ownCommand } from '@chat-admin/configuration/own-command';
import { hasOwnDatabase } from '@chat-admin/launcher/database-url';
import { noDatabase, withDatabase } from '@chat-admin/launcher/reachable-database';
import { databaseReason } from '@chat-admin/server/composition/database-faults';
import { report } from '../../program/action.js';
import type { Action, ReportOptions } from '../../program/action.js';
import { EXIT } from '../../outcome/exit-codes.js';
import { Skipped } from './skipped.js';
import type { Check, Finding, Remedy } from './check.js';
import { CHECKS } from './checks.js';
import { thisMachine } from './machine.js';
import type { Machine } from './machine.js';
import { Deployment } from './deployment.js';
import type { DatabasePlace, StrangeSettings } from './deployment.js';

const TIMEOUT_MS = 5_000;
/** The time of a check is counted in so many steps: one that comes late, because this process was not run, counts as one. */
const STEPS = 50;

/** A finding with the code of its check. */
export interface Diagnosis extends Finding {
  readonly code: string;
}

export const runDoctor: Action<ReportOptions> = async (options, terminal) => {
  const { environment, sources } = terminal;
  const machine = thisMachine();
  const found = await diagnose(environment, sources, machine);
  const lines = found.flatMap((diagnosis) => linesOf(diagnosis, machine));
  report(terminal, options, { findings: found }, [...lines, summary(found)]);
  return found.some(({ level }) => level === 'fault') ? EXIT.failed : EXIT.done;
};

/** What all checks find, or some. */
export async function diagnose(
  environment: NodeJS.ProcessEnv,
  sources: StrangeSettings,
  machine: Machine,
  checks: readonly Check[] = CHECKS,
): Promise<readonly Diagnosis[]> {
  let told: Promise<readonly Diagnosis[]> | null = null;
  const look = (place: DatabasePlace) =>
    (told ??= examine(new Deployment(environment, place, Date.now, sources, machine), checks));
  // the packages bring no PostgreSQL
  const { installation } = machine;
  if (!hasOwnDatabase(environment) && (installation === 'debian' || installation === 'image'))
    return look({ reason: noDatabase(environment, installation) });
  try {
    return await withDatabase(environment, (url) => look({ url }));
  } catch (error) {
    // also why the embedded database could not be started, or stopped afterwards
    return look({ reason: error instanceof Error ? error.message : 'It is not known why' });
  }
}

/** All checks at the same time, in the order of the list. */
export async function examine(
  deployment: Deployment,
  checks: readonly Check[] = CHECKS,
  timeoutMs = TIMEOUT_MS,
): Promise<readonly Diagnosis[]> {
  try {
    return await Promise.all(
      checks.map(async (check) => ({
        code: check.code,
        ...(await answerOf(check, deployment, timeoutMs)),
      })),
    );
  } finally {
    await deployment.close();
  }
}

async function answerOf(
  { examine: look }: Check,
  deployment: Deployment,
  timeoutMs: number,
): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding>((resolve) => {
    const sentence = `There was no answer within ${timeoutMs / 1_000} s`;
    let steps = 0;
    timer = setInterval(() => {
      steps += 1;
      if (steps >= STEPS) resolve({ level: 'fault', sentence, remedy: null });
    }, timeoutMs / STEPS);
  });
  try {
    return await Promise.race([Promise.resolve(deployment).then(look), late]);
  } catch (error) {
    if (error instanceof Skipped) {
      return { level: 'skipped', sentence: error.message, remedy: null };
    }
    return { level: 'fault', sentence: `It failed: ${databaseReason(error)}`, remedy: null };
  } finally {
    clearInterval(timer);
  }
}

const SETTINGS: Readonly<Record<Machine['installation'], string>> = {
  checkout: 'in the environment of the services',
  debian: 'in /etc/chat-admin/chat-admin.conf, then restart the services',
  image: 'among the variables of the container, then start it again',
  npm: 'in the environment of the services',
};

function placeOf({ where, text }: Remedy, { installation }: Machine): string {
  if (where === 'settings') return SETTINGS[installation];
  if (where === 'psql') return 'in psql, as the owner of the database';
  if (where === 'superuser')
    return installation === 'debian'
      ? 'in psql, as a superuser ("runuser -u postgres -- psql" with the name of the database)'
      : 'in psql, as a superuser';
  if (installation !== 'image') return 'in a shell';
  return text.startsWith(ownCommand('', installation).trim())
    ? 'in the container, by "docker compose exec chat-admin", "podman exec chat-admin" or "kubectl exec deployment/chat-admin --"'
    : 'in a shell of the machine that runs the container';
}

const LEVEL_WIDTH = 'skipped'.length;
const CODE_WIDTH = Math.max(...CHECKS.map(({ code }) => code.length));

function linesOf(
  { code, level, sentence, remedy }: Diagnosis,
  machine: Machine,
): readonly string[] {
  const line = `${level.padEnd(LEVEL_WIDTH)}  ${code.padEnd(CODE_WIDTH)}  ${sentence}`;
  if (remedy === null) return [line];
  return [
    line,
    `  ${placeOf(remedy, machine)}:`,
    ...remedy.text.split('\n').map((text) => `    ${text}`),
  ];
}

function summary(found: readonly Diagnosis[]): string {
  const count = (wanted: string) => found.filter(({ level }) => level === wanted).length;
  return `faults: ${count('fault')}, warnings: ${count('warning')}, skipped: ${count('skipped')}, ok: ${count('ok')}`;
}
