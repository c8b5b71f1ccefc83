import { ChatServerAway } from '../chat-server/chat-server.js';
import type { ChatServer } from '../chat-server/chat-server.js';
import type { LiveSession } from '../chat-server/live-session.js';
import type { BareJid } from '../shared/jid.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { RosterRepository } from './roster-repository.js';

export type Presence = NonNullable<LiveSession['presence']> & {
  /** full JID of the session */
  readonly from: string;
};

/** Whether and how a user of the domain is online, for pages of others. Contract: core 8.7 */
export class PresenceStatus {
  constructor(
    private readonly domain: ServiceDomain,
    private readonly rosters: RosterRepository,
    private readonly chatServer: ChatServer,
  ) {}

  /** A user name, or a JID; `null` for other text. */
  jidOf(text: string): BareJid | null {
    return this.domain.parseMember(text.trim(), 'query');
  }

  /** Of the session with the highest priority; `null`: of nobody who is known to be online. */
  async find(jid: BareJid | null): Promise<Presence | null> {
    const username = jid && this.domain.usernameOf(jid);
    if (username === null) return null;
    const sessions = await this.chatServer.sessions(username).catch(nobodyIfAway);
    const present = sessions.flatMap(({ jid: from, presence }) =>
      presence === null ? [] : [{ ...presence, from }],
    );
    const highest = (best: Presence, one: Presence) => (one.priority > best.priority ? one : best);
    return present.length === 0 ? null : present.reduce(highest);
  }

  /** Whether a user of the domain has a contact whose presence the contact has agreed to show. */
  async isShownTo(jid: BareJid | null, requester: BareJid | null): Promise<boolean> {
    const owner = requester && this.domain.usernameOf(requester);
    const entry = owner === null || jid === null ? null : await this.rosters.find(owner, jid);
    return entry?.subscription === 1 || entry?.subscription === 3;
  }
}

function nobodyIfAway(error: unknown): readonly LiveSession[] {
  if (error instanceof ChatServerAway) return [];
  throw error;
}
