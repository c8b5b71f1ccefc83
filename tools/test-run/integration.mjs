// The target `integration`: the project's specs that need servers; in the workspace's root, those
// of all projects.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jestProject, limits, withProsody, workspace } from './jest-project.mjs';
import { isSoak } from './soak-suites.mjs';

const { workspaces } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));

const withServers = workspaces
  .map((pattern) => join(workspace, pattern.replace('/*', '')))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((folder) => {
    const manifest = join(folder, 'project.json');
    if (!existsSync(manifest)) return false;
    return JSON.parse(readFileSync(manifest, 'utf8')).targets.integration;
  });

if (!isSoak) process.stderr.write('\nSome suites are left to `npm run soak:suites`.\n\n');

const mayUnpack = process.env.CI || process.getuid?.() === 0;

/** A project that names `anotherProsody` in its `metadata` runs with both. */
function projectsOf(folder) {
  const { metadata } = JSON.parse(readFileSync(join(folder, 'project.json'), 'utf8'));
  const project = jestProject(folder, 'integration');
  if (!metadata?.anotherProsody) return [project];
  if (mayUnpack) return [project, withProsody(project, metadata.anotherProsody)];
  process.stderr.write(
    `\n*** SKIPPED: Prosody ${metadata.anotherProsody.series} needs root ***\n\n`,
  );
  return [project];
}

export default process.cwd() === workspace
  ? {
      rootDir: workspace,
      projects: withServers.flatMap(projectsOf),
      ...limits,
      maxWorkers: 3,
      testSequencer: join(workspace, 'tools/test-run/longest-first.mjs'),
      reporters: [
        'default',
        join(workspace, 'tools/test-run/slow-suites.mjs'),
        join(workspace, 'tools/test-run/answered-routes.mjs'),
      ],
    }
  : { rootDir: process.cwd(), projects: projectsOf(process.cwd()), ...limits, maxWorkers: 1 };
