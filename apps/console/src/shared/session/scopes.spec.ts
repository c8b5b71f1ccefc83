import { covers } from './scopes';

it.each([
  [['*'], 'users:write', true],
  [['users:read'], 'users:read', true],
  [['users:write'], 'users:read', false],
  [['*:read'], 'users:read', true],
  [['*:read'], 'users:write', false],
  [['*:read'], '*', false],
  [[], 'users:read', false],
] as const)('%j covers %s: %s', (scopes, needed, expected) => {
  expect(covers(scopes, needed)).toBe(expected);
});
