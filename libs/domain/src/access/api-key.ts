import { invalidValue } from '../shared/domain-error.js';
import { isScope, SCOPES } from '../shared/scopes.js';
import type { Scope } from '../shared/scopes.js';
import { shownTime } from '../shared/sent-time.js';
import { oneOf } from '../shared/words.js';
import { AN_ADDRESS } from '../shared/address-ranges.js';
import type { AddressRanges } from '../shared/address-ranges.js';
import type { Bounds } from './principal.js';

/** What its maker decides. */
export interface KeySettings extends Bounds {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** By what they are kept as. */
export const KEY_SHOWN = {
  ...{ name: 'name', scopes: 'scopes', allowedAddresses: 'allowedAddresses' },
  ...{ rateLimit: 'rateLimit', expiresAt: 'expires' },
} as const satisfies Readonly<Record<string, keyof KeySettings>>;

/** A key as it is shown. Contract: extensions E5.3 */
export interface ApiKey extends KeySettings {
  readonly id: string;
  readonly created: Date;
  /** name of the principal */
  readonly createdBy: string;
  readonly lastUsed: Date | null;
  readonly lastAddress: string | null;
  /** when the secret before the last rotation ends */
  readonly previousValidUntil: Date | null;
}

/** Digests of the secrets that count. */
export interface KeySecrets {
  readonly current: Uint8Array;
  readonly previous: { readonly digest: Uint8Array; readonly until: Date } | null;
}

export interface StoredKey extends Omit<ApiKey, 'previousValidUntil'> {
  readonly secrets: KeySecrets;
}

/** As received. In a patch `null` stands for the default. */
export type KeyDraft = {
  readonly name?: string | null | undefined;
  readonly scopes?: readonly string[] | null | undefined;
  readonly allowedAddresses?: readonly string[] | null | undefined;
  readonly rateLimit?: number | null | undefined;
  readonly expires?: Date | null | undefined;
};

export const KEY_NAME = /^[A-Za-z0-9._-]{1,50}$/;
export const MOST_KEYS = 1000;
export const MOST_REQUESTS = 1_000_000;
/** Of a key; each is looked for with each request. */
export const MOST_ADDRESSES = 100;

/**
 * @param before whose settings stay where the draft has none; `null` for a new key
 * @throws InvalidArgument
 */
export function keySettings(
  draft: KeyDraft,
  before: KeySettings | null,
  ranges: AddressRanges,
  now: Date,
): KeySettings {
  const name = draft.name === undefined ? before?.name : draft.name;
  if (!name || !KEY_NAME.test(name))
    throw invalidValue('name', name ?? '', '1 to 50 of A-Z, a-z, 0-9, ., _ and -');
  const { expires = before?.expires ?? null } = draft;
  const settings = {
    name,
    scopes: scopesIn(draft.scopes === undefined ? (before?.scopes ?? []) : (draft.scopes ?? [])),
    allowedAddresses: addressesIn(draft.allowedAddresses, before, ranges),
    rateLimit: rateIn(draft.rateLimit === undefined ? before?.rateLimit : draft.rateLimit),
    expires,
  };
  if (draft.expires && draft.expires <= now)
    throw invalidValue('expires', shownTime(draft.expires), 'a time to come');
  return settings;
}

/** Those of the draft that are scopes. */
export function knownScopes({ scopes }: KeyDraft): readonly Scope[] {
  return (scopes ?? []).filter(isScope);
}

/**
 * Which rule lets a key do what a caller within `limits` cannot: outlast it, come from elsewhere, ask more often.
 * @returns `null` if none does
 */
export function ruleExceeded(key: Bounds, limits: Bounds, ranges: AddressRanges): string | null {
  const { expires, allowedAddresses, rateLimit } = limits;
  if (expires !== null && (key.expires === null || key.expires > expires)) {
    return `expires: at the latest ${shownTime(expires)}`;
  }
  if (rateLimit > 0 && (key.rateLimit === 0 || key.rateLimit > rateLimit)) {
    return `rateLimit: 1 to ${rateLimit}`;
  }
  if (allowedAddresses.length === 0) return null;
  const isCovered =
    key.allowedAddresses.length > 0 && ranges.covers(allowedAddresses, key.allowedAddresses);
  return isCovered ? null : 'allowedAddresses: those of its maker, or some of them';
}

function scopesIn(sent: readonly string[]): readonly Scope[] {
  const unknown = sent.find((scope) => !isScope(scope));
  if (unknown !== undefined || sent.length === 0) {
    throw invalidValue('scopes', unknown ?? '', oneOf(SCOPES));
  }
  return [...new Set(sent.filter(isScope))];
}

function addressesIn(
  sent: readonly string[] | null | undefined,
  before: KeySettings | null,
  ranges: AddressRanges,
): readonly string[] {
  if (sent === undefined) return before?.allowedAddresses ?? [];
  const entries = [...new Set((sent ?? []).map((entry) => entry.trim()))];
  const tooMany = entries[MOST_ADDRESSES];
  if (tooMany !== undefined) {
    throw invalidValue('allowedAddresses', tooMany, `at most ${MOST_ADDRESSES} addresses`);
  }
  const unusable = entries.find((entry) => !ranges.isUsable(entry));
  if (unusable !== undefined) {
    throw invalidValue('allowedAddresses', unusable, AN_ADDRESS);
  }
  return entries;
}

function rateIn(sent: number | null | undefined): number {
  const rate = sent ?? 0;
  if (rate < 0 || rate > MOST_REQUESTS) {
    throw invalidValue('rateLimit', String(rate), `0 to ${MOST_REQUESTS}`);
  }
  return rate;
}
