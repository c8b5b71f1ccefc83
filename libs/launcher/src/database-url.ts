import { readFileSync } from 'node:fs';

/** Whether the user provides a database. Empty variables count as unset. */
export function hasOwnDatabase(environment: NodeJS.ProcessEnv): boolean {
  return Boolean(environment['DATABASE_URL'] || environment['DATABASE_URL_FILE']);
}

/**
 * The address of the database, from the variable or its `…_FILE`. @throws if the file cannot be
 * read
 */
export function databaseUrlOf(environment: NodeJS.ProcessEnv): string {
  const { DATABASE_URL: url, DATABASE_URL_FILE: file } = environment;
  return url || readFileSync(file ?? '', 'utf8').trim();
}
