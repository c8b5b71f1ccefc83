import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from './load-config.js';

const FOLDER = 'CREDENTIALS_DIRECTORY';

/**
 * Secrets that systemd, or an operator, provides as files of `CREDENTIALS_DIRECTORY`: `database-url` or
 * `chat-admin_database-url` (so named by `LoadCredential=chat-admin:<folder>`, `chat-admin-owner_…` by another one) stands for `DATABASE_URL_FILE`.
 * @returns the settings that the environment does not have itself; none if there is no such folder
 */
export function credentialFiles(environment: Environment): Readonly<Record<string, string>> {
  const folder = environment[FOLDER];
  if (!folder) return {};
  const found: Record<string, string> = {};
  for (const file of namesIn(folder)) {
    const name = /^(?:chat-admin(?:-owner)?_)?([a-z][a-z0-9-]*)$/.exec(file)?.[1];
    if (name === undefined) continue;
    const setting = name.replaceAll('-', '_').toUpperCase();
    if (environment[setting] || environment[`${setting}_FILE`]) continue;
    found[`${setting}_FILE`] = join(folder, file);
  }
  return found;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
