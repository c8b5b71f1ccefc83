import { parseJid } from '../shared/jid.js';
import type { Localpart } from '../shared/jid.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { Use } from '../shared/stringprep.js';
import { NonLocalUser, UserNotFound } from './errors.js';
import { username } from './user.js';

/** The user whom a user name or a JID of the domain means, where one is looked up; `null`: nobody. */
export function userNamed(text: string, domain: ServiceDomain): Localpart | null {
  return username(domain.localJid(text)?.local ?? text);
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
    if (jid.domain !== domain.name) throw new NonLocalUser(text, domain.name);
  }
  const prepared = username(at < 0 ? text : text.slice(0, at), use);
  if (prepared === null) throw new UserNotFound(text);
  return prepared;
}
