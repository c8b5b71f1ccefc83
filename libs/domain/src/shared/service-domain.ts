import { bareJid, localpart, localpartAt, parseBareJid, parseJid } from './jid.js';
import type { BareJid, Domainpart, Jid, Localpart } from './jid.js';
import type { Use } from './stringprep.js';

/** The XMPP domain that this service administers, and its local names. */
export class ServiceDomain {
  constructor(readonly name: Domainpart) {}

  jidOf(username: Localpart): BareJid {
    return bareJid(username, this.name);
  }

  /** The user name of a local JID; `null` for a foreign one. */
  usernameOf(jid: BareJid): Localpart | null {
    return localpartAt(this.name, jid);
  }

  /** A JID of a user of the domain, perhaps with a resource; `null` for other text. Contract: core 1.10 */
  localJid(text: string): (Jid & { readonly local: Localpart }) | null {
    const jid = text.includes('@') ? parseJid(text) : null;
    if (jid === null || jid.local === null || jid.domain !== this.name) return null;
    return { ...jid, local: jid.local };
  }

  /** Text with `@` is a JID, text without is a local user name. Contract: core 1.10 "Group members" */
  parseMember(text: string, use: Use): BareJid | null {
    if (text.includes('@')) return parseBareJid(text, use);
    const local = localpart(text, use);
    return local && this.jidOf(local);
  }
}
