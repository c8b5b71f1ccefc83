import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestIn, projects, publishedLibraries, workspace } from './libraries.js';

const own = /^@chat-admin\//;

describe('every package', () => {
  it('has the version and the licence of the workspace, and wants exactly this version of others', () => {
    const { version, license } = manifestIn(workspace);
    const wanted = projects().flatMap(({ manifest }) =>
      Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
        .filter(([name]) => own.test(name))
        .map(([, range]) => range),
    );
    expect(new Set(wanted)).toEqual(new Set([version]));
    expect(
      new Set(projects().map(({ manifest }) => `${manifest.version} ${manifest.license}`)),
    ).toEqual(new Set([`${version} ${license}`]));
  });

  it('has third-party packages in one version only, but for the compiler beside the API of the former one', () => {
    const versions = new Map<string, Set<string>>();
    for (const { manifest } of [...projects(), { manifest: manifestIn(workspace) }]) {
      const wanted = { ...manifest.dependencies, ...manifest.devDependencies };
      for (const [name, range] of Object.entries(wanted)) {
        versions.set(name, (versions.get(name) ?? new Set()).add(range));
      }
    }
    const several = [...versions].filter(([, ranges]) => ranges.size > 1);
    expect(several.map(([name]) => name)).toEqual(['typescript']);
  });
});

describe('published libraries', () => {
  it('are these nine', () => {
    const names = ['client', 'codecs', 'configuration', 'credentials', 'domain', 'persistence'];
    expect(publishedLibraries().map(({ manifest }) => manifest.name)).toEqual(
      [...names, 'portable', 'prosody-bridge', 'server'].map((name) => `@chat-admin/${name}`),
    );
  });

  it('have the licence of the workspace in their folder', () => {
    const licence = readFileSync(join(workspace, 'LICENSE'), 'utf8');
    for (const { folder } of publishedLibraries()) {
      expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe(licence);
    }
  });

  it('need nothing of the workspace that is not published', () => {
    const published = new Set(publishedLibraries().map(({ manifest }) => manifest.name));
    const needed = publishedLibraries()
      .flatMap(({ manifest }) => Object.keys(manifest.dependencies ?? {}))
      .filter((name) => own.test(name));
    expect(needed.filter((name) => !published.has(name))).toEqual([]);
  });

  it('have the modules that their READMEs call public', () => {
    for (const { folder: library, manifest } of publishedLibraries()) {
      const readme = readFileSync(join(library, 'README.md'), 'utf8');
      const section = /## Public modules\n(.*?)\n## /s.exec(readme)?.[1] ?? '';
      const named = [...section.matchAll(/`([a-z-]+(?:\/[a-z-]+)*(?:\.[a-z]+)?)`/g)].map(
        ([, it]) => it!,
      );
      const modules = named.filter(
        (name) => name.includes('/') || existsSync(join(library, 'src', `${name}.ts`)),
      );
      expect(modules.length).toBeGreaterThan(0);
      const missing = modules.filter((name) => !existsSync(join(library, 'src', `${name}.ts`)));
      expect([manifest.name, missing]).toEqual([manifest.name, []]);
    }
  });
});
