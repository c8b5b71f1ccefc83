import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workspace } from './libraries.js';

/** As Debian and images name them. */
export type Architecture = 'amd64' | 'arm64';
export const ARCHITECTURES: readonly Architecture[] = ['amd64', 'arm64'];

/** Of npm: a program of Node each. */
interface Runtime {
  readonly package: string;
  /** of the tarball, as npm writes it */
  readonly integrity: string;
}

export type NodeRelease = Readonly<Record<Architecture, Runtime>> & { readonly version: string };

/** The Node that artefacts carry. */
export const NODE = JSON.parse(
  readFileSync(join(workspace, 'packaging/node.json'), 'utf8'),
) as NodeRelease;

const CACHE = join(workspace, 'node_modules/.cache/chat-admin');

/**
 * The Node of an architecture, taken from the registry of npm at the first call.
 * @returns a folder with `bin/node` and `LICENSE`
 * @throws Error if the package is not the expected one
 */
export async function nodeFor(architecture: Architecture, release = NODE): Promise<string> {
  const { version } = release;
  const { package: name, integrity } = release[architecture];
  const folder = join(CACHE, `${name}-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const stage = await mkdtemp(`${folder}.`);
  try {
    const words = ['pack', '--json', `${name}@${version}`, '--pack-destination', stage];
    const { stdout } = await promisify(execFile)('npm', words, { cwd: stage });
    const [packed] = JSON.parse(stdout) as readonly { readonly filename: string }[];
    const tarball = join(stage, packed!.filename);
    const sum = createHash('sha512').update(await readFile(tarball));
    if (`sha512-${sum.digest('base64')}` !== integrity) {
      throw new Error(`${name} ${version} has another sum than expected`);
    }
    const wanted = ['package/bin/node', 'package/LICENSE'];
    await promisify(execFile)('tar', ['-xzf', tarball, '-C', stage, ...wanted]);
    // another build may have been faster: its folder is as good
    await rename(join(stage, 'package'), folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
    return folder;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
