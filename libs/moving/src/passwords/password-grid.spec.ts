import { areScramKeysOf } from '@chat-admin/credentials/scram-keys';
import type { ScramHash } from '@chat-admin/credentials/scram-keys';
import type { MechanismKeys, ScramColumns } from '../rows.js';
import { encryptedPassword, PASSWORD_KEY, scramKeys } from '../testing/openfire-keys.js';
import { movedCredentials } from '../mapping/moved-credentials.js';
import { DEFAULT_SECURITY, OpenfireKeys } from './openfire-keys.js';

/** Few rounds: what is tested is which keys are stored, a thousand times. */
const ROUNDS = 2;
const keysOf = (password: string, hash: ScramHash = 'sha1') =>
  scramKeys(password, { hash, iterations: ROUNDS });
const noKeys: ScramColumns = { salt: null, storedKey: null, serverKey: null, iterations: null };

/** From 5.1 on; rows that it has not encrypted anew are still there. AES is for properties alone. Moving in: 3.3 */
const PBKDF2 = { kdf: 'pbkdf2', salt: Uint8Array.from(Array(32).keys()) } as const;
const BY_PBKDF2 = encryptedPassword('of encrypted', { derivation: PBKDF2 });

/** Texts in columns, and which password they are; `new`: with the derivation of 5.1, if that is another. */
const PLAIN = {
  absent: { text: null, password: null },
  empty: { text: '', password: null },
  given: { text: 'of plain', password: 'of plain' },
};
const ENCRYPTED: Readonly<
  Record<string, { text: string | null; password: string | null; new?: string }>
> = {
  absent: { text: null, password: null },
  blank: { text: '  ', password: null },
  right: { text: encryptedPassword('of encrypted'), password: 'of encrypted' },
  'in capitals': {
    text: encryptedPassword('of encrypted').toUpperCase(),
    password: 'of encrypted',
  },
  'of an empty text': { text: encryptedPassword(''), password: null },
  'odd hex': { text: encryptedPassword('of encrypted').slice(1), password: 'broken' },
  'no hex': { text: 'x'.repeat(32), password: 'broken' },
  'by PBKDF2': { text: BY_PBKDF2, password: 'broken', new: 'of encrypted' },
  'by PBKDF2 in capitals': {
    ...{ text: BY_PBKDF2.toUpperCase(), password: 'broken', new: 'of encrypted' },
  },
  'by another key': {
    text: encryptedPassword('of encrypted', { key: 'another' }),
    password: 'broken',
  },
};

/** Columns of keys, and whose they are; `null`: they cannot be used. */
const COLUMNS: Readonly<Record<string, { keys: ScramColumns; of: string | null; broken?: true }>> =
  {
    absent: { keys: noKeys, of: null },
    'rounds alone': { keys: { ...noKeys, iterations: 4096 }, of: null },
    'of plain': { keys: keysOf('of plain'), of: 'of plain' },
    'of encrypted': { keys: keysOf('of encrypted'), of: 'of encrypted' },
    'of others': { keys: keysOf('other'), of: 'other' },
    'with blanks': { keys: { ...keysOf('other'), salt: ` ${keysOf('other').salt} ` }, of: 'other' },
    'without salt': { keys: { ...keysOf('other'), salt: null }, of: null, broken: true },
    'without stored key': { keys: { ...keysOf('other'), storedKey: '' }, of: null, broken: true },
    'without server key': { keys: { ...keysOf('other'), serverKey: null }, of: null, broken: true },
    'no base64': { keys: { ...keysOf('other'), salt: '?' }, of: null, broken: true },
    'short stored key': { keys: { ...keysOf('other'), storedKey: 'AAAA' }, of: null, broken: true },
    'long server key': {
      keys: { ...keysOf('other'), serverKey: keysOf('other', 'sha256').serverKey },
      of: null,
      broken: true,
    },
    'no rounds': { keys: { ...keysOf('other'), iterations: 0 }, of: null, broken: true },
  };
/** Well formed, and of the right stored key, but a client would refuse the server. */
const WRONG_SERVER = { ...keysOf('of encrypted'), serverKey: keysOf('other').serverKey };

const row = (mechanism: string, keys: ScramColumns): MechanismKeys => ({ mechanism, ...keys });
const SHA1 = 'SCRAM-SHA-1';
const SHA256 = 'SCRAM-SHA-256';
/** Rows of `ofUserScram`: whose they are by hash; `undefined`: no row, the columns count. */
const ROWS: Readonly<
  Record<string, { rows: MechanismKeys[]; sha1?: string | null; sha256?: string | null }>
