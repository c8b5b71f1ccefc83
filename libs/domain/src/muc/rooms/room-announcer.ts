import type { ChatServer } from '../../chat-server/chat-server.js';
import type { RoomFarewell } from '../../chat-server/live-room.js';
import type { Transactions } from '../../shared/transactions.js';
import { refOf } from './room-directory.js';
import type { RoomAddress } from './room-directory.js';

/** Notifies the chat server of changed rooms, after the commit. Contract: muc-and-legacy 10 */
export class RoomAnnouncer {
  constructor(
    private readonly chatServer: ChatServer,
    private readonly transactions: Transactions,
  ) {}

  created(addresses: readonly RoomAddress[], newService: boolean): Promise<void> {
    return this.transactions.afterCommit(async () => {
      if (newService) await this.chatServer.servicesChanged();
      await this.chatServer.roomsChanged(addresses.map(refOf));
    });
  }

  changed(address: RoomAddress, version: number): Promise<void> {
    const room = { ...refOf(address), version };
    return this.transactions.afterCommit(() => this.chatServer.roomsChanged([room]));
  }

  destroyed(address: RoomAddress, farewell: RoomFarewell): Promise<void> {
    return this.transactions.afterCommit(() =>
      this.chatServer.roomDestroyed(refOf(address), farewell),
    );
  }
}
