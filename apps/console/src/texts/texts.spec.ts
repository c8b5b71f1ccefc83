import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { flat, LANGUAGES, readTexts, sameIn, TEXT_FILES, textsIn } from '../../test/support/texts';

const english = Object.fromEntries(TEXT_FILES.map((file) => [file, flat(readTexts('en', file))]));
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

describe.each(LANGUAGES)('The texts (%s)', (language) => {
  it.each(TEXT_FILES)('of %s have the same keys and placeholders as the English ones', (file) => {
    const texts = flat(readTexts(language, file));
    expect(Object.keys(texts)).toEqual(Object.keys(english[file]!));
    for (const [key, text] of Object.entries(texts)) {
      expect([key, placeholders(text)]).toEqual([key, placeholders(english[file]![key]!)]);
    }
    expect(Object.entries(texts).filter(([, text]) => text.trim() === '')).toEqual([]);
  });
});

it.each(LANGUAGES)('a reason stands at the end, where English in it is marked (%s)', (language) => {
  expect(textsIn(language)['common.undoFailed']).toMatch(/\{\{reason\}\}$/);
});

it.each(['de', 'es', 'zh'] as const)(
  'a text of %s is another than the English one, unless it is known to be the same',
  (language) => {
    const theirs = textsIn('en');
    const same = Object.entries(textsIn(language)).filter(([key, text]) => text === theirs[key]);
    expect([...new Set(same.map(([, text]) => text))].sort()).toEqual([...sameIn(language)].sort());
  },
);

it('each group of texts stands in one file', () => {
  const groups = TEXT_FILES.flatMap((file) => Object.keys(readTexts('en', file)));
  expect(groups).toEqual([...new Set(groups)]);
});

const folder = fileURLToPath(new URL('..', import.meta.url));
const codeOf = (file: string) => readFileSync(file, 'utf8').replaceAll(/\/\*\*[^]*?\*\//g, '');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.spec.ts'))
  .map((name) => ({ name, code: codeOf(`${folder}/${name}`) }));

/** What looks like keys in quotes, with the beginnings of those that are made of names: `rooms.fields.`. */
const keysIn = (code: string): readonly string[] =>
  [...code.matchAll(/['`]([\w.]+)(?:['`]|\$\{)/g)].map(([, text]) => text!);

/** Keys that the code makes of names: of fields, choices, filters, screens, groups of the navigation, exceptions. */
const MADE =
  /^(errors|nav|screens)\.|\.(fields|hints|choices|filters|filterChoices|themes|densities)\.|_(one|other)$/;

it('every text is used', () => {
  const keys = new Set(sources.flatMap(({ code }) => keysIn(code)));
  const beginnings = [...keys].filter((key) => key.endsWith('.'));
  const isUsed = (key: string) => keys.has(key) || beginnings.some((one) => key.startsWith(one));
  const all = TEXT_FILES.flatMap((file) => Object.keys(english[file]!));
  expect(all.filter((key) => !MADE.test(key) && !isUsed(key))).toEqual([]);
});

it('a context uses its own texts and those of the shell, which alone are loaded for it', () => {
  const fileOf = new Map(
    TEXT_FILES.flatMap((file) => Object.keys(readTexts('en', file)).map((group) => [group, file])),
  );
  const others = sources.flatMap(({ name, code }) => {
    const [context = ''] = name.split('/');
    const asked = keysIn(code).filter((key) => key.includes('.'));
    const tables = [...code.matchAll(/(?:fieldTable(?:<.*>)?\(|texts[:=] ?\{?)'(\w+)'/g)].map(
      ([, group]) => `${group}.`,
    );
    const isOther = (key: string) => {
      const file = fileOf.get(key.split('.')[0]!);
      const isSentence = file === 'sentences' && name.startsWith('shared/audit/');
      return file !== undefined && file !== 'shell' && file !== context && !isSentence;
    };
    return [...asked, ...tables].filter(isOther).map((key) => `${name}: ${key}`);
  });
  expect(others).toEqual([]);
});

it('whatever tells entries of the audit log is loaded with the sentences', () => {
  const tells = /from '\.\.\/shared\/audit\/(?:entries|sentence|sentence-view)'/;
  const loaded = sources.flatMap(({ code }) =>
    [...code.matchAll(/withTexts\('sentences', import\('\.\/([\w-]+)'\)\)/g)].map(
      ([, file]) => file,
    ),
  );
  const telling = sources.filter(({ code }) => tells.test(code)).map(({ name }) => name);
  expect(telling.map((name) => name.replace(/^.*\/|\.tsx$/g, '')).sort()).toEqual(loaded.sort());
});

it.each(sources.filter(({ name }) => name.endsWith('.screens.ts')))(
  '$name has the texts of its context',
  ({ name, code }) => {
    expect(code).toContain(`screensOf('${name.split('/')[0]}')`);
  },
);
