import { readFileSync } from 'node:fs';
import { settingsTable } from '@chat-admin/configuration/settings-table';
import { ApiConfig } from '../../src/config.js';

/** Cells without the blanks that the formatter adds. */
const cells = (table: string): string[] =>
  table
    .trim()
    .split('\n')
    .map((row) => row.replaceAll(/\s*\|\s*/g, '|').replaceAll(/-+/g, '-'));

it('the README documents every setting of the api, as its configuration class has it', () => {
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
  const table = /<!-- settings of the api -->\n([^]*?)<!-- end -->/.exec(readme)?.[1] ?? '';
  expect(cells(table)).toEqual(cells(settingsTable(ApiConfig)));
});
