import { keyOf } from './principal.js';

it.each([
  ['key', 'key:7hq2m9xk4d', '7hq2m9xk4d'],
  ['oidc', 'oidc:https://issuer.example a b', 'a b'],
  ['secret', 'secret:label', undefined],
  ['basic', 'basic:7', undefined],
] as const)('%s %s is told by %s', (kind, id, told) => {
  expect(keyOf({ kind, id })).toBe(told);
});