> = {
  none: { rows: [] },
  'of SHA-1': { rows: [row(SHA1, keysOf('rows'))], sha1: 'rows' },
  'of SHA-256': { rows: [row(SHA256, keysOf('rows', 'sha256'))], sha256: 'rows' },
  'of both': {
    rows: [row(SHA1, keysOf('of encrypted')), row(SHA256, keysOf('of encrypted', 'sha256'))],
    ...{ sha1: 'of encrypted', sha256: 'of encrypted' },
  },
  'broken of SHA-1': { rows: [row(SHA1, { ...keysOf('rows'), salt: null })], sha1: null },
  empty: { rows: [row(SHA1, noKeys)] },
  'of SHA-512': { rows: [row('SCRAM-SHA-512', keysOf('rows'))] },
};

const CASES = Object.entries(PLAIN).flatMap(([plain, ofPlain]) =>
  Object.entries(ENCRYPTED).flatMap(([encrypted, ofEncrypted]) =>
    Object.entries(COLUMNS).flatMap(([columns, ofColumns]) =>
      Object.entries(ROWS).map(([rows, ofRows]) => ({
        name: `plain ${plain}, encrypted ${encrypted}, columns ${columns}, rows ${rows}`,
        ...{ ofPlain, ofEncrypted, ofColumns, ofRows },
      })),
    ),
  ),
);

const OLD_KEYS = new OpenfireKeys(DEFAULT_SECURITY);
const NEW_KEYS = new OpenfireKeys({ ...DEFAULT_SECURITY, derivation: PBKDF2 });
const settings = {
  passwordKey: PASSWORD_KEY,
  iterations: ROUNDS,
  ...{ acceptNamePasswords: false, namePasswords: false, newPasswords: null },
};
const moved = (
  plain: string | null,
  encrypted: string | null,
  keys: ScramColumns,
  scram: MechanismKeys[],
  openfire = OLD_KEYS,
) =>
  movedCredentials(
    {
      username: 'ola',
      user: {
        ...{ ...keys, plainPassword: plain, encryptedPassword: encrypted },
        ...{ name: null, email: null, creationDate: null, modificationDate: null },
      },
      scram,
    },
    { ...settings, keys: openfire },
  );

/** With which of these passwords somebody can log in, by hash. */
async function whose(keys: Parameters<typeof areScramKeysOf>[2] | null, hash: ScramHash) {
  if (keys === null) return null;
  for (const password of ['of plain', 'of encrypted', 'other', 'rows']) {
    if (await areScramKeysOf(hash, password, keys)) return password;
  }
  return 'nobody';
}

it.each([
  ['SHA-1', OLD_KEYS],
  ['PBKDF2', NEW_KEYS],
])(
  `in each of ${CASES.length} combinations the password counts, else the keys: %s`,
  async (_derivation, openfire) => {
    for (const { name, ofPlain, ofEncrypted, ofColumns, ofRows } of CASES) {
      const { credentials, notes } = await moved(
        ...([ofPlain.text, ofEncrypted.text, ofColumns.keys, ofRows.rows, openfire] as const),
      );
      const readable = (openfire === NEW_KEYS ? ofEncrypted.new : null) ?? ofEncrypted.password;
      const isBroken = readable === 'broken';
      const password = (isBroken ? null : readable) ?? ofPlain.password;
      const found = {
        sha1: ofRows.sha1 === undefined ? ofColumns.of : ofRows.sha1,
        sha256: ofRows.sha256 ?? null,
      };
      const expected = password === null ? found : { sha1: password, sha256: password };
      const here = {
        sha1: await whose(credentials?.sha1 ?? null, 'sha1'),
        sha256: await whose(credentials?.sha256 ?? null, 'sha256'),
      };
      const disagrees =
        password !== null &&
        Object.values(found).some((whoseKeys) => whoseKeys !== null && whoseKeys !== password);
      const hasBrokenKeys = ofRows.sha1 === null || (ofRows.sha1 === undefined && ofColumns.broken);
      const codes = [
        ...(hasBrokenKeys ? ['scram-incomplete'] : []),
        ...(name.endsWith('SHA-512') ? ['scram-unsupported'] : []),
        ...(isBroken ? ['password-undecryptable'] : []),
        ...(disagrees ? ['scram-disagrees'] : []),
        ...(expected.sha1 === null && expected.sha256 === null ? ['no-password'] : []),
      ];
      expect([name, here, notes.map(({ code }) => code)]).toEqual([name, expected, codes]);
    }
  },
);

it('agreeing keys are stored as they are, and no others', async () => {
  const keys = keysOf('of encrypted');
  const encrypted = encryptedPassword('of encrypted');
  const kept = await moved(null, encrypted, keys, []);
  expect(Buffer.from(kept.credentials!.sha1!.salt).toString('base64')).toBe(keys.salt);
  expect(kept.derived).toBe(1);
  const { credentials, notes, derived } = await moved(null, encrypted, WRONG_SERVER, []);
  expect([await whose(credentials!.sha1, 'sha1'), derived]).toEqual(['of encrypted', 2]);
  expect(notes.map(({ code }) => code)).toEqual(['scram-disagrees']);
});
