import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { once, workspaceOfRelease } from '@chat-admin/cluster/built-program';
import type { Release } from '@chat-admin/cluster/former-release';
import { workspace } from '../../src/libraries.js';
import { HERE } from './artefacts.js';

const run = promisify(execFile);

/** What is installed of a release. */
export interface Artefacts {
  readonly version: string;
  /** paths */
  readonly debian: string;
  readonly npm: string;
}

/** Run with the release's own tools, in its folder. */
const MAKE = `
const [folder, architecture, into] = process.argv.slice(1);
const tool = (name) => import(folder + '/tools/package/dist/' + name + '.js');
const { makeProgram } = await tool('program');
const { serviceForDebian } = await tool('debian');
const { packProduct } = await tool('pack-product');
const { manifestIn } = await tool('libraries');
const { version } = manifestIn(folder);
const program = into + '/program';
await makeProgram(program);
await serviceForDebian({ program, version, architecture, into });
await packProduct(program, into);
`;

/** The artefacts of a release, made once as its commit makes them. */
export async function releasedArtefacts(release: Release): Promise<Artefacts> {
  const folder = await workspaceOfRelease(release);
  const made = join(folder, 'dist/artefacts');
  await once(made, async (building) => {
    await compile(folder);
    await run(process.execPath, ['--input-type=module', '-e', MAKE, folder, HERE, building]);
  });
  const { version } = release;
  return {
    version,
    debian: join(made, `chat-admin_${version}_${HERE}.deb`),
    npm: join(made, `chat-admin-${version}.tgz`),
  };
}

/** What artefacts are made of, besides the programs that are compiled already. */
async function compile(folder: string): Promise<void> {
  const node = (words: readonly string[], cwd: string) =>
    run(process.execPath, [...words], { cwd });
  const tsc = join(workspace, 'tools/compiler/node_modules/typescript/bin/tsc');
  await node([tsc, '-b', 'tools/package'], folder);
  const console = join(folder, 'apps/console');
  if (!existsSync(console)) return; // 0.2.0
  await node([tsc, '-b'], console);
  await node([join(folder, 'node_modules/vite/bin/vite.js'), 'build'], console);
}
