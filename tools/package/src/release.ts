import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { commitTime } from './commit-time.js';
import { manifestIn, workspace } from './libraries.js';
import { NODE } from './node-runtime.js';

const SUMS = 'SHA256SUMS';

/**
 * Writes `release.json`, which describes the artefacts, and `SHA256SUMS` of it and of all of them.
 * @param artefacts paths in `folder`
 * @param key file with the secret key of minisign, without password; `null`: not signed
 * @returns the paths of what it has written
 */
export async function describeRelease(
  folder: string,
  artefacts: readonly string[],
  key: string | null,
): Promise<readonly string[]> {
  const described = await Promise.all([...artefacts].sort().map(describe));
  const { version } = manifestIn(workspace);
  const document = {
    version,
    revision: git('rev-parse', 'HEAD'),
    time: new Date(commitTime() * 1000).toISOString(),
    node: NODE.version,
    artefacts: described,
  };
  const release = join(folder, 'release.json');
  await writeFile(release, `${JSON.stringify(document, null, 2)}\n`);
  const sums = join(folder, SUMS);
  const lines = [...described, await describe(release)];
  await writeFile(sums, lines.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''));
  if (key === null) return [release, sums];
  const comment = `chat-admin ${version}`;
  await promisify(execFile)('minisign', ['-S', '-s', key, '-m', sums, '-t', comment]);
  return [release, sums, `${sums}.minisig`];
}

async function describe(path: string): Promise<{ name: string; bytes: number; sha256: string }> {
  const sha256 = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  return { name: basename(path), bytes: (await stat(path)).size, sha256 };
}

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: workspace, encoding: 'utf8' }).trim();
