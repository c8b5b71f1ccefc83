import type { ReportCode } from '../../src/report.js';
import type { Row } from '../../src/testing/openfire-data.js';
import { encryptedPassword, scramKeys } from '../../src/testing/openfire-keys.js';
import { oneOf } from './random.js';

/** Of keys in the source: few, since there are many. */
const ROUNDS = 2;
export const PBKDF2 = { kdf: 'pbkdf2', salt: Uint8Array.from(Array(32).keys()) } as const;

/** What somebody may type; `prepared`: as clients send it, null where that is refused. */
interface Password {
  readonly typed: string;
  readonly prepared: string | null;
}

/** Written out, so that the model does not ask what is tested. */
const PASSWORDS: readonly Password[] = [
  { typed: 'secret', prepared: 'secret' },
  { typed: 'admin', prepared: 'admin' },
  { typed: 'pässwörd', prepared: 'pässwörd' },
  { typed: 'ﬁ Ⅸ', prepared: 'fi IX' },
  { typed: 'a\u00a0b', prepared: 'a b' },
  { typed: 'a\u0007b', prepared: null },
  { typed: 'é'.repeat(512), prepared: null },
];
/** `encryptedPassword` holds no more. */
const ENCRYPTABLE = PASSWORDS.filter(({ typed }) => typed.length <= 55);

/** A text of a column, and which password Openfire reads in it; `broken`: none can be read. */
interface Text {
  readonly text: string | null;
  readonly password: Password | null | 'broken';
}

/** Keys as they stand in a row. */
interface Keys {
  readonly hash: 'sha1' | 'sha256';
  readonly columns: Row;
  /** the text that they are of; null: none that is known, or they cannot be used */
  readonly of: string | null;
  readonly usable: boolean;
}

/** All that the source has of the password of one account. */
export interface Forms {
  readonly plain: Text;
  readonly encrypted: Text;
  /** in the columns of `ofUser` */
  readonly columns: Keys | null;
  /** in `ofUserScram` */
  readonly rows: readonly Keys[];
  readonly unsupported: boolean;
}

export interface Has {
  readonly columns: boolean;
  readonly rows: boolean;
  /** whether Openfire is one that encrypts by PBKDF2 */
  readonly pbkdf2: boolean;
}

type Next = () => number;

export function randomForms(next: Next, has: Has): Forms {
  const keys = (hash: Keys['hash']) => randomKeys(next, hash);
  return {
    plain: randomPlain(next),
    encrypted: randomEncrypted(next, has),
    columns: has.columns && next() < 0.6 ? keys('sha1') : null,
    rows: has.rows
      ? [...(next() < 0.4 ? [keys('sha1')] : []), ...(next() < 0.3 ? [keys('sha256')] : [])]
      : [],
    unsupported: has.rows && next() < 0.1,
  };
}

/** The next state: another text, other keys, all anew, or the texts removed as a log-in does it. */
export function changedForms(next: Next, forms: Forms, has: Has): Forms {
  const other = randomForms(next, has);
  return oneOf<() => Forms>(next, [
    () => forms,
    () => other,
    () => ({ ...forms, plain: other.plain }),
    () => ({ ...forms, encrypted: other.encrypted }),
    () => ({ ...forms, columns: other.columns, rows: other.rows }),
    () => ({ ...forms, plain: NOTHING, encrypted: NOTHING }),
    () => ({ ...forms, plain: NOTHING, encrypted: NOTHING }),
  ])();
}

/** One for all, since its key takes a tenth of a second. */
const BY_PBKDF2: Text = {
  text: encryptedPassword(PASSWORDS[0]!.typed, { derivation: PBKDF2 }),
  password: PASSWORDS[0]!,
};
const NOTHING: Text = { text: null, password: null };

function randomPlain(next: Next): Text {
  if (next() < 0.6) return { text: oneOf(next, [null, null, '']), password: null };
  const password = oneOf(next, PASSWORDS);
  return { text: password.typed, password };
}

function randomEncrypted(next: Next, { pbkdf2 }: Has): Text {
  const password = oneOf(next, ENCRYPTABLE);
  const text = encryptedPassword(password.typed);
  return oneOf<Text>(next, [
    NOTHING,
    NOTHING,
    { text: oneOf(next, ['', '  ']), password: null },
    { text: encryptedPassword(''), password: null },
    { text, password },
    { text, password },
    { text: text.toUpperCase(), password },
    pbkdf2 ? BY_PBKDF2 : { ...BY_PBKDF2, password: 'broken' },
    { text: text.slice(1), password: 'broken' },
    { text: 'x'.repeat(32), password: 'broken' },
    { text: encryptedPassword(password.typed, { key: 'another' }), password: 'broken' },
  ]);
}

function randomKeys(next: Next, hash: Keys['hash']): Keys {
  const { typed, prepared } = oneOf(next, PASSWORDS);
  // Openfire prepares nothing, so that keys are of whatever a client has sent
  const of = oneOf(next, [typed, prepared ?? typed]);
  const salt = Buffer.from(Array.from({ length: 24 }, () => Math.floor(next() * 256)));
  const columns: Row = { ...scramKeys(of, { hash, salt, iterations: ROUNDS }) };
  const broken = (change: Row): Keys => ({
    ...{ hash, of: null, usable: false, columns: { ...columns, ...change } },
  });
  const whole: Keys = { hash, columns, of, usable: true };
  return oneOf<Keys>(next, [
    ...[whole, whole, whole, whole, whole],
    { ...whole, columns: { ...columns, salt: ` ${String(columns['salt'])} ` } },
    { ...whole, of: null, columns: { ...columns, serverKey: otherServerKey(hash) } },
    broken({ salt: null }),
    broken({ storedKey: '' }),
    broken({ serverKey: 'AAAA' }),
    broken({ salt: '?' }),
    broken({ iterations: oneOf(next, [0, -1]) }),
  ]);
}

