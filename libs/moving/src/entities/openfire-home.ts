import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_SECURITY, OpenfireKeys } from '../passwords/openfire-keys.js';
import { readSecurityFile } from '../passwords/security-file.js';
import { SourceRefused } from '../source.js';
import { readConfigurationFile } from '../sources/openfire/configuration-file.js';
import type { ConfigurationFile } from '../sources/openfire/configuration-file.js';

/** What the folder of an Openfire says of its keys and of itself. */
export interface OpenfireHome {
  readonly keys: OpenfireKeys;
  readonly configuration: ConfigurationFile;
}

/** @param home null: there is none. @throws SourceRefused */
export async function readHome(home: string | null): Promise<OpenfireHome> {
  const security = await securityIn(home);
  const text = home === null ? null : await textOfFile(join(home, 'conf', 'openfire.xml'));
  if (home !== null && security === null && text === null) {
    throw new SourceRefused(
      `--openfire-home: ${home} has neither conf/security.xml nor conf/openfire.xml`,
    );
  }
  const keys = new OpenfireKeys(security ?? DEFAULT_SECURITY);
  return { keys, configuration: readConfigurationFile(text, keys) };
}

async function securityIn(home: string | null) {
  const path = home === null ? null : join(home, 'conf', 'security.xml');
  const text = path === null ? null : await textOfFile(path);
  if (text === null) return null;
  const security = readSecurityFile(text);
  if (security === null) throw new SourceRefused(`${path} is not well formed.`);
  return security;
}

async function textOfFile(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new SourceRefused(`${path} cannot be read (${code}).`);
  }
}
