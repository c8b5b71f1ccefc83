import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';

const run = promisify(execFile);

export const workspace = fileURLToPath(new URL('../../..', import.meta.url));
const RELEASES = 'libs/persistence/releases';
const LEVELS = 'CREATE TABLE public.schema_state';

export interface Release {
  readonly version: string;
  /** that made it */
  readonly commit: string;
  /** absolute folder of `schema.sql.gz` and `data.sql.gz` */
  readonly dump: string;
}

export async function git(...words: readonly string[]): Promise<string> {
  return (await run('git', ['-C', workspace, ...words])).stdout.trim();
}

/**
 * What is upgraded from: the latest release whose program differs from that of the working tree, or the latest.
 * @throws without the history
 */
export async function formerRelease(): Promise<Release> {
  const releases = await formerReleases();
  for (const release of releases) if (await differs(release.commit)) return release;
  return releases[0]!;
}

/**
 * The releases whose schema has levels, the latest first. Found in the history, since tags may be missing in a clone:
 * the commit of a release is the one that adds its dump, which was text at first.
 * @throws without the history
 */
export async function formerReleases(): Promise<readonly Release[]> {
  if ((await git('rev-parse', '--is-shallow-repository')) === 'true') {
    throw new Error('The former release is built from the history: git fetch --unshallow');
  }
  const versions = (await readdir(join(workspace, RELEASES))).sort(later);
  const found = await Promise.all(versions.map(releaseOf));
  const releases = found.filter((release) => release !== null);
  if (!releases[0]) throw new Error(`No commit of the history adds a dump below ${RELEASES}`);
  return releases;
}

/** `null` for one that is not committed yet, and for one of a time when the schema had no levels. */
async function releaseOf(version: string): Promise<Release | null> {
  const dump = join(RELEASES, version);
  const [text, schema] = [join(dump, 'schema.sql'), join(dump, 'schema.sql.gz')];
  if (!gunzipSync(await readFile(join(workspace, schema))).includes(LEVELS)) return null;
  const added = await git('log', '--reverse', '--format=%H', '--diff-filter=A', '--', text, schema);
  const [commit] = added.split('\n');
  if (!commit) return null;
  await requireVersion(commit, version);
  return { version, commit, dump: join(workspace, dump) };
}

export async function versionOfWorkspace(): Promise<string> {
  return versionIn(await readFile(join(workspace, 'package.json'), 'utf8'));
}

/** Whether the programs of the working tree are not those of the commit. */
async function differs(commit: string): Promise<boolean> {
  return (await git('diff', '--name-only', commit, '--', 'apps', 'libs')) !== '';
}

/** A history whose commits were joined has no program of the release any more. */
async function requireVersion(commit: string, version: string): Promise<void> {
  const found = versionIn(await git('show', `${commit}:package.json`));
  if (found !== version) {
    throw new Error(`${commit} adds the dump of ${version}, but is ${found}`);
  }
}

const versionIn = (manifest: string): string =>
  (JSON.parse(manifest) as { version: string }).version;

function later(one: string, other: string): number {
  return other.localeCompare(one, 'en', { numeric: true });
}
