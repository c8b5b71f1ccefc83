import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { publishedLibraries } from './libraries.js';
import type { Project } from './libraries.js';

/**
 * Packs each published, compiled library, as `npm publish` would.
 * @returns the paths of the tarballs in `folder`, which must exist
 */
export async function packLibraries(folder: string): Promise<readonly string[]> {
  const tarballs: string[] = [];
  for (const library of publishedLibraries()) tarballs.push(await pack(library, folder));
  return tarballs;
}

/** Packs a copy, without what only the workspace needs. */
async function pack({ folder }: Project, into: string): Promise<string> {
  const stage = await mkdtemp(join(tmpdir(), 'chat-admin-pack-'));
  try {
    await cp(folder, stage, { recursive: true, filter: (path) => belongs(folder, path) });
    await withoutDevelopment(join(stage, 'package.json'));
    const options = ['--json', '--ignore-scripts', '--pack-destination', into];
    const { stdout } = await promisify(execFile)('npm', ['pack', ...options], { cwd: stage });
    const [packed] = JSON.parse(stdout) as readonly { readonly filename: string }[];
    return join(into, packed!.filename);
  } finally {
    await rm(stage, { recursive: true });
  }
}

/** Excludes compiler output of sources that have been moved or deleted. */
function belongs(folder: string, path: string): boolean {
  const [top, ...rest] = relative(folder, path).split('/');
  if (top !== 'dist') return top !== 'src' && top !== 'test';
  const source = join(folder, 'src', ...rest).replace(/\.(d\.ts|js)$/, '.ts');
  return existsSync(source);
}

async function withoutDevelopment(file: string): Promise<void> {
  const { devDependencies: _, ...manifest } = JSON.parse(await readFile(file, 'utf8')) as Record<
    string,
    unknown
  >;
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
