import { seal, unseal } from './sealed.js';

it('opens with its own token alone', () => {
  const sealed = seal('ID token é', 'one');
  expect([unseal(sealed, 'one'), unseal(sealed, 'two')]).toEqual(['ID token é', null]);
  expect(Buffer.from(sealed).includes('ID token')).toBe(false);
});

it.each([0, 12, 28])('changed in byte %i, or cut there, it opens with none', (at) => {
  const sealed = Buffer.from(seal('text', 'one'));
  expect(unseal(sealed.subarray(0, at), 'one')).toBeNull();
  sealed[at]! ^= 1;
  expect(unseal(sealed, 'one')).toBeNull();
});
