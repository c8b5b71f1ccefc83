import { ChatServerAway } from '../../chat-server/chat-server.js';
import type { ChatServer } from '../../chat-server/chat-server.js';
import type { RoomInvitation } from '../../chat-server/live-room.js';
import type { Transactions } from '../../shared/transactions.js';
import type { RoomAddress } from './room-directory.js';
import { effectsOf } from './room-effects.js';
import type { GroupPeople, RoomState } from './room-effects.js';

/** A change that has been stored. */
export interface StoredChange {
  readonly version: number;
  readonly before: RoomState;
  readonly after: RoomState;
  readonly groupPeople: GroupPeople;
}

/** Tells the chat server of changes, after the commit. Contract: muc-and-legacy 10 */
export class RoomAnnouncer {
  constructor(
    private readonly chatServer: ChatServer,
    private readonly transactions: Transactions,
  ) {}

  created(addresses: readonly RoomAddress[], newService: boolean): Promise<void> {
    return this.transactions.afterCommit(async () => {
      if (newService) await this.chatServer.servicesChanged();
      await this.chatServer.roomsChanged(addresses.map(ref));
    });
  }

  changed(
    address: RoomAddress,
    { version, before, after, groupPeople }: StoredChange,
  ): Promise<void> {
    const effects = effectsOf(before, after, groupPeople);
    const change = { ...ref(address), version, ...effects };
    return this.transactions.afterCommit(() => this.chatServer.roomChanged(change));
  }

  destroyed(address: RoomAddress): Promise<void> {
    return this.transactions.afterCommit(() => this.chatServer.roomDestroyed(ref(address)));
  }

  /** For `sendInvitations`: an unreachable chat server does not matter. */
  async invite(address: RoomAddress, invitations: readonly RoomInvitation[]): Promise<void> {
    if (invitations.length === 0) return;
    await this.transactions.afterCommit(async () => {
      try {
        await this.chatServer.invite(ref(address), invitations);
      } catch (error) {
        if (!(error instanceof ChatServerAway)) throw error;
      }
    });
  }
}

function ref({ service, name }: RoomAddress) {
  return { service, room: name };
}
