import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { matchesScramKeys } from '@chat-admin/credentials/scram-keys';
import type { ScramColumns, UserColumns } from '../rows.js';
import { movedCredentials } from './moved-credentials.js';
import { NewPasswords } from '../passwords/new-passwords.js';
import { DEFAULT_SECURITY, OpenfireKeys } from '../passwords/openfire-keys.js';

const ENCRYPTED = '0123456789abcdefe59d612d2f22c75f18d646ca12b0f9a3'; // secret
const SALT = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYX';

const noKeys: ScramColumns = { salt: null, storedKey: null, serverKey: null, iterations: null };

function keysOf(password: string, salt = SALT, iterations = 4096): ScramColumns {
  const salted = pbkdf2Sync(password, Buffer.from(salt, 'base64'), iterations, 20, 'sha1');
  const client = createHmac('sha1', salted).update('Client Key').digest();
  return {
    salt,
    storedKey: createHash('sha1').update(client).digest('base64'),
    serverKey: createHmac('sha1', salted).update('Server Key').digest('base64'),
    iterations,
  };
}

async function moved(given: Partial<UserColumns>, change: object = {}, username = 'ola') {
  const user: UserColumns = {
    ...noKeys,
    plainPassword: null,
    encryptedPassword: null,
    name: null,
    email: null,
    creationDate: null,
    modificationDate: null,
    ...given,
  };
  const settings = {
    keys: new OpenfireKeys(DEFAULT_SECURITY),
    passwordKey: 'AbCdEfGhIjKlMnO',
    iterations: 4096,
    acceptNamePasswords: false,
    namePasswords: false,
    newPasswords: null,
    ...change,
  };
  const outcome = await movedCredentials({ username, user, scram: [] }, settings);
  return { ...outcome, codes: outcome.notes.map(({ code }) => code) };
}

it('the keys of the vectors are those of their passwords', () => {
  expect(keysOf('secret')).toMatchObject({
    storedKey: 'DRWTcPsSPIVKuCT0J6AM0NebRcc=',
    serverKey: 'wLYG8utMDwjOsrFYIoakyYDREps=',
  });
  expect(keysOf('pässwörd')).toMatchObject({
    storedKey: 'a3b37jWw2HYvEC19ChMd2OOUD7g=',
    serverKey: 'ZhmhBXsuHKNPewbTfNiqUtCck/c=',
  });
});

it('agreeing keys stay, the other hash is derived', async () => {
  const { credentials, codes, derived } = await moved({
    encryptedPassword: ENCRYPTED,
    ...keysOf('secret'),
  });
  expect(codes).toEqual([]);
  expect(derived).toBe(1);
  expect(Buffer.from(credentials!.sha1!.storedKey).toString('base64')).toBe(
    'DRWTcPsSPIVKuCT0J6AM0NebRcc=',
  );
  expect(await matchesScramKeys('sha256', 'secret', credentials!.sha256!)).toBe(true);
});

it('the password wins over keys of another one', async () => {
  const { credentials, codes, derived } = await moved({
    encryptedPassword: ENCRYPTED,
    ...keysOf('other'),
  });
  expect(codes).toEqual(['scram-disagrees']);
  expect(derived).toBe(2);
  expect(await matchesScramKeys('sha1', 'secret', credentials!.sha1!)).toBe(true);
});

it('keys of the raw password are derived anew, since clients prepare', async () => {
  const raw = '\u2168th'; // IXth once prepared
  const { credentials, codes, derived } = await moved({ plainPassword: raw, ...keysOf(raw) });
  expect([codes, derived]).toEqual([[], 2]);
  expect(await matchesScramKeys('sha1', 'IXth', credentials!.sha1!)).toBe(true);
});

it('keys alone stay alone', async () => {
  const { credentials, codes, derived } = await moved(keysOf('secret'));
  expect([codes, derived, credentials!.sha256]).toEqual([[], 0, null]);
});

