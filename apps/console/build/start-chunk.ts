import type { Plugin } from 'vite';

/** Of these a screen takes what it uses, although the start reaches all: they stay where they are used. */
const PICKED = /lucide-react.*icons|@base-ui|floating-ui|src\/shared\//;

/**
 * Puts what every page loads into one file. Divided by who else uses which module, as a bundler does by itself, it is a
 * dozen small files, which compress worse: 7 kB at the start, and 20 kB in all.
 */
export function startChunk(): Plugin {
  const reached = new Set<string>();
  return {
    name: 'start-chunk',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [{ name: 'start', test: (id) => reached.has(id) && !PICKED.test(id) }],
            },
          },
        },
      },
    }),
    buildEnd() {
      const walk = (id: string): void => {
        if (reached.has(id)) return;
        reached.add(id);
        for (const one of this.getModuleInfo(id)?.importedIds ?? []) walk(one);
      };
      for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) walk(id);
    },
  };
}
