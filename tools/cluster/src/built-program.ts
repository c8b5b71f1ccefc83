import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { git, type Release, versionOfWorkspace, workspace } from './former-release.js';

const run = promisify(execFile);

/** The main modules of compiled apps. */
export interface MainModules {
  readonly api: string;
  readonly command: string;
}

/** Compiled apps in a folder laid out as the workspace. */
export interface BuiltProgram extends MainModules {
  readonly version: string;
}

const CACHE = join(workspace, 'dist/programs');
const PROGRAMS = ['apps/api', 'apps/cli'];
const LATER = '99.0.0';
/** Of the list of migrations in the program of a later release, which has none yet; each changes one table. */
export const LATER_MIGRATIONS = [
  `account add later text not null default 'later'`,
  'room add later text',
  'user_group add later integer',
]
  .map(
    (change, place) => `
  class {
    name = 'AddLater999999999999${place}';
    phase = 'expand';
    up(runner) {
      return runner.query(\`alter table ${change}\`);
    }
  },`,
  )
  .join('');

/** The release as its commit has it; compiled once, then kept below `dist`. */
export async function programOfRelease(release: Release): Promise<BuiltProgram> {
  return programIn(await workspaceOfRelease(release), release.version);
}

/** The folder of {@link programOfRelease}: a checkout with its packages and compiled apps. */
export async function workspaceOfRelease({ version, commit }: Release): Promise<string> {
  const folder = join(CACHE, `${version}-${commit}`);
  await once(folder, async (building) => {
    await git('clone', '--quiet', '--shared', '--no-checkout', workspace, building);
    await run('git', ['-C', building, 'checkout', '--quiet', commit]);
    await addPackages(building, commit);
    const tsc = join(workspace, 'tools/compiler/node_modules/typescript/bin/tsc');
    await run(process.execPath, [tsc, '-b', ...PROGRAMS.map((name) => join(building, name))]);
  });
  return folder;
}

/**
 * The compiled apps of the workspace as a later release: until that is made they have the version of the last one, by
 * which programs know which of them is newer, and there may be no new migration yet.
 */
export async function programOfWorkspace(folder: string): Promise<BuiltProgram> {
  for (const kind of ['apps', 'libs']) {
    await cp(join(workspace, kind), join(folder, kind), {
      recursive: true,
      filter: (path) => !['src', 'test', 'node_modules', 'releases'].includes(basename(path)),
    });
  }
  await linkPackages(folder);
  const schema = join(folder, 'libs/persistence/dist/schema');
  await replaceIn(join(schema, 'program.js'), `'${await versionOfWorkspace()}'`, `'${LATER}'`);
  await replaceIn(join(schema, 'migrations/migrations.js'), '\n];', `${LATER_MIGRATIONS}\n];`);
  return programIn(folder, LATER);
}

async function replaceIn(file: string, text: string, by: string): Promise<void> {
  const before = await readFile(file, 'utf8');
  if (!before.includes(text)) throw new Error(`${file} does not contain ${text}`);
  await writeFile(
    file,
    before.replace(text, () => by),
  );
}

const mainModulesIn = (folder: string): MainModules => ({
  api: join(folder, 'apps/api/dist/main.js'),
  command: join(folder, 'apps/cli/dist/main.js'),
});

const programIn = (folder: string, version: string): BuiltProgram => ({
  version,
  ...mainModulesIn(folder),
});

/** Those of the workspace. */
export const MAIN_MODULES = mainModulesIn(workspace);

/** Whoever is interrupted leaves nothing that looks complete. */
export async function once(
  folder: string,
  build: (building: string) => Promise<void>,
): Promise<void> {
  if (existsSync(folder)) return;
  const building = `${folder}.${process.pid}`;
  await mkdir(building, { recursive: true });
  try {
    await build(building);
    // another one may have been faster
    await rename(building, folder).catch(() => undefined);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

/** Those of the workspace, unless the release used others. */
async function addPackages(folder: string, commit: string): Promise<void> {
  const [then, now] = await Promise.all([
    git('show', `${commit}:package-lock.json`),
    readFile(join(workspace, 'package-lock.json'), 'utf8'),
  ]);
  if (usesSamePackages(then, now)) await copyPackages(folder);
  else await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
}

/** Whether all packages in production of a lockfile are the same in another one. */
export function usesSamePackages(then: string, now: string): boolean {
  const [old, current] = [then, now].map(
    (text) => (JSON.parse(text) as { packages: Record<string, LockedPackage> }).packages,
  ) as [Record<string, LockedPackage>, Record<string, LockedPackage>];
  return Object.entries(old).every(
    ([path, { dev, link, version }]) =>
      dev === true ||
      link === true ||
      !path.startsWith('node_modules/') ||
      current[path]?.version === version,
  );
}

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** Where the workspace keeps each Node that artefacts carry. */
const NODES = '.cache/chat-admin';

/** The packages of the workspace as files of the folder, which are hard links; those of projects, too. Of what is kept beside them, which changes meanwhile, only Node. */
async function copyPackages(folder: string): Promise<void> {
  const { workspaces } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    workspaces: readonly string[];
  };
  const kinds = workspaces.map((pattern) => pattern.replace('/*', ''));
  const projects = await Promise.all(
    kinds.map(async (kind) => (await readdir(join(folder, kind))).map((name) => join(kind, name))),
  );
  for (const project of ['', ...projects.flat()]) {
    await link(project, folder, (name) => name !== '.cache');
  }
  await link('', folder, (name) => /^node-[\w-]+-\d+\.\d+\.\d+$/.test(name), NODES);
}

async function link(
  project: string,
  folder: string,
  isWanted: (name: string) => boolean,
  within = '',
): Promise<void> {
  const place = join(project, 'node_modules', within);
  const from = join(workspace, place);
  if (!existsSync(from)) return;
  const names = (await readdir(from)).filter(isWanted);
  await mkdir(join(folder, place), { recursive: true });
  if (names.length === 0) return;
  await run('cp', ['-al', ...names.map((name) => join(from, name)), join(folder, place)]);
}

/** Links to the packages of the workspace; its own are those of the folder. */
async function linkPackages(folder: string): Promise<void> {
  const [from, to] = [join(workspace, 'node_modules'), join(folder, 'node_modules')];
  await mkdir(to);
  for (const name of await readdir(from)) {
    if (name === '@chat-admin') {
      await cp(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    } else if (!name.startsWith('.')) {
      await symlink(join(from, name), join(to, name));
    }
  }
}
