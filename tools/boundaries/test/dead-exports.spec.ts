import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('../../..', import.meta.url));
const PATTERNS = ['*.ts', '*.tsx', '*.mts', '*.mjs', '*.md', '*.json'];
const PRODUCT = /^(apps|libs|integrations)\/[^/]+\/src\/.*\.tsx?$/;
const TESTS = /\.spec\.|\/testing\//;
/** What the console calls of each screen that it has loaded. */
const OF_SCREENS = 'begin';
const EXPORT =
  /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|interface|type|enum) ([\w$]+)/gm;

const PASSED_ON = /^export \* from '([^']+)'/gm;
const GENERATED = 'libs/client/src/description.ts';
/** Names what it seeds, so it would be its user. */
const THIS = 'tools/boundaries/test/dead-exports.spec.ts';

const files = execFileSync('git', ['ls-files', ...PATTERNS], { cwd: workspace, encoding: 'utf8' })
  .split('\n')
  .filter((file) => !['', THIS].includes(file) && basename(file) !== 'package-lock.json');
const read = (file: string): string => readFileSync(join(workspace, file), 'utf8');

const moduleOf = (file: string): string => basename(file).replace(/\.[jt]sx?$/, '');

/** Files by the words in them. */
function wordsIn(texts: ReadonlyMap<string, string>): ReadonlyMap<string, ReadonlySet<string>> {
  const users = new Map<string, Set<string>>();
  for (const [file, text] of texts) {
    for (const word of text.match(/[A-Za-z_$][\w$]*/g) ?? []) {
      const known = users.get(word);
      if (known === undefined) users.set(word, new Set([file]));
      else known.add(file);
    }
  }
  return users;
}

/** Exports of the product that their own file does not use, and no other that names their module or one that passes all of it on. */
function deadExports(texts: ReadonlyMap<string, string>): readonly string[] {
  const users = wordsIn(texts);
  const passing = [...texts].flatMap(([file, text]) =>
    Array.from(text.matchAll(PASSED_ON), ([, from]) => [moduleOf(file), moduleOf(from!)] as const),
  );
  return [...texts]
    .filter(([file]) => PRODUCT.test(file) && !TESTS.test(file) && file !== GENERATED)
    .flatMap(([file, text]) => {
      const module = moduleOf(file);
      const modules = [module, ...passing.filter(([, from]) => from === module).map(([by]) => by)];
      const isUsed = (name: string) =>
        text.split(new RegExp(`\\b${name.replaceAll('$', '\\$')}\\b`)).length > 2 ||
        [...users.get(name)!].some(
          (user) => user !== file && modules.some((module) => texts.get(user)!.includes(module)),
        );
      return Array.from(text.matchAll(EXPORT), ([, name]) => name!)
        .filter((name) => name !== OF_SCREENS && !isUsed(name))
        .map((name) => `${file}: ${name}`);
    });
}

const texts = new Map(files.map((file) => [file, read(file)]));

it('nothing is exported that nobody uses', () => {
  expect(deadExports(texts)).toEqual([]);
});

it('what nobody uses is found, also if something else has its name', () => {
  const seeded = new Map(texts)
    .set('libs/domain/src/shared/seeded-one.ts', 'export const seededFact = 1;')
    .set('libs/domain/src/shared/seeded-two.ts', 'export const seededFact = 2;')
    .set('apps/cli/src/seeded-user.ts', "import { seededFact } from './seeded-two.js';");
  expect(deadExports(seeded)).toEqual(['libs/domain/src/shared/seeded-one.ts: seededFact']);
});
