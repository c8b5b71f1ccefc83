import { resolve } from 'node:path';
import { rememberedOptions } from '@chat-admin/moving/target/run-state';
import { onTarget } from './import-request.js';
import type { ImportOptions } from './import-options.js';

/** Options that belong to the move, not to one command of it. */
const KEPT = [
  ...(['form', 'source', 'openfireHome', 'sourcePasswordFile', 'secretFile'] as const),
  ...([
    'engineDatabase',
    'only',
    'except',
    'withArchive',
    'messagesSince',
    'newPasswords',
  ] as const),
  ...(['domain', 'properties', 'acceptForeignProviders', 'acceptNamePasswords'] as const),
  'onConflict',
] as const satisfies readonly (keyof ImportOptions)[];

const PATHS = new Set(['openfireHome', 'sourcePasswordFile', 'secretFile', 'newPasswords']);
const ADDRESS = /^[a-z][a-z0-9+]+:/i;

/** What later commands are to know of a copy, from whichever folder they are called. Secrets are in files, not here. */
export function toRemember(options: ImportOptions): object {
  const known = KEPT.flatMap((name) => {
    const value = options[name];
    if (value === undefined) return [];
    const isPath =
      PATHS.has(name) || (name === 'source' && typeof value === 'string' && !ADDRESS.test(value));
    return [[name, isPath ? resolve(value as string) : value] as const];
  });
  return Object.fromEntries(known);
}

/** A line that names no source goes on with what the copy was told; its own options win. */
export async function withRemembered(
  options: ImportOptions,
  targetUrl: string,
): Promise<ImportOptions> {
  if (options.source !== undefined || options.openfireHome !== undefined) return options;
  const known = await rememberedAt(targetUrl);
  return known?.form === options.form ? { ...known, ...options } : options;
}

/** The address of the chat server's role, which the copy was told. */
export const rememberedEngine = async (targetUrl: string): Promise<string | null> =>
  (await rememberedAt(targetUrl))?.engineDatabase ?? null;

/** What the copy was told. */
export const rememberedAt = (url: string): Promise<Partial<ImportOptions> | null> =>
  onTarget({ url, engineUrl: null }, rememberedOptions);
