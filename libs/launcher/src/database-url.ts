import { readFileSync } from 'node:fs';

/** Whether the user provides a database. Empty variables count as unset. */
export function hasOwnDatabase(environment: NodeJS.ProcessEnv): boolean {
  return Boolean(environment['DATABASE_URL'] || environment['DATABASE_URL_FILE']);
}

/**
 * The address of the database itself, past a pooler, from the variable or its `…_FILE`.
 * @throws UnreadableAddress
 */
export function databaseUrlOf(environment: NodeJS.ProcessEnv): string {
  const direct = addressIn(environment, 'DATABASE_DIRECT_URL');
  return direct ?? addressIn(environment, 'DATABASE_URL') ?? '';
}

/** The file that a setting names cannot be read. */
export class UnreadableAddress extends Error {
  constructor(setting: string) {
    super(`${setting}: the file cannot be read.`);
  }
}

/** @throws UnreadableAddress */
export function addressIn(environment: NodeJS.ProcessEnv, name: string): string | null {
  const file = environment[`${name}_FILE`];
  if (environment[name] || !file) return environment[name] || null;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new UnreadableAddress(`${name}_FILE`);
  }
}