const otherServerKey = (hash: Keys['hash']): string =>
  scramKeys('nobody', { hash, iterations: ROUNDS }).serverKey;

/** Rows of the source for an account. */
export function rowsOf(username: string, forms: Forms): { user: Row; scram: readonly Row[] } {
  return {
    user: {
      ...{ username, plainPassword: forms.plain.text, encryptedPassword: forms.encrypted.text },
      ...{ creationDate: '001700000000000', modificationDate: '0' },
      ...forms.columns?.columns,
    },
    scram: [
      ...forms.rows.map(({ hash, columns }) => ({
        ...{ username, mechanism: hash === 'sha1' ? 'SCRAM-SHA-1' : 'SCRAM-SHA-256' },
        ...columns,
      })),
      ...(forms.unsupported
        ? [
            {
              username,
              mechanism: 'SCRAM-SHA-512',
              salt: 'AAAA',
              storedKey: 'AAAA',
              serverKey: 'AAAA',
            },
          ]
        : []),
    ],
  };
}

/** What is to be here of one hash: keys of the source as they are, or keys of a password made here. */
export type ExpectedKeys = { readonly as: Row } | { readonly of: string };

export interface Expected {
  readonly sha1: ExpectedKeys | null;
  readonly sha256: ExpectedKeys | null;
  readonly codes: readonly ReportCode[];
  readonly derived: number;
}

/** What becomes of the passwords of an account that is copied for the first time. Moving in: 3.1 */
export function expectedOf(username: string, forms: Forms): Expected {
  const { plain, encrypted } = forms;
  const isBroken = encrypted.password === 'broken';
  const password = (isBroken ? null : encrypted.password) ?? plain.password;
  if (password === 'broken') throw new Error('A plain text is always readable.');
  const found = foundIn(forms);
  const codes: ReportCode[] = found.codes;
  if (isBroken) codes.push('password-undecryptable');
  const decided = password === null ? asFound(found) : ofPassword(password, found, codes);
  if (decided.sha1 === null && decided.sha256 === null) codes.push('no-password');
  else if (isDefault(username, password, found)) codes.push('default-password');
  const derived = [decided.sha1, decided.sha256].filter(
    (one) => one !== null && 'of' in one,
  ).length;
  return { ...decided, codes: codes.toSorted(), derived };
}

type ByHash<T> = { readonly sha1: T | null; readonly sha256: T | null };
type Found = ByHash<Keys>;

/** Rows are preferred to columns. */
function foundIn({ columns, rows, unsupported }: Forms): Found & { codes: ReportCode[] } {
  const sha1 = rows.find(({ hash }) => hash === 'sha1') ?? columns;
  const sha256 = rows.find(({ hash }) => hash === 'sha256') ?? null;
  const codes = [sha1, sha256].flatMap((keys): ReportCode[] =>
    keys === null || keys.usable ? [] : ['scram-incomplete'],
  );
  if (unsupported) codes.push('scram-unsupported');
  return { sha1: sha1?.usable ? sha1 : null, sha256: sha256?.usable ? sha256 : null, codes };
}

const asIs = (keys: Keys | null): ExpectedKeys | null => keys && { as: keys.columns };
const asFound = ({ sha1, sha256 }: Found) => ({ sha1: asIs(sha1), sha256: asIs(sha256) });

function ofPassword(
  { typed, prepared }: Password,
  { sha1, sha256 }: Found,
  codes: ReportCode[],
): ByHash<ExpectedKeys> {
  if (prepared === null) {
    codes.push('password-unusable');
    const agreeing = (keys: Keys | null) => (keys?.of === typed ? asIs(keys) : null);
    return { sha1: agreeing(sha1), sha256: agreeing(sha256) };
  }
  const isOfAnother = (keys: Keys | null) =>
    keys !== null && keys.of !== prepared && keys.of !== typed;
  if (isOfAnother(sha1) || isOfAnother(sha256)) codes.push('scram-disagrees');
  const kept = (keys: Keys | null): ExpectedKeys =>
    keys?.of === prepared ? { as: keys.columns } : { of: prepared };
  return { sha1: kept(sha1), sha256: kept(sha256) };
}

/** Openfire's scripts make it; by keys alone that is told of the account of that name. */
function isDefault(username: string, password: Password | null, { sha1, sha256 }: Found): boolean {
  if (password !== null) return password.typed === 'admin';
  return username === 'admin' && (sha1 ?? sha256)?.of === 'admin';
}

type Texts = Pick<Forms, 'plain' | 'encrypted'>;

export function hasSameTexts(one: Texts, other: Texts): boolean {
  const textsOf = ({ plain, encrypted }: Texts) => [
    plain.text || null,
    encrypted.text?.trim() || null,
  ];
  return JSON.stringify(textsOf(one)) === JSON.stringify(textsOf(other));
}

/** Whether a catch-up leaves alone what a pass before has stored. Moving in: 3.2 */
export function isSamePassword(before: Forms, codes: readonly ReportCode[], now: Forms): boolean {
  const keysOf = ({ columns, rows, unsupported }: Forms) =>
    JSON.stringify([columns?.columns, rows.map((one) => one.columns), unsupported]);
  if (keysOf(before) !== keysOf(now)) return false;
  if (hasSameTexts(before, now)) return true;
  // a log-in removes texts that its keys agree with
  const { sha1, sha256 } = foundIn(now);
  return (
    hasSameTexts(now, { plain: NOTHING, encrypted: NOTHING }) &&
    (sha1 !== null || sha256 !== null) &&
    !codes.some((code) => /password-un|scram-disagrees/.test(code))
  );
}
