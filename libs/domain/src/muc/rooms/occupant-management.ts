import type { ChatServer, RoomRef } from '../../chat-server/chat-server.js';
import type { LiveOccupant } from '../../chat-server/live-room.js';
import { roomPath } from '../../events/event-outbox.js';
import type { EventOutbox } from '../../events/event-outbox.js';
import { namesOf } from '../../shared/audit-facts.js';
import { parseBareJid } from '../../shared/jid.js';
import { readReason } from '../../shared/reason.js';
import type { Transactions } from '../../shared/transactions.js';
import { requireWord } from '../../shared/words.js';
import { OccupantNotFound, RoleFixed } from '../errors.js';
import { refOf } from './room-directory.js';
import type { RoomDirectory, RoomPath } from './room-directory.js';

export const OCCUPANT_ROLES = ['moderator', 'participant', 'visitor'] as const;

/** An occupant as received from a client; the nickname is in the path. */
export interface OccupantDraft {
  readonly role?: string | null | undefined;
}

/** People in a room, who are there under a nickname. Contract: extensions E6.2 */
export class OccupantManagement {
  constructor(
    private readonly directory: RoomDirectory,
    private readonly chatServer: ChatServer,
    private readonly transactions: Transactions,
    private readonly events: EventOutbox,
  ) {}

  /**
   * They leave; affiliation and reserved nickname stay.
   * @throws InvalidArgument, ServiceNotFound, RoomNotFound, OccupantNotFound, ChatServerAway
   */
  async kick(path: RoomPath, nickname: string, reasonText?: string): Promise<void> {
    const reason = readReason(reasonText);
    if (reason !== null) this.transactions.note({ reason });
    const { room, found } = await this.present(path, nickname);
    const jids = found.map(({ jid }) => parseBareJid(jid) ?? jid);
    this.transactions.note({ about: namesOf(jids, (jid) => jid) });
    const people = jids.map((jid) => `occupant:${jid}`);
    await this.transactions.afterCommit(async () => {
      if (!(await this.chatServer.kickOccupant(room, nickname, reason))) return;
      const object = roomPath(room.service, room.room, 'occupants', nickname);
      await this.events.add({ type: 'occupant.removed', object, removed: [...new Set(people)] });
    });
  }

  /**
   * Until they leave.
   * @throws InvalidArgument, ServiceNotFound, RoomNotFound, OccupantNotFound, RoleFixed, ChatServerAway
   */
  async changeRole(path: RoomPath, nickname: string, draft: OccupantDraft | null): Promise<void> {
    const role = roleIn(draft);
    const {
      room,
      found: [first],
    } = await this.present(path, nickname);
    if (first.role === role) return;
    if (first.affiliation === 'owner' || first.affiliation === 'admin') {
      throw new RoleFixed(nickname);
    }
    await this.transactions.afterCommit(() => this.chatServer.changeRole(room, nickname, role));
  }

  /** @returns each of the resources under the nickname */
  private async present(
    path: RoomPath,
    nickname: string,
  ): Promise<{
    readonly room: RoomRef;
    readonly found: readonly [LiveOccupant, ...LiveOccupant[]];
  }> {
    await this.directory.find(path);
    const room = refOf((await this.directory.address(path))!);
    const occupants = await this.chatServer.occupants(room);
    const [first, ...others] = occupants.filter((one) => one.nickname === nickname);
    if (first === undefined) throw new OccupantNotFound(nickname);
    return { room, found: [first, ...others] };
  }
}

/** @throws InvalidArgument */
function roleIn(draft: OccupantDraft | null): LiveOccupant['role'] {
  return requireWord(OCCUPANT_ROLES, draft?.role ?? '', 'role');
}
