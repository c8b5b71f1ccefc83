import type { Plugin } from 'vite';

/** Of these a screen takes what it uses, although the start reaches all: they stay where they are used. */
const PICKED = /lucide-react.*icons|@base-ui|floating-ui|src\/shared\//;

/** Characters of a module that costs less at the start than a file of its own costs each screen. */
const SMALL = 5_000;

/** What the files of a context share: of large ones what every file of theirs needs, such as `users.queries.ts`. */
const OF_CONTEXT = [
  /src\/(\w+)\/[\w-]+(?:\.(?:queries|fields|module)\.\w+|-state\.tsx)$/,
  /console\/src\/(?!(?:app|shared|users|rooms)\/)(\w+)\/[\w-]+\.\w+$/,
];

/** What every dialog needs, with what they share with the parts of pages. */
const OF_DIALOGS = /@base-ui|floating-ui|src\/shared\/ui\/(?:dialog|confirm|ask-dialog)/;

/**
 * Puts what every page loads into one file, with what is small and shared, and what a context shares into one as well.
 * Divided by who else uses which module, as a bundler does by itself, a screen is two dozen small files, which compress
 * worse, and wait for each other: browsers fetch six at a time.
 */
export function startChunk(): Plugin {
  const reached = new Set<string>();
  const small = new Set<string>();
  const isOfStart = (id: string) => (reached.has(id) && !PICKED.test(id)) || small.has(id);
  return {
    name: 'start-chunk',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'start', test: isOfStart },
                { name: 'dialog', test: OF_DIALOGS, minShareCount: 10 },
                {
                  ...{ debugName: 'context', minShareCount: 2 },
                  name: (id) => OF_CONTEXT.map((one) => one.exec(id)?.[1]).find(Boolean) ?? null,
                },
              ],
            },
          },
        },
      },
    }),
    buildEnd() {
      const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds ?? [];
      const walk = (id: string): void => {
        if (reached.has(id)) return;
        reached.add(id);
        importsOf(id).forEach(walk);
      };
      for (const id of this.getModuleIds()) {
        const { isEntry, code, dynamicImporters } = this.getModuleInfo(id)!;
        if (isEntry) walk(id);
        const isShared = id.includes('/src/shared/') && dynamicImporters.length === 0;
        if (isShared && (code?.length ?? 0) <= SMALL) small.add(id);
      }
      // what imports something larger would bring it along
      const isAlone = (id: string) =>
        importsOf(id).every((one) => reached.has(one) || small.has(one));
      let before: number;
      do {
        before = small.size;
        for (const id of small) if (!isAlone(id)) small.delete(id);
      } while (small.size < before);
    },
  };
}
