import { setTimeout as pause } from 'node:timers/promises';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';

const TIMEOUT_MS = 2_000;

/** What the check needs from the app. */
export interface ServerVitals {
  /** startup is complete and no shutdown was requested */
  isServing(): boolean;
  /** resolves once the database has answered */
  pingDatabase(): Promise<void>;
  /** why the database takes no writes, `null` when it does */
  writeFault(): string | null;
}

/**
 * Whether an app can serve: `null`, or the name of the failed check, followed by the reason in
 * brackets if known, which is for operators only. Contract: core 7.3
 * @param reads whether only reads count, for which the database need not take writes
 */
export async function serverReadiness(
  vitals: ServerVitals,
  properties: SystemProperties,
  timeoutMs = TIMEOUT_MS,
  reads = false,
): Promise<string | null> {
  const answers = () =>
    inTime(
      vitals.pingDatabase().then(() => true),
      timeoutMs,
    );
  if (!vitals.isServing() || !(await answers())) return 'readiness/server';
  const fault = reads ? null : vitals.writeFault();
  if (fault !== null) return `readiness/server (${fault})`;
  return properties.read(systemProperty.wildcardsInExcludes) ? null : 'readiness/server (access)';
}

/** `null` on time-out or failure. */
export async function inTime<T>(work: Promise<T>, timeoutMs = TIMEOUT_MS): Promise<T | null> {
  const timer = new AbortController();
  const late = pause(timeoutMs, null, { signal: timer.signal }).catch(() => null);
  try {
    return await Promise.race([work.catch(() => null), late]);
  } finally {
    timer.abort();
  }
}
