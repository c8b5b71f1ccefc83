import { execFile } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { completionFor, SHELLS } from './completions.js';
import { manPage } from './man-page.js';
import { manifestIn, workspace } from './libraries.js';

const MAN_PAGE = 'man/chat-admin.8';

/**
 * Packs the bundle as the npm package `chat-admin`.
 * @param program the folder of the bundle
 * @param into an existing folder
 * @returns the path of the tarball
 */
export async function packProduct(program: string, into: string): Promise<string> {
  const stage = await mkdtemp(join(tmpdir(), 'chat-admin-npm-'));
  try {
    await cp(program, stage, { recursive: true });
    for (const name of ['LICENSE', 'NOTICE', 'CHANGELOG.md']) {
      await copyFile(join(workspace, name), join(stage, name));
    }
    await copyFile(join(workspace, 'packaging/npm/README.md'), join(stage, 'README.md'));
    await cp(join(workspace, 'docs'), join(stage, 'docs'), { recursive: true });
    await writeFile(join(stage, 'package.json'), await manifest());
    const { version } = manifestIn(workspace);
    await mkdir(join(stage, 'man'));
    await writeFile(join(stage, MAN_PAGE), manPage(version));
    await mkdir(join(stage, 'completions'));
    for (const shell of SHELLS) {
      const script = await completionFor(shell, program);
      await writeFile(join(stage, `completions/chat-admin.${shell}`), script);
    }
    await chmod(join(stage, 'cli.mjs'), 0o755);
    const options = ['--json', '--ignore-scripts', '--pack-destination', into];
    const { stdout } = await promisify(execFile)('npm', ['pack', ...options], { cwd: stage });
    const [packed] = JSON.parse(stdout) as readonly { readonly filename: string }[];
    return join(into, packed!.filename);
  } finally {
    await rm(stage, { recursive: true });
  }
}

async function manifest(): Promise<string> {
  const { name, version, license } = manifestIn(workspace);
  const { description, engines } = JSON.parse(
    await readFile(join(workspace, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  const bin = { 'chat-admin': 'cli.mjs' };
  const man = [MAN_PAGE];
  const content = { name, version, description, license, type: 'module', engines, bin, man };
  return `${JSON.stringify(content, null, 2)}\n`;
}
