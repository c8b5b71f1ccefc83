// The target `integration`: the project's specs that need servers; in the workspace's root, those
// of all projects.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jestProject, limits, workspace } from './jest-project.mjs';

const { workspaces } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));

const withServers = workspaces
  .map((pattern) => join(workspace, pattern.replace('/*', '')))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((folder) => {
    const manifest = join(folder, 'project.json');
    if (!existsSync(manifest)) return false;
    return JSON.parse(readFileSync(manifest, 'utf8')).targets.integration;
  });

export default process.cwd() === workspace
  ? {
      rootDir: workspace,
      projects: withServers.map((folder) => jestProject(folder, 'integration')),
      ...limits,
      maxWorkers: 2,
      reporters: [
        'default',
        join(workspace, 'tools/test-run/slow-suites.mjs'),
        join(workspace, 'tools/test-run/answered-routes.mjs'),
      ],
    }
  : { ...jestProject(process.cwd(), 'integration'), ...limits, maxWorkers: 1 };
