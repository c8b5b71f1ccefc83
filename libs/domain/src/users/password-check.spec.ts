import { jest } from '@jest/globals';
import { inMemoryPorts } from '../testing/in-memory-ports.js';
import type { Credentials } from './credentials.js';
import { PasswordCheck } from './password-check.js';
import { username } from './user.js';

const ann = username('ann')!;
const RAW = 'ﬁsh'; // with a ligature, which SASLprep splits
const PREPARED = 'fish';
const PROHIBITED = 'bell\u0007';

function world() {
  const { users, hasher } = inMemoryPorts();
  const check = new PasswordCheck(users, hasher);
  const stored = async (credentials: Credentials) => {
    const user = { username: ann, name: null, email: null, properties: [] };
    await users.add([{ user, credentials }]);
    return credentials;
  };
  return { users, hasher, check, stored };
}

const textOf = (keys: Credentials['scramSha1']) => keys && new TextDecoder().decode(keys.storedKey);
const texts = (found: Credentials | null) =>
  found && [textOf(found.scramSha1), textOf(found.scramSha256)];

it('says what an account has, when the password is right', async () => {
  const { check, hasher } = world();
  const full = await hasher.derive(PREPARED);
  expect(await check.verify(ann, RAW, full)).toBe(full);
  expect(await check.verify(ann, PREPARED, full)).toBe(full);
  expect(await check.verify(ann, 'other', full)).toBeNull();
});

it.each([
  ['SHA-256', 'scramSha256'],
  ['SHA-1', 'scramSha1'],
] as const)('adds absent keys of %s', async (_hash, absent) => {
  const { check, hasher, users, stored } = world();
  const half = await stored({ ...(await hasher.derive(PREPARED)), [absent]: null });
  expect(await check.verify(ann, 'other', half)).toBeNull();
  expect((await users.login(ann))!.credentials[absent]).toBeNull();
  expect(texts(await check.verify(ann, RAW, half))).toEqual([PREPARED, PREPARED]);
  expect(texts((await users.login(ann))!.credentials)).toEqual([PREPARED, PREPARED]);
});

it('replaces keys of the text as it was typed', async () => {
  const { check, hasher, users, stored } = world();
  const half = await stored({ ...(await hasher.derive(RAW)), scramSha256: null });
  expect(texts(await check.verify(ann, RAW, half))).toEqual([PREPARED, PREPARED]);
  expect(texts((await users.login(ann))!.credentials)).toEqual([PREPARED, PREPARED]);
});

it('takes no text as typed for an account that has both hashes', async () => {
  const { check, hasher } = world();
  expect(await check.verify(ann, RAW, await hasher.derive(RAW))).toBeNull();
});

it.each(['', PROHIBITED])('is never right: %j', async (password) => {
  const { check, hasher } = world();
  const full = await hasher.derive(password);
  expect(await check.verify(ann, password, full)).toBeNull();
  expect(await check.verify(ann, password, { ...full, scramSha256: null })).toBeNull();
});

it('lets in whoever is right although nothing can be added', async () => {
  const { check, hasher, users } = world();
  const half = { ...(await hasher.derive(PREPARED)), scramSha256: null };
  expect(await check.verify(ann, PREPARED, half)).toBe(half);
  users.addKeys = () => Promise.reject(new Error('away'));
  expect(await check.verify(ann, PREPARED, half)).toBe(half);
});

it('is never right, and not worked at, above 1,023 bytes', async () => {
  const { check, hasher } = world();
  const long = 'x'.repeat(1024);
  const matches = jest.spyOn(hasher, 'matches');
  expect(await check.verify(ann, long, await hasher.derive(long))).toBeNull();
  expect(matches.mock.calls.map(([password]) => password)).toEqual(['']);
});
