import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configFile } from '../doctor/config-file.js';
import { localLogin } from '../setup/secrets.js';

/**
 * The address of the chat server's role as `setup --local` has written it, where it is of the database at `url` and may be read: root may.
 * @returns null where there is none
 */
export function engineOfSetup(environment: NodeJS.ProcessEnv, url: string): string | null {
  const folder = dirname(configFile({ environment }));
  const [engine, target] = [
    localLogin('connection', textIn(join(folder, 'prosody/database'))),
    localLogin('address', url),
  ];
  if (engine === null || target === null) return null;
  const { role, password, port, database } = engine;
  if (port !== target.port || database !== target.database) return null;
  return `postgres://${encodeURIComponent(role)}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
