import { aWorld } from '../../test/use-cases.js';
import { ScopeMissing, ScopeSet } from '../shared/scopes.js';
import type { Scope } from '../shared/scopes.js';
import { KeyAlreadyExists, KeyNotFound, KeyTooStrong } from './errors.js';
import { readToken, writeToken } from './key-tokens.js';
import { UNBOUNDED, unboundedPrincipal } from './principal.js';
import type { Bounds, Principal } from './principal.js';

const operator = unboundedPrincipal('secret', 'secret');
const somebody = (scopes: readonly Scope[], bounds: Partial<Bounds> = {}): Principal => ({
  name: 'key:somebody',
  id: 'key:0',
  kind: 'key',
  scopes: new ScopeSet(scopes),
  expires: null,
  bounds: { ...UNBOUNDED, ...bounds },
});

it('a key is known to this instance as soon as it is answered, and no longer when it is revoked', async () => {
  const { keys, ports } = aWorld();
  const { id } = await keys.create({ name: 'portal', scopes: ['users:read'] }, operator);
  expect(ports.keyDirectory.find(id)).toMatchObject({ name: 'portal', createdBy: 'secret' });
  await keys.revoke(id, operator);
  expect(ports.keyDirectory.find(id)).toBeNull();
  await expect(keys.get(id)).rejects.toThrow(KeyNotFound);
});

it('repeated scopes and addresses count once, blanks around addresses not at all', async () => {
  const { keys } = aWorld();
  const draft = {
    name: 'portal',
    scopes: ['users:read', '*', 'users:read'],
    allowedAddresses: [' 192.0.2.1 ', '192.0.2.1'],
  };
  expect(await keys.create(draft, operator)).toMatchObject({
    scopes: ['users:read', '*'],
    allowedAddresses: ['192.0.2.1'],
  });
});

it('what is refused changes nothing', async () => {
  const { keys, ports } = aWorld();
  const { id } = await keys.create({ name: 'portal', scopes: ['users:read'] }, operator);
  const before = await ports.keys.list();
  const weak = somebody(['keys:write']);
  await expect(keys.create({ name: 'x', scopes: ['*'] }, weak)).rejects.toThrow(ScopeMissing);
  await expect(keys.patch(id, { scopes: ['keys:write'] }, weak)).rejects.toThrow(ScopeMissing);
  await expect(keys.rotate(id, 0, weak)).rejects.toThrow(ScopeMissing);
  await expect(keys.revoke(id, weak)).rejects.toThrow(ScopeMissing);
  await expect(keys.create({ name: 'portal', scopes: ['*'] }, operator)).rejects.toThrow(
    KeyAlreadyExists,
  );
  expect(await ports.keys.list()).toEqual(before);
});

it.each<[Partial<Bounds>, boolean]>([
  [{}, true],
  [{ rateLimit: 60 }, false],
  [{ expires: new Date(Date.now() + 60_000) }, false],
  [{ allowedAddresses: ['192.0.2.0/24'] }, false],
])('who is bound by %j makes a free key: %s', async (bounds, may) => {
  const { keys } = aWorld();
  const made = keys.create({ name: 'x', scopes: ['users:read'] }, somebody(['*'], bounds));
  if (may) await made;
  else await expect(made).rejects.toThrow(KeyTooStrong);
});

it('an expired key can be rotated, and stays expired', async () => {
  const { keys, ports } = aWorld();
  const expires = new Date(Date.now() + 60_000);
  const { id } = await keys.create({ name: 'x', scopes: ['*'], expires }, operator);
  const past = new Date(0);
  await ports.keys.update(id, { ...(await keys.get(id)), expires: past });
  expect(await keys.rotate(id, 60, operator)).toMatchObject({ expires: past });
  expect(await keys.patch(id, { name: 'y' }, operator)).toMatchObject({ name: 'y', expires: past });
});

describe('a token', () => {
  const token = { id: 'abcdefghij', secret: `_-${'x'.repeat(41)}` };

  it('is read as it is written', () => {
    expect(readToken(writeToken(token))).toEqual(token);
  });

  it.each([
    '',
    'cak_abcdefghij_',
    `cak_abcdefghij_${'x'.repeat(42)}`,
    `cak_abcdefghij_${'x'.repeat(44)}`,
    `cak_ABCDEFGHIJ_${'x'.repeat(43)}`,
    `cak_abcdefghi_${'x'.repeat(44)}`,
    `cak-abcdefghij_${'x'.repeat(43)}`,
    `cak_abcdefghij_${'x'.repeat(42)}=`,
    ` cak_abcdefghij_${'x'.repeat(43)}`,
  ])('is not %j', (text) => {
    expect(readToken(text)).toBeNull();
  });
});
