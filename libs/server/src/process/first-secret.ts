import { ownCommand } from '@chat-admin/configuration/own-command';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '@chat-admin/configuration/load-config';

const FILE = 'shared-secret';

/**
 * Keeps the first secret of a fresh database where only the account of this process can read it, below `STATE_DIRECTORY`
 * (systemd) or `DATA_DIR`.
 * @returns a line that says where, or how else to see it
 */
export async function keepFirstSecret(secret: string, environment: Environment): Promise<string> {
  const state = environment['STATE_DIRECTORY']?.split(':')[0];
  for (const folder of [state, environment['DATA_DIR']]) {
    if (!folder) continue;
    const path = join(folder, FILE);
    const written = await write(path, secret).catch(() => false);
    if (written) return `The shared secret is in ${path}`;
  }
  return `The shared secret: ${ownCommand('secret show')}`;
}

/** A new file in its place, so that neither a link nor an open file of somebody else gets it. */
async function write(path: string, secret: string): Promise<true> {
  const fresh = `${path}.${process.pid}`;
  await rm(fresh, { force: true });
  await writeFile(fresh, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  await rename(fresh, path);
  return true;
}
