import { parseJid } from '../shared/jid.js';
import type { Jid, Localpart } from '../shared/jid.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { Use } from '../shared/stringprep.js';
import { NonLocalUser, UserNotFound } from './errors.js';
import { username } from './user.js';

/** A JID of a user of the domain; `null` for what is none. Contract: core 1.10 */
export function localJid(
  text: string,
  domain: ServiceDomain,
): (Jid & { readonly local: Localpart }) | null {
  if (!text.includes('@')) return null;
  const jid = parseJid(text);
  if (jid === null || jid.local === null || jid.domain !== domain.name) return null;
  return { ...jid, local: jid.local };
}

/** The user whom a user name or a JID of the domain means, where one is looked up; `null`: nobody. */
export function userNamed(text: string, domain: ServiceDomain): Localpart | null {
  return username(localJid(text, domain)?.local ?? text);
}

/**
 * The user named by a path, as `name` or `name@domain`.
 * @throws NonLocalUser for another domain, UserNotFound if the text cannot be a user name.
 * Contract: core 1.10 "`@` in a path user name"
 */
export function localUser(text: string, domain: ServiceDomain, use: Use = 'query'): Localpart {
  const at = text.indexOf('@');
  if (at >= 0) {
    const jid = parseJid(text, use);
    if (jid === null) throw new UserNotFound(text);
    if (jid.domain !== domain.name) throw new NonLocalUser(text);
  }
  const prepared = username(at < 0 ? text : text.slice(0, at), use);
  if (prepared === null) throw new UserNotFound(text);
  return prepared;
}
