import { readFile } from 'node:fs/promises';

it('docs/moving-from-openfire.md explains each code of the report', async () => {
  const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
  const source = await read('../src/report.ts');
  const [, union] = /type ReportCode =([^;]+);/.exec(source)!;
  const codes = [...union!.matchAll(/'([a-z-]+)'/g)].map(([, code]) => code);
  const page = await read('../../../docs/moving-from-openfire.md');
  const [, section = ''] = page.split('## The report');
  const explained = [...section.matchAll(/^\| `([a-z-]+)` +\| [A-Za-z]/gm)].map(([, code]) => code);
  expect(explained.sort()).toEqual([...codes].sort());
});
