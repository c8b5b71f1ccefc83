import { usesSamePackages } from './built-program.js';

const lock = (packages: object) => JSON.stringify({ packages });
const then = lock({
  '': { version: '0.2.0' },
  'apps/api': { version: '0.2.0' },
  'node_modules/@chat-admin/api': { link: true },
  'node_modules/pg': { version: '8.23.1' },
  'node_modules/pg/node_modules/a': { version: '1.0.0' },
  'node_modules/jest': { version: '30.0.0', dev: true },
});

it.each([
  [true, 'others come along and tools change', { 'node_modules/new': { version: '1.0.0' } }],
  [false, 'one is of another version', { 'node_modules/pg': { version: '8.24.0' } }],
])('packages are the same: %s, if %s', (same, _when, changes) => {
  const now = {
    'node_modules/pg': { version: '8.23.1' },
    'node_modules/pg/node_modules/a': { version: '1.0.0' },
    ...changes,
  };
  expect(usesSamePackages(then, lock(now))).toBe(same);
});

it('packages are not the same without one of them', () => {
  expect(usesSamePackages(then, lock({ 'node_modules/pg': { version: '8.23.1' } }))).toBe(false);
});
