import { readFileSync } from 'node:fs';

type Overrides = { readonly [name: string]: string | Overrides };

const { overrides } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { overrides: Overrides };

const valuesOf = (given: Overrides): string[] =>
  Object.values(given).flatMap((value) => (typeof value === 'string' ? [value] : valuesOf(value)));

it('overrides are versions: npm 9.2, which Debian 12 and 13 have, refuses other packages in the place of one', () => {
  for (const value of valuesOf(overrides)) expect(value).toMatch(/^(\d+\.\d+\.\d+|\$[\w@/-]+)$/);
});
