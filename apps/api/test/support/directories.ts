import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from './test-database.js';
import type { TestDatabase } from './test-database.js';

/** Directories that nobody serves, paused, and a database that knows them. */
export interface UnservedDirectories {
  readonly database: TestDatabase;
  readonly file: string;
  remove(): Promise<void>;
}

export async function unservedDirectories(
  ...names: readonly string[]
): Promise<UnservedDirectories> {
  const folder = await mkdtemp(join(tmpdir(), 'chat-admin-directories-'));
  const [file, passwordFile] = [join(folder, 'directories.yaml'), join(folder, 'password')];
  const directories = names.map((name) => ({
    ...{ name, kind: 'openldap', servers: ['ldap://127.0.0.1:1'], bind: 'cn=reader' },
    ...{ passwordFile, people: { base: 'dc=example,dc=org' } },
  }));
  await writeFile(passwordFile, 'secret');
  await writeFile(file, JSON.stringify({ directories }));
  const database = await createTestDatabase('prepared');
  for (const name of names) {
    await database.sql('insert into directory_state (directory, paused) values ($1, true)', [name]);
  }
  return { database, file, remove: () => rm(folder, { recursive: true }) };
}

/** A run that waits to be confirmed. @returns its id */
export async function waitingRun(database: TestDatabase, directory: string): Promise<string> {
  const affected = {
    people: { locked: 812, removed: 0, renamed: 3, of: 1000 },
    groups: { removed: 0, renamed: 0, of: 0 },
    memberships: { removed: 0, of: 0 },
  };
  const [row] = await database.sql(
    `insert into directory_run (directory, mode, dry_run, status, created_by, counts, affected, message, lease_until)
     values ($1, 'full', false, 'waiting', 'boss', '{"read": 188}', $2, 'Would lock 812', now())
     returning id::text`,
    [directory, JSON.stringify(affected)],
  );
  return row!['id'] as string;
}