it.each([
  ['plain text', { plainPassword: 'origami9' }, 'origami9'],
  ['encrypted before plain', { plainPassword: 'x', encryptedPassword: ENCRYPTED }, 'secret'],
  ['an empty encrypted one', { plainPassword: 'x', encryptedPassword: '' }, 'x'],
  [
    'the encrypted one of an empty text',
    { plainPassword: 'x', encryptedPassword: '0123456789abcdefae44c0822dc0de0a' },
    'x',
  ],
])('%s', async (_, columns, password) => {
  const { credentials, derived } = await moved(columns);
  expect(derived).toBe(2);
  expect(await matchesScramKeys('sha256', password, credentials!.sha256!)).toBe(true);
});

it.each([
  ['nothing', {}, ['no-password']],
  ['odd hex', { encryptedPassword: `${ENCRYPTED}0` }, ['password-undecryptable', 'no-password']],
  ['rounds 0', { ...keysOf('secret'), iterations: 0 }, ['scram-incomplete', 'no-password']],
  ['no server key', { ...keysOf('x'), serverKey: null }, ['scram-incomplete', 'no-password']],
  ['U+0007', { plainPassword: 'a\u0007b' }, ['password-unusable', 'no-password']],
  ['above 1,023 bytes', { plainPassword: 'é'.repeat(512) }, ['password-unusable', 'no-password']],
])('%s leaves no credentials', async (_, columns, expected) => {
  const { credentials, codes } = await moved(columns);
  expect([credentials, codes]).toEqual([null, expected]);
});

it('a refused password agrees with keys of its raw text', async () => {
  const raw = 'a\u0007b';
  const { credentials, codes } = await moved({ plainPassword: raw, ...keysOf(raw) });
  expect(codes).toEqual(['password-unusable']);
  expect([credentials!.sha1 !== null, credentials!.sha256]).toEqual([true, null]);
});

it('an undecryptable password leaves the keys', async () => {
  const { credentials, codes } = await moved(
    { encryptedPassword: ENCRYPTED, ...keysOf('secret') },
    { passwordKey: 'lost' },
  );
  expect(codes).toEqual(['password-undecryptable']);
  expect(credentials!.sha1).not.toBeNull();
});

it('a cut salt is healed by the password', async () => {
  const keys = { ...keysOf('secret', Buffer.alloc(32, 7).toString('base64')) };
  const cut = { ...keys, salt: keys.salt!.slice(0, 32) };
  const { codes, derived } = await moved({ encryptedPassword: ENCRYPTED, ...cut });
  expect([codes, derived]).toEqual([['scram-disagrees'], 2]);
});

it('the default password is reported, in text of everybody and by the keys of the account admin', async () => {
  expect((await moved({ plainPassword: 'admin' })).codes).toEqual(['default-password']);
  expect((await moved(keysOf('admin'), {}, 'admin')).codes).toEqual(['default-password']);
  expect((await moved(keysOf('admin'))).codes).toEqual([]);
});

it('a name as password is dropped where the source invents it', async () => {
  const columns = { plainPassword: 'ola' };
  expect((await moved(columns)).codes).toEqual([]);
  const named = { namePasswords: true };
  expect((await moved(columns, named)).codes).toEqual(['password-is-name', 'no-password']);
  expect((await moved(columns, { ...named, acceptNamePasswords: true })).codes).toEqual([]);
});

it('who has neither password nor keys gets a new password, the same where it goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'new-passwords-'));
  const file = join(folder, 'passwords');
  const open = async () => {
    const newPasswords = new NewPasswords(file);
    const outcome = await moved({}, { newPasswords });
    newPasswords.close();
    const text = await readFile(file, 'utf8');
    return { ...outcome, text };
  };
  try {
    const { codes, credentials, derived, text } = await open();
    expect([codes, derived]).toEqual([['password-new'], 2]);
    const [, password] = /^ola:(\S{20})\n$/.exec(text)!;
    expect(await matchesScramKeys('sha1', password!, credentials!.sha1!)).toBe(true);
    await appendFile(file, 'kim:cut o');
    const again = await open();
    expect(again.text).toBe(text);
    expect(await matchesScramKeys('sha256', password!, again.credentials!.sha256!)).toBe(true);
  } finally {
    await rm(folder, { recursive: true });
  }
});
