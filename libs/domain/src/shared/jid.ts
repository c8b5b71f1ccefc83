import { nameprep, nodeprep, resourceprep, UnpreparableText } from './stringprep.js';
import type { Use } from './stringprep.js';
import { isWithinBytes } from './utf8.js';

declare const brand: unique symbol;

/** A prepared localpart (nodeprep), at most 1,023 bytes. Only {@link localpart} makes one. */
export type Localpart = string & { readonly [brand]: 'Localpart' };
/** `domain` or `local@domain` without resource, both parts prepared. Only this module makes one. */
export type BareJid = string & { readonly [brand]: 'BareJid' };
/** A prepared domain name. Only {@link domainpart} makes one. */
export type Domainpart = string & { readonly [brand]: 'Domainpart' };

export interface Jid {
  readonly local: Localpart | null;
  readonly domain: Domainpart;
  readonly resource: string | null;
}

/** bytes of UTF-8 in each part of a JID at most */
export const MAX_PART_BYTES = 1023;

/** Of local parts, for descriptions: not all that fit are legal, which {@link localpart} says. */
export const LOCALPART_PATTERN = `^[^\\s"&'/:<>@]+$`;
/** Of a local part, or of a JID that has one. */
export const ACCOUNT_PATTERN = `^[^\\s"&'/:<>@]+(?:@[^\\s/@]+(?:/.+)?)?$`;
/** Of JIDs, likewise. */
export const JID_PATTERN = `^(?:[^\\s"&'/:<>@]+@)?[^\\s/@]+(?:/.+)?$`;

/**
 * The prepared local part, or `null` when `text` cannot be one.
 * @param use `stored` for what a request adds. Contract: core 1.10 "User name"; extensions E10, I-8
 */
export function localpart(text: string, use: Use = 'query'): Localpart | null {
  return part(text, nodeprep, use) as Localpart | null;
}

/** The prepared domain, or `null` when `text` cannot be one. */
export function domainpart(text: string, use: Use = 'query'): Domainpart | null {
  return part(text, nameprep, use) as Domainpart | null;
}

/** Reads `[local@]domain[/resource]`; `null` when `text` is no JID. Contract: core 1.10 "JID" */
export function parseJid(text: string, use: Use = 'query'): Jid | null {
  const slash = text.indexOf('/');
  const bare = slash < 0 ? text : text.slice(0, slash);
  const at = bare.indexOf('@');
  const domain = domainpart(bare.slice(at + 1), use);
  if (domain === null || at === 0) return null;
  const local = at < 0 ? null : localpart(bare.slice(0, at), use);
  if (at > 0 && local === null) return null;
  const resource = slash < 0 ? null : part(text.slice(slash + 1), resourceprep, use);
  if (slash >= 0 && resource === null) return null;
  return { local, domain, resource };
}

/** The bare form of a JID that may carry a resource; `null` when `text` is no JID. */
export function parseBareJid(text: string, use: Use = 'query'): BareJid | null {
  const jid = parseJid(text, use);
  return jid && bareJid(jid.local, jid.domain);
}

export function bareJid(local: Localpart | null, domain: Domainpart): BareJid {
  return (local === null ? domain : `${local}@${domain}`) as BareJid;
}

/** The localpart of `jid` if its domain is `domain`, else `null`. */
export function localpartAt(domain: Domainpart, jid: BareJid): Localpart | null {
  const suffix = `@${domain}`;
  return jid.endsWith(suffix) ? (jid.slice(0, -suffix.length) as Localpart) : null;
}

function part(text: string, prepare: typeof nodeprep, use: Use): string | null {
  if (text === '' || text.length > MAX_PART_BYTES) return null;
  try {
    const prepared = prepare(text, use);
    return isWithinBytes(prepared, MAX_PART_BYTES) ? prepared : null;
  } catch (error) {
    if (error instanceof UnpreparableText) return null;
    throw error;
  }
}
