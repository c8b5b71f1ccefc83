import { bareJid, localpart, localpartAt, parseBareJid } from './jid.js';
import type { BareJid, Domainpart, Localpart } from './jid.js';
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

  /** Text with `@` is a JID, text without is a local user name. Contract: core 1.10 "Group members" */
  parseMember(text: string, use: Use): BareJid | null {
    if (text.includes('@')) return parseBareJid(text, use);
    const local = localpart(text, use);
    return local && this.jidOf(local);
  }
}
