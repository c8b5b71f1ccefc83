import { resolve } from 'node:path';
import { rememberedOptions, rememberedReport } from '@chat-admin/moving/target/run-state';
import { onTarget } from './import-request.js';
import { renamesOf, textOfRename } from './renames-given.js';
import type { GivenOptions, ImportOptions, Reading } from './import-options.js';

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
  ...(['domain', 'rename', 'properties', 'acceptForeignProviders', 'acceptNamePasswords'] as const),
  'onConflict',
  'report',
] as const satisfies readonly (keyof ImportOptions)[];

const PATHS: ReadonlySet<string> = new Set<keyof ImportOptions>([
  ...(['openfireHome', 'sourcePasswordFile', 'secretFile', 'newPasswords', 'report'] as const),
]);
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

/** Where no place was named. A later look does not replace what the copy has said. */
export const USUAL_REPORTS: Readonly<Record<Reading, string>> = {
  check: 'moving-check.ndjson',
  rehearse: 'moving-report.ndjson',
  copy: 'moving-report.ndjson',
  'catch-up': 'moving-report.ndjson',
  verify: 'moving-verify.ndjson',
};

/** They go on with the report of the copy, wherever they are called. */
const PASSES: ReadonlySet<Reading> = new Set(['copy', 'catch-up']);

/** A line that names no source goes on with what the copy was told; its own options win. */
export async function withRemembered(
  action: Reading,
  options: GivenOptions,
  targetUrl: string,
): Promise<ImportOptions> {
  const known = await rememberedAt(targetUrl);
  const ofCopy = PASSES.has(action) ? known?.report : undefined;
  const report = options.report ?? ofCopy ?? USUAL_REPORTS[action];
  const isNamed = options.source !== undefined || options.openfireHome !== undefined;
  const isKnown = !isNamed && known?.form === options.form;
  const renames = options.renames ?? (await renamesOf(options, known));
  const { renameFile: _, ...own } = options;
  const named = renames.length === 0 ? {} : { renames, rename: renames.map(textOfRename) };
  return { ...(isKnown ? known : {}), ...own, ...named, report };
}

/** The address of the chat server's role, which the copy was told. */
export const rememberedEngine = async (targetUrl: string): Promise<string | null> =>
  (await rememberedAt(targetUrl))?.engineDatabase ?? null;

/** What the copy was told. */
export const rememberedAt = (url: string): Promise<Partial<ImportOptions> | null> =>
  onTarget({ url, engineUrl: null }, rememberedOptions);

/** Where the report of the import is, finished or not. */
export const reportAt = (url: string): Promise<string | null> =>
  onTarget({ url, engineUrl: null }, rememberedReport);
