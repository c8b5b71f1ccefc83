import type { LiveSession } from '../chat-server/live-session.js';
import type { HostNames } from './host-names.js';

/** A session as presented to clients. Contract: core 8.1 */
export interface SessionView {
  readonly sessionId: string;
  readonly username: string;
  readonly resource: string;
  readonly node: 'Local' | 'Remote';
  readonly sessionStatus: LiveSession['status'];
  readonly presenceStatus: string;
  readonly presenceMessage: string | null;
  readonly priority: number;
  readonly hostAddress: string;
  readonly hostName: string;
  readonly creationDate: Date;
  readonly lastActionDate: Date;
  readonly secure: boolean;
}

const SHOWS: Readonly<Record<string, string>> = {
  away: 'Away',
  chat: 'Available to Chat',
  dnd: 'Do Not Disturb',
  xa: 'Extended Away',
};

/** @param localNode the chat server node that this instance talks to */
export function viewOf(session: LiveSession, localNode: string, hostNames: HostNames): SessionView {
  const { presence, hostAddress } = session;
  return {
    sessionId: session.jid,
    username: session.username ?? 'Anonymous',
    resource: session.resource,
    node: session.nodeId === localNode ? 'Local' : 'Remote',
    sessionStatus: session.status,
    presenceStatus: presenceText(presence),
    presenceMessage: presence?.status ?? null,
    priority: presence?.priority ?? 0,
    hostAddress,
    hostName: session.hostName ?? hostNames.nameOf(hostAddress) ?? hostAddress,
    creationDate: session.createdAt,
    lastActionDate: session.lastActiveAt,
    secure: session.secure,
  };
}

function presenceText(presence: LiveSession['presence']): string {
  if (presence === null) return 'Offline';
  const { show } = presence;
  return show !== null && Object.hasOwn(SHOWS, show) ? SHOWS[show]! : 'Online';
}
