import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anchorsOf, linksOf, taggedBlocks } from '../src/markdown.js';

const workspace = fileURLToPath(new URL('../../..', import.meta.url));
const IGNORED = new Set(['node_modules', 'dist', '.git', '.data', '.nx', 'release']);
const MOST_WORDS = 600;
const PICTURES = /\.(?:png|svg|webp|jpe?g)$/;
const KNOWN_TAGS = ['tour', 'save', 'restore', 'base-backup', 'base-restore'];

function* pagesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !IGNORED.has(entry.name)) yield* pagesBelow(path);
    else if (entry.isFile() && entry.name.endsWith('.md')) yield relative(workspace, path);
  }
}
const PAGES = [...pagesBelow(workspace)];
const read = (path: string): string => readFileSync(join(workspace, path), 'utf8');

/** What of a link leads nowhere; `null` if it leads somewhere. */
function faultOf(page: string, target: string, isPicture: boolean): string | null {
  if (/^[a-z]+:/.test(target)) return null;
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  const place = join(workspace, file);
  if (!existsSync(place)) return `${target} is not there`;
  if (isPicture && !PICTURES.test(path)) return `${target} is no picture`;
  if (anchor === undefined) return null;
  if (statSync(place).isDirectory()) return `${target} is in a folder`;
  return anchorsOf(read(file)).has(anchor) ? null : `${target} is no heading`;
}

it.each(PAGES)('links of %s lead somewhere', (page) => {
  const faults = linksOf(read(page)).map(({ target, isPicture }) =>
    faultOf(page, target, isPicture),
  );
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
});

it('dead links, anchors and pictures are found', () => {
  const faults = (page: string, target: string, isPicture = false) =>
    faultOf(page, target, isPicture);
  expect(faults('README.md', 'docs/nothing.md')).toMatch(/not there/);
  expect(faults('README.md', 'CONTRIBUTING.md#recipes')).toBeNull();
  expect(faults('README.md', 'CONTRIBUTING.md#nothing')).toMatch(/no heading/);
  expect(faults('docs/jobs.md', '../README.md', true)).toMatch(/no picture/);
  expect(linksOf('`[a](b)` ![c](d.png)\n```\n[e](f)\n```\n[g](h#i)')).toEqual([
    { target: 'd.png', isPicture: true },
    { target: 'h#i', isPicture: false },
  ]);
  expect([...anchorsOf('# A `b`, c\n\n## A b c\n\n## [x](y) é')]).toEqual([
    'a-b-c',
    'a-b-c-1',
    'x-é',
  ]);
});

it(`the README has at most ${MOST_WORDS} words`, () => {
  const words = read('README.md')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  expect(words.length).toBeLessThanOrEqual(MOST_WORDS);
});

it('each page of docs is named in the README or in another page', () => {
  const linked = new Set(
    PAGES.flatMap((page) =>
      linksOf(read(page)).map(({ target }) => join(dirname(page), target.replace(/#.*/, ''))),
    ),
  );
  const pages = PAGES.filter((page) => /^docs\/[^/]+\.md$/.test(page));
  expect(pages.filter((page) => !linked.has(page))).toEqual([]);
});

it('each tagged block has a test that runs it', () => {
  const tags = PAGES.flatMap((page) =>
    [...read(page).matchAll(/^ *```\w+ test=(\S+)/gm)].map(([, tag]) => `${page} ${tag!}`),
  );
  const unknown = tags.filter((one) => !KNOWN_TAGS.includes(one.split(' ').at(-1)!));
  expect(unknown).toEqual([]);
  expect(taggedBlocks('1. a\n\n   ```sh test=tour\n   b \\\n     c\n   ```\n', 'tour')).toEqual([
    'b \\\n  c\n',
  ]);
});
