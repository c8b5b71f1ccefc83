import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { reportOf } from './budgets.ts';
import type { BuiltFile } from './budgets.ts';

/** The part of the sources that a chunk is made for: `users/user-list`. */
const partOf = (module: string | null, root: string): string | null =>
  module === null ? null : relative(join(root, 'src'), module).replace(/\.\w+$/, '');

/**
 * Says what a browser loads, ends a build beyond the budgets, and notes the packages that went into it (`dist/packages.json`:
 * their folders, relative to the workspace), whose licences have to be passed on.
 */
export function buildReport(): Plugin {
  let root = '';
  return {
    name: 'build-report',
    apply: 'build',
    // there the page names its files
    enforce: 'post',
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      const all = Object.values(bundle);
      const page = all.find(({ fileName }) => fileName === 'index.html');
      const html = page?.type === 'asset' ? String(page.source) : '';
      const isAtStart = (name: string) => html.includes(`/${name}"`);
      const files = all.map((file): BuiltFile => {
        if (file.type === 'asset')
          return {
            name: file.fileName,
            bytes: file.source,
            imports: [],
            isEntry: isAtStart(file.fileName),
            part: null,
          };
        return {
          name: file.fileName,
          bytes: file.code,
          imports: file.imports,
          isEntry: isAtStart(file.fileName),
          part: file.isDynamicEntry ? partOf(file.facadeModuleId, root) : null,
        };
      });
      const packages = all.flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds.flatMap((id) => packageOf(id, root)) : [],
      );
      mkdirSync(join(root, 'dist'), { recursive: true });
      writeFileSync(
        join(root, 'dist/packages.json'),
        JSON.stringify([...new Set(packages)].sort(), null, 2),
      );
      const { lines, excess } = reportOf(files);
      this.info(`over the wire, gzip:\n${lines.join('\n')}`);
      if (excess.length > 0) this.error(`Larger than the budget: ${excess.join(', ')}`);
    },
  };
}

function packageOf(module: string, root: string): readonly string[] {
  const path = relative(join(root, '../..'), module.replace(/^\0/, '').replace(/\?.*$/, ''));
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.slice(0, 1) ?? [];
}
