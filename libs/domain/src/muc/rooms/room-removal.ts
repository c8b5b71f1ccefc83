import type { RoomFarewell } from '../../chat-server/live-room.js';
import { bareJid, parseJid } from '../../shared/jid.js';
import type { BareJid } from '../../shared/jid.js';
import { readReason } from '../../shared/reason.js';
import type { ServiceDomain } from '../../shared/service-domain.js';
import { shownValue } from '../../shared/shown-value.js';
import type { Transactions } from '../../shared/transactions.js';
import { NotAJid } from '../errors.js';
import { jidOfRoom } from '../history/room-history.js';
import type { RoomAnnouncer } from './room-announcer.js';
import { shownRoomName } from './room-directory.js';
import type { RoomDirectory, RoomPath } from './room-directory.js';
import type { RoomRepository } from './room-repository.js';

/** What occupants are told, as received. */
export interface FarewellDraft {
  readonly reason?: string | undefined;
  readonly alternateRoom?: string | undefined;
}

/** Deletes rooms and everything that belongs to them. Contract: muc-and-legacy 7; extensions E6.2 */
export class RoomRemoval {
  constructor(
    private readonly directory: RoomDirectory,
    private readonly rooms: RoomRepository,
    private readonly transactions: Transactions,
    private readonly announcer: RoomAnnouncer,
    private readonly domain: ServiceDomain,
  ) {}

  /** @throws InvalidArgument, ServiceNotFound, RoomNotFound */
  async remove(path: RoomPath, draft: FarewellDraft = {}): Promise<void> {
    const farewell: RoomFarewell = {
      reason: readReason(draft.reason),
      alternateRoom: await this.alternateRoom(path, draft.alternateRoom),
    };
    const { reason } = farewell;
    if (reason !== null) this.transactions.note({ reason });
    const removed = await this.transactions.run(() =>
      this.directory.require(path, async (address) =>
        (await this.rooms.remove(address.service, address.name)) ? address : null,
      ),
    );
    await this.announcer.destroyed(removed, farewell);
  }

  private async alternateRoom(path: RoomPath, text: string | undefined): Promise<BareJid | null> {
    if (!text) return null;
    const jid = parseJid(text);
    const address = await this.directory.address(path);
    const own = address && jidOfRoom(address, this.domain);
    const room = jid?.local && jid.resource === null ? bareJid(jid.local, jid.domain) : null;
    if (room === null || room === own) {
      const detail = 'the JID of another room, without a resource';
      throw new NotAJid(shownValue(text), shownRoomName(path.room), detail);
    }
    return room;
  }
}
