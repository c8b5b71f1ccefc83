import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { testDatabase } from '@chat-admin/persistence/testing/test-database';
import type { Rename } from '../../src/mapping/renames.js';
import { KINDS } from '../../src/rows.js';
import type { Kind } from '../../src/rows.js';
import { makeStores } from '../../src/target/chat-server-stores.js';
import { ImportPass } from '../../src/passes/import-pass.js';
import type { Follower, ImportSettings } from '../../src/passes/import-settings.js';
import { openImport } from '../../src/passes/open-import.js';
import { Reporter } from '../../src/passes/reporter.js';
import { openRepositories } from '../../src/verify/repositories.js';
import type { Repositories } from '../../src/verify/repositories.js';
import { verifyImport } from '../../src/verify/verify-import.js';
import type { Verified } from '../../src/verify/verify-import.js';
import type { Difference } from '../../src/verify/difference.js';
import { Target } from '../../src/target/target.js';
import type { Source } from '../../src/source.js';
import { openOpenfire } from '../../src/sources/open-openfire.js';

export const SCHOOL = new URL('../openfire-5.0.5/', import.meta.url);
export const DOMAIN = 'school.example';

export interface MovingWorld {
  readonly url: string;
  query<R = Record<string, any>>(text: string, values?: unknown[]): Promise<R[]>; // eslint-disable-line @typescript-eslint/no-explicit-any
  close(): Promise<void>;
}

/** A fresh target for a domain, with the tables of the chat server. */
export async function movingWorld(domain = DOMAIN): Promise<MovingWorld> {
  const database = await testDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`set timezone = 'UTC'`);
  await client.query(`update system_property set value = $1 where key = 'xmpp.domain'`, [domain]);
  const target = await Target.open({ url: database.url, engineUrl: null });
  await makeStores(target);
  await target.close();
  return {
    url: database.url,
    query: async (text, values) => (await client.query(text, values)).rows,
    close: async () => {
      await client.end();
      await database.drop();
    },
  };
}

export const quiet: Follower = {
  begins: () => undefined,
  advance: () => undefined,
  ends: () => undefined,
  isStopped: false,
};

export const SETTINGS: ImportSettings = {
  sourceName: 'school',
  remembered: null,
  kinds: new Set<Kind>(KINDS),
  onConflict: 'fail',
  mayRemove: false,
  jobs: 2,
  iterations: 4096,
  acceptNamePasswords: false,
  propertyPrefixes: [],
  since: null,
  messagesSince: null,
  newPasswords: null,
};

/** A folder that looks like Openfire's, with the `security.xml` of one of the real sets. */
export async function homeOf(set: 'hsqldb' | 'mariadb' | 'postgresql'): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'openfire-'));
  await mkdir(join(home, 'conf'));
  await cp(fileURLToPath(new URL(`security-${set}.xml`, SCHOOL)), join(home, 'conf/security.xml'));
  return home;
}

/** One pass, as `copy` and `catch-up` do it. */
export async function pass(
  world: MovingWorld,
  address: string,
  home: string | null,
  change: Partial<ImportSettings> = {},
  follower: Follower = quiet,
  reportFile: string | null = null,
  renames: readonly Rename[] = [],
) {
  const source = await openOpenfire(address);
  const target = await Target.open({ url: world.url, engineUrl: null });
  const reporter = new Reporter(reportFile);
  try {
    await target.lock();
    const options = { openfireHome: home, renamed: null, renames };
    const opened = await openImport(source, target, options);
    const settings = { ...SETTINGS, ...change };
    const made = new ImportPass(source, opened, target, settings, reporter, follower);
    const results = await made.run();
    return { results, counts: Object.fromEntries(reporter.counts) };
  } finally {
    reporter.close();
    await target.close();
    await source.close();
  }
}

export const remove = (folder: string) => rm(folder, { recursive: true });

/** What looks on while `verify` reads, and how many samples it takes. */
export interface VerifyWatch {
  readonly samples?: number;
  readonly source?: (source: Source) => Source;
  readonly here?: (here: Repositories) => Repositories;
  readonly renames?: readonly Rename[];
}

/** What `verify` finds. */
export async function verified(
  world: MovingWorld,
  address: string,
  home: string | null,
  watch: VerifyWatch = {},
): Promise<readonly Difference[]> {
  return (await verifiedKinds(world, address, home, watch)).differences;
}

/** What `verify` finds, and what it has looked into. */
export async function verifiedKinds(
  world: MovingWorld,
  address: string,
  home: string | null,
  watch: VerifyWatch = {},
): Promise<{ readonly differences: readonly Difference[]; readonly kinds: readonly Verified[] }> {
  const opened = await openOpenfire(address);
  const source = watch.source?.(opened) ?? opened;
  const target = await Target.open({ url: world.url, engineUrl: null });
  const differences: Difference[] = [];
  let kinds: readonly Verified[] = [];
  try {
    const { renames = [] } = watch;
    const options = { openfireHome: home, renamed: null, renames };
    const found = await openImport(source, target, options);
    const here = await openRepositories(world.url, found.found.context.jids.domain);
    try {
      kinds = await verifyImport(source, target, found, watch.here?.(here) ?? here, {
        kinds: SETTINGS.kinds,
        propertyPrefixes: [],
        messagesSince: null,
        ...(watch.samples === undefined ? {} : { samples: watch.samples }),
        found: (difference) => void differences.push(difference),
      });
    } finally {
      await here.close();
    }
  } finally {
    await target.close();
    await source.close();
  }
  return { differences, kinds };
}
