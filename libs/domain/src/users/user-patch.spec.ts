import { checkPatch, updatedUser } from './user-draft.js';
import { username } from './user.js';
import type { User, UserPatch } from './user.js';

const ola: User = {
  username: username('ola')!,
  name: 'Ola',
  email: 'o@x',
  properties: [{ key: 'desk', value: '4B' }],
};
const after = (patch: UserPatch) => updatedUser(ola, checkPatch(ola, 'ola', patch));

it('keeps what the patch does not name', () => {
  expect(after({})).toEqual(ola);
  expect(after({ name: 'O' })).toEqual({ ...ola, name: 'O' });
});

it('clears name, e-mail and properties', () => {
  expect(after({ name: null, email: null, properties: null })).toEqual({
    ...{ username: 'ola', name: null, email: null, properties: [] },
  });
});

it('clears them in a rename too', () => {
  const renamed = { ...ola, username: 'bo' };
  expect(after({ username: 'bo', properties: null })).toEqual({ ...renamed, properties: [] });
  expect(after({ username: 'bo', properties: new Map() })).toEqual(renamed);
});

it('entries set and remove single properties, in order', () => {
  const entries = new Map([
    ['a', '1'],
    ['none', null],
  ]);
  expect(after({ properties: entries }).properties).toEqual([
    { key: 'a', value: '1' },
    { key: 'desk', value: '4B' },
  ]);
  expect(after({ properties: new Map([['desk', null]]) }).properties).toEqual([]);
});

it('refuses more properties than a user may have', () => {
  const entries = new Map(Array.from({ length: 1000 }, (_, n) => [`p${n}`, 'x']));
  expect(() => checkPatch(ola, 'ola', { properties: entries })).toThrow(
    'The request body has too many properties: more than 1000',
  );
});
