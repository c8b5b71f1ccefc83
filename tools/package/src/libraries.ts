import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const workspace = fileURLToPath(new URL('../../..', import.meta.url));

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export interface Project {
  readonly folder: string;
  readonly manifest: Manifest;
}

export function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** All packages of the workspace. */
export function projects(): readonly Project[] {
  return ['apps', 'integrations', 'libs', 'testing', 'tools'].flatMap((kind) =>
    readdirSync(join(workspace, kind), { withFileTypes: true }).flatMap((entry) => {
      const folder = join(workspace, kind, entry.name);
      const isPackage = entry.isDirectory() && readdirSync(folder).includes('package.json');
      return isPackage ? [{ folder, manifest: manifestIn(folder) }] : [];
    }),
  );
}

/** The published packages. */
export function publishedLibraries(): readonly Project[] {
  return projects().filter(({ manifest }) => manifest.private !== true);
}
