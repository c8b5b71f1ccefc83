import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasOtherConnections } from '@chat-admin/moving/sources/postgres/other-connections';
import type { ImportOptions } from '../import/import-options.js';
import { namedSource } from '../import/import-source.js';

/** Whether the old server still works on its data. @returns null where that cannot be seen @throws ImportRefused, SourceRefused */
export async function isAtWork(options: ImportOptions): Promise<boolean | null> {
  const { address, password } = await namedSource(options);
  if (/^postgres(ql)?:/.test(address)) return hasOtherConnections(address, password);
  if (/^[a-z][a-z0-9+]+:/i.test(address) || options.form !== 'openfire') return null;
  const properties = await readFile(join(address, 'openfire.properties'), 'utf8').catch(() => null);
  return properties === null ? null : !/^modified=no\s*$/m.test(properties);
}
