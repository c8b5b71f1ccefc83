import { gzipSync } from 'node:zlib';

/** Kilobytes (1,000) over the wire, compressed by gzip. */
export const BUDGETS = { start: 190, styles: 20, screen: 60, all: 430 } as const;
/** Of a screen, besides those of the start and its texts: browsers fetch six at a time. */
export const MOST_FILES = 20;

export interface BuiltFile {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  /** names of the files that are loaded with it */
  readonly imports: readonly string[];
  readonly isEntry: boolean;
  /** the screen, or other part, that is loaded by it alone */
  readonly part: string | null;
}

export interface Report {
  readonly lines: readonly string[];
  readonly excess: readonly string[];
}

/** What a browser loads: at the start, for each screen besides, and in all with one language. */
export function reportOf(files: readonly BuiltFile[]): Report {
  const sizes = new Map(files.map(({ name, bytes }) => [name, gzipSync(bytes).length / 1000]));
  const byName = new Map(files.map((file) => [file.name, file]));
  const withImports = (name: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const one of byName.get(name)?.imports ?? []) withImports(one, seen);
    return seen;
  };
  const sum = (names: Iterable<string>, of: RegExp): number =>
    [...names]
      .filter((name) => of.test(name))
      .reduce((all, name) => all + (sizes.get(name) ?? 0), 0);
  const entries = files
    .filter(({ isEntry }) => isEntry)
    .flatMap(({ name }) => [...withImports(name)]);
  const start = new Set(entries);
  const texts = files.flatMap(({ name, part }) => {
    const [, file, language] = /^texts\/(\w+)\/(\w+)$/.exec(part ?? '') ?? [];
    return file && language ? [{ name, file, language, size: sizes.get(name)! }] : [];
  });
  /** of the texts of a context, or of all, in the language that has the most */
  const textOf = (context: string | null): number => {
    const sums = new Map<string, number>();
    for (const { file, language, size } of texts) {
      if (context === null || file === context)
        sums.set(language, (sums.get(language) ?? 0) + size);
    }
    return Math.max(0, ...sums.values());
  };
  const crowds: string[] = [];
  const measured: [string, number, number][] = [
    ['start', sum(start, /\.js$/) + textOf('shell'), BUDGETS.start],
    ['styles', sum(start, /\.css$/), BUDGETS.styles],
  ];
  const screens = files.filter(({ part }) => part !== null && !part.startsWith('texts/'));
  for (const { name, part } of screens) {
    const more = [...withImports(name)].filter((one) => !start.has(one));
    const [context = ''] = part!.split('/');
    measured.push([part!, sum(more, /\.(js|css)$/) + textOf(context), BUDGETS.screen]);
    if (more.length > MOST_FILES) crowds.push(`${part!} (${more.length} files)`);
  }
  const others = sum(sizes.keys(), /\.(js|css)$/) - texts.reduce((all, { size }) => all + size, 0);
  measured.push(['all', others + textOf(null), BUDGETS.all]);
  return {
    lines: measured.map(
      ([what, size, most]) => `${size.toFixed(1).padStart(7)} of ${most} kB  ${what}`,
    ),
    excess: [...measured.filter(([, size, most]) => size > most).map(([what]) => what), ...crowds],
  };
}
