import type { LoggedEntry } from './audit-search.js';

/** Covers the entries of a range of ids. Contract: extensions E22 */
export interface AuditSeal {
  /** without gaps */
  readonly number: number;
  readonly first: number;
  readonly last: number;
  readonly entries: number;
  /** whole seconds */
  readonly sealed: Date;
  /** of the lines of its entries, hexadecimal as {@link hash} */
  readonly digest: string;
  /** contains that of the seal before it */
  readonly hash: string;
}

/** What identifies the log up to a seal. */
export type SealMark = Pick<AuditSeal, 'number' | 'hash'>;

/** A seal of which copies are outside the database. */
export interface AuditAnchor extends SealMark {
  readonly anchored: Date;
  /** base64, of {@link markText}; `null`: there was no key */
  readonly signature: string | null;
}

/** How far the log is sealed. */
export interface SealedState extends SealMark {
  /** the id up to which entries are sealed */
  readonly last: number;
  /** `null`: all seals are removed, or there is none yet */
  readonly sealed: Date | null;
  /** the last seal that is removed; 0: none is */
  readonly removed: number;
  /** entries without seal, at most 100,000 */
  readonly unsealed: number;
  /** age of the oldest of them */
  readonly unsealedSeconds: number;
}

/** `812.<hash>`, as in events and logs. */
export const markText = ({ number, hash }: SealMark): string => `${number}.${hash}`;

/** An entry as its seal covers it; `audit_line` of the database writes the same. */
export function sealedLine(entry: LoggedEntry): string {
  const { logId, timestamp, username, summary, node, details } = entry;
  const values = [logId, secondsOf(timestamp), username, summary, node, details];
  return `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
}

/** What the hash of a seal is made of; `audit_hash` of the database hashes the same. */
export function hashedText(former: string, seal: Omit<AuditSeal, 'hash'>): string {
  const { number, first, last, entries, sealed, digest } = seal;
  return `${former}${[number, first, last, entries, secondsOf(sealed), digest].join(',')}`;
}

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000);

export abstract class AuditSeals {
  abstract state(): Promise<SealedState>;
  /** Newest first. */
  abstract anchors(limit: number): Promise<readonly AuditAnchor[]>;
}
