import { availableParallelism } from 'node:os';
import { ApiConfig } from '@chat-admin/api/config';
import { loadConfig } from '@chat-admin/configuration/load-config';
import { withDatabase } from '@chat-admin/launcher/reachable-database';
import { KINDS } from '@chat-admin/moving/rows';
import type { Kind } from '@chat-admin/moving/rows';
import { ImportRefused } from '@chat-admin/moving/faults';
import { USUAL_KINDS } from '@chat-admin/moving/passes/import-settings';
import type { ImportSettings } from '@chat-admin/moving/passes/import-settings';
import { Target } from '@chat-admin/moving/target/target';
import type { TargetAddresses } from '@chat-admin/moving/target/target';
import type { Terminal } from '../../program/action.js';
import { addressed, owning } from '../../database/on-database.js';
import { engineOfSetup } from './engine-of-setup.js';
import { refusePassword } from './import-source.js';
import type { ImportOptions, ImportStateOptions } from './import-options.js';

const WAYS = ['fail', 'keep', 'replace'] as const;
const PROGRESSES = ['auto', 'plain', 'json', 'none'] as const;
const MOST_JOBS = 256;

/** @throws ImportRefused for options that cannot be used */
export function settingsOf(
  options: ImportOptions,
  environment: NodeJS.ProcessEnv,
  { sourceName, newPasswords }: Pick<ImportSettings, 'sourceName' | 'newPasswords'>,
): ImportSettings {
  const { scramIterations } = loadConfig(ApiConfig, environment);
  return {
    sourceName,
    newPasswords,
    remembered: null,
    kinds: kindsOf(options),
    onConflict: oneOf('--on-conflict', options.onConflict ?? 'fail', WAYS),
    mayRemove: options.yesRemove ?? false,
    jobs: jobsOf(options.jobs),
    iterations: scramIterations,
    acceptNamePasswords: options.acceptNamePasswords ?? false,
    propertyPrefixes: options.properties ?? [],
    since: options.since === undefined ? null : momentOf('--since', options.since),
    messagesSince:
      options.messagesSince === undefined
        ? null
        : momentOf('--messages-since', options.messagesSince),
  };
}

export const progressOf = (options: Pick<ImportOptions, 'progress'>): (typeof PROGRESSES)[number] =>
  oneOf('--progress', options.progress, PROGRESSES);

/** `--domain old=new` */
export function renamedDomain({
  domain,
}: ImportOptions): { readonly from: string; readonly to: string } | null {
  if (domain === undefined) return null;
  const [from, to, more] = domain.split('=');
  if (from && to && more === undefined) return { from, to };
  throw new ImportRefused(`--domain: ${domain} is not of the form old=new`);
}

/** The target of an import, and who may make a database beside it. */
export interface NamedTarget extends TargetAddresses {
  readonly administratorUrl: string;
}

/**
 * Calls `work` with the addresses of the target, whose embedded server is started if need be. Its superuser stands in for roles
 * whose passwords nobody knows.
 */
export function withTarget<T>(
  { database, engineDatabase }: ImportStateOptions,
  { environment }: Terminal,
  work: (addresses: NamedTarget, environment: NodeJS.ProcessEnv) => Promise<T>,
): Promise<T> {
  if (database !== undefined) refusePassword('--database', database);
  if (engineDatabase !== undefined) refusePassword('--engine-database', engineDatabase);
  const named = database === undefined ? environment : addressed(environment, database);
  return withDatabase(named, (url, superuserUrl) => {
    const settings = addressed(named, url);
    const { databaseMigrationUrl, databaseUrl } = loadConfig(ApiConfig, settings);
    const owner = database === undefined ? (databaseMigrationUrl ?? databaseUrl) : url;
    const addresses = {
      url: owner,
      engineUrl: engineDatabase ?? superuserUrl ?? engineOfSetup(named, owner),
      administratorUrl: superuserUrl ?? owner,
    };
    return work(addresses, owning(settings, owner));
  });
}

export async function onTarget<T>(
  addresses: TargetAddresses,
  work: (target: Target) => Promise<T>,
): Promise<T> {
  const target = await Target.open(addresses);
  try {
    return await work(target);
  } finally {
    await target.close();
  }
}

function kindsOf({ only, except, withArchive }: ImportOptions): ReadonlySet<Kind> {
  const listed = (option: string, text: string): readonly Kind[] =>
    text.split(',').map((name) => oneOf(option, name.trim(), KINDS));
  const usual = withArchive ? KINDS : USUAL_KINDS;
  const chosen = only === undefined ? usual : listed('--only', only);
  const left = new Set(except === undefined ? [] : listed('--except', except));
  return new Set(chosen.filter((kind) => !left.has(kind)));
}

function jobsOf(text: string | undefined): number {
  if (text === undefined) return Math.max(1, availableParallelism() - 1);
  const jobs = Number(text);
  if (/^\d{1,3}$/.test(text) && jobs >= 1 && jobs <= MOST_JOBS) return jobs;
  throw new ImportRefused(`--jobs: ${text} is no number from 1 to ${MOST_JOBS}`);
}

/** @throws ImportRefused */
export function momentOf(option: string, text: string): Date {
  const moment = new Date(text);
  if (!Number.isNaN(moment.getTime())) return moment;
  throw new ImportRefused(`${option}: ${text} is no date such as 2026-11-22T08:00:00Z`);
}

function oneOf<const T extends string>(option: string, text: string, words: readonly T[]): T {
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  throw new ImportRefused(`${option}: ${text} is none of ${words.join(', ')}`);
}
