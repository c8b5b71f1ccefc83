import { ChatServerAway } from '../../chat-server/chat-server.js';
import type { ChatServer } from '../../chat-server/chat-server.js';
import type { RoomInvitation } from '../../chat-server/live-room.js';
import { InvalidArgument } from '../../shared/domain-error.js';
import type { Transactions } from '../../shared/transactions.js';
import { NOBODY } from '../affiliations/affiliations.js';
import type { Affiliations } from '../affiliations/affiliations.js';
import { refOf } from '../rooms/room-directory.js';
import type { RoomAddress } from '../rooms/room-directory.js';
import type { RoomRepository } from '../rooms/room-repository.js';
import { affiliationsIn } from '../rooms/validated-room.js';
import type { ValidatedRoom } from '../rooms/validated-room.js';
import { invitationsTo } from './invitations.js';
import type { NewAffiliations } from './invitations.js';

/** A room in which people were given an affiliation. */
export interface RoomToJoin {
  readonly address: RoomAddress;
  readonly password: string | null;
  readonly affiliations: NewAffiliations;
}

/** @param before the affiliations before the change; none for a new room */
export function roomToJoin(
  address: RoomAddress,
  room: ValidatedRoom,
  before: Affiliations = NOBODY,
): RoomToJoin {
  const affiliations = {
    given: affiliationsIn(room, 'named'),
    before,
    after: affiliationsIn(room),
  };
  return { address, password: room.settings.password, affiliations };
}

/**
 * The invitations that `sendInvitations` asks for, after the commit; a chat server that is away, or
 * that cannot reach somebody, does not matter. Contract: muc-and-legacy 5.3, 9.1
 */
export class AffiliationInvitations {
  constructor(
    private readonly rooms: RoomRepository,
    private readonly chatServer: ChatServer,
    private readonly transactions: Transactions,
  ) {}

  async send(rooms: readonly RoomToJoin[]): Promise<void> {
    const groups = new Set(rooms.flatMap(({ affiliations }) => groupsOf(affiliations)));
    const people = groups.size === 0 ? new Map() : await this.rooms.peopleOf([...groups]);
    for (const { address, password, affiliations } of rooms) {
      const room = { name: address.name, password };
      await this.invite(address, invitationsTo(room, affiliations, people));
    }
  }

  private async invite(
    address: RoomAddress,
    invitations: readonly RoomInvitation[],
  ): Promise<void> {
    if (invitations.length === 0) return;
    await this.transactions.afterCommit(async () => {
      try {
        await this.chatServer.invite(refOf(address), invitations);
      } catch (error) {
        if (!(error instanceof ChatServerAway || error instanceof InvalidArgument)) throw error;
      }
    });
  }
}

/** `given` is a subset of `after`. */
function groupsOf({ before, after }: NewAffiliations): readonly string[] {
  return [...before.groups.keys(), ...after.groups.keys()];
}
