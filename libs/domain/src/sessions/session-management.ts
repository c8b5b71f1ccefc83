import type { AddressRanges } from '../shared/address-ranges.js';
import type { ChatServer } from '../chat-server/chat-server.js';
import { messageBody } from '../chat-server/message-body.js';
import type { SessionCounts } from '../cluster/cluster-directory.js';
import { objectPath } from '../events/event-outbox.js';
import type { EventOutbox } from '../events/event-outbox.js';
import { localpart } from '../shared/jid.js';
import type { Localpart } from '../shared/jid.js';
import { readReason } from '../shared/reason.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import { SessionNotFound } from './errors.js';
import { compareCodePoints } from '../shared/order.js';
import { orderedArray } from '../shared/ordered-array.js';
import type { OrderedList } from '../shared/paging.js';
import type { Transactions } from '../shared/transactions.js';
import type { LiveSession } from '../chat-server/live-session.js';
import type { HostNames } from './host-names.js';
import { isSelected, viewOf } from './session.js';
import type { SessionSelection, SessionView } from './session.js';

/** Client sessions and messages to them. Contract: core 7.2, 8.1, 8.2 */
export class SessionManagement {
  constructor(
    private readonly chatServer: ChatServer,
    private readonly transactions: Transactions,
    private readonly counts: SessionCounts,
    private readonly hostNames: HostNames,
    private readonly ranges: AddressRanges,
    private readonly domain: ServiceDomain,
    private readonly events: EventOutbox,
  ) {}

  /** All authenticated sessions on all nodes, by session id. @throws ChatServerAway */
  async list(): Promise<readonly SessionView[]> {
    return this.views(await this.chatServer.sessions(null));
  }

  /**
   * All sessions of one user, or that of a full JID; none if the user does not exist.
   * @throws ChatServerAway
   */
  async listOf(name: string): Promise<readonly SessionView[]> {
    const { user, resource } = this.addressed(name);
    if (user === null) return [];
    const all = await this.chatServer.sessions(user);
    return this.views(resource === null ? all : all.filter((one) => one.resource === resource));
  }

  /** Sessions of one user, or (`null`) of all, in any order and by page. @throws ChatServerAway */
  async select(
    name: string | null,
    selection: SessionSelection,
  ): Promise<OrderedList<SessionView>> {
    const all = await (name === null ? this.list() : this.listOf(name));
    const found = all.filter((session) => isSelected(session, selection, this.ranges));
    const isFiltered = Object.values(selection).some((wanted) => wanted !== null);
    return orderedArray(
      () => found,
      ({ sessionId, creationDate }, sort) => [
        sort === 'creationDate' ? creationDate.getTime() * 1000 : sessionId,
        sessionId,
      ],
      { isFiltered },
    );
  }

  /**
   * Closes all sessions of a user, or that of a full JID.
   * @param reasonText what their clients are told
   * @throws InvalidArgument, SessionNotFound, ChatServerAway
   */
  async close(name: string, reasonText?: string): Promise<void> {
    const { user, resource } = this.addressed(name);
    if (user !== null && resource !== null) return this.closeOne(user, resource, reasonText, name);
    const reason = this.readReason(reasonText);
    if (user === null) return;
    await this.transactions.afterCommit(async () => {
      if (await this.chatServer.closeSessions(user, reason)) await this.noteClosed(user);
    });
  }

  /**
   * Closes one session.
   * @param sent the full JID as received
   * @throws InvalidArgument, SessionNotFound, ChatServerAway. Contract: extensions E6.2
   */
  async closeOne(
    name: string,
    resource: string,
    reasonText?: string,
    sent?: string,
  ): Promise<void> {
    const reason = this.readReason(reasonText);
    const { user } = this.addressed(name);
    const found = user === null ? [] : await this.chatServer.sessions(user);
    if (user === null || !found.some((one) => one.resource === resource)) {
      throw new SessionNotFound(sent ?? `${user ?? name}@${this.domain.name}/${resource}`);
    }
    await this.transactions.afterCommit(async () => {
      const isClosed = await this.chatServer.closeSession(user, resource, reason);
      if (isClosed) await this.noteClosed(user, resource);
    });
  }

  /** Whose sessions a path means, and of a full JID which one. Contract: core 1.10 */
  private addressed(text: string): {
    readonly user: Localpart | null;
    readonly resource: string | null;
  } {
    const { local, resource } = this.domain.localJid(text) ?? { local: null, resource: null };
    return { user: local ?? localpart(text), resource };
  }

  private noteClosed(...names: readonly string[]): Promise<void> {
    return this.events.add({ type: 'session.closed', object: objectPath('sessions', ...names) });
  }

  private readReason(text: string | undefined): string | null {
    const reason = readReason(text);
    if (reason !== null) this.transactions.note({ reason });
    return reason;
  }

  /** @throws ChatServerAway */
  async count(): Promise<{ readonly localSessions: number; readonly clusterSessions: number }> {
    const localSessions = await this.chatServer.localSessionCount();
    const { nodeId } = this.chatServer;
    return { localSessions, clusterSessions: await this.counts.total(nodeId, localSessions) };
  }

  /** @throws InvalidArgument, ChatServerAway */
  async broadcast(body: string | undefined): Promise<void> {
    const text = messageBody(body);
    await this.transactions.afterCommit(async () => {
      await this.chatServer.broadcast(text);
      if (this.chatServer.attachment === 'none') return;
      await this.events.add({ type: 'message.sent', object: objectPath('messages', 'users') });
    });
  }

  private views(sessions: readonly LiveSession[]): readonly SessionView[] {
    return sessions
      .map((session) => viewOf(session, this.chatServer.nodeId, this.hostNames))
      .sort((a, b) => compareCodePoints(a.sessionId, b.sessionId));
  }
}
