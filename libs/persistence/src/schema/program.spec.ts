import { readFileSync } from 'node:fs';
import { isLater, PROGRAM_VERSION } from './program.js';

it('the version is that of the workspace', () => {
  const manifest = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  expect((JSON.parse(manifest) as { version: string }).version).toBe(PROGRAM_VERSION);
});

it.each([
  ['0.2.0', '0.1.9', true],
  ['0.10.0', '0.9.0', true],
  ['1.0.0', '0.99.99', true],
  ['0.2.0', '0.2.0', false],
  ['0.2.0', '0.2.1', false],
  ['0.9.0', '0.10.0', false],
])('%s is later than %s: %s', (version, other, expected) => {
  expect(isLater(version, other)).toBe(expected);
});
