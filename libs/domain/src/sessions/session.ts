import type { AddressRanges } from '../shared/address-ranges.js';
import type { LiveSession } from '../chat-server/live-session.js';
import type { HostNames } from './host-names.js';

/** Where a session is, as seen from who is asked. */
export const NODES = ['Local', 'Remote'] as const;

/** A session as presented to clients. Contract: core 8.1 */
export interface SessionView {
  readonly sessionId: string;
  readonly username: string;
  readonly resource: string;
  readonly node: (typeof NODES)[number];
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

/** Which sessions a list shows; what is `null` does not matter. Contract: extensions E1.2 */
export interface SessionSelection {
  /** an address, or a range in CIDR notation, that the client's address is in */
  readonly address: string | null;
  readonly node: string | null;
  /** how the JID begins */
  readonly text: string | null;
}

export function isSelected(
  { sessionId, node, hostAddress }: SessionView,
  wanted: SessionSelection,
  ranges: AddressRanges,
): boolean {
  return (
    (wanted.address === null || ranges.covers([wanted.address], [hostAddress])) &&
    (wanted.node === null || wanted.node === node) &&
    (wanted.text === null || sessionId.startsWith(wanted.text))
  );
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
