import { ChatServerAway } from '../chat-server/chat-server.js';
import type { ChatServer } from '../chat-server/chat-server.js';
import { MESSAGE_TYPES, MOST_RECEIVERS_AT_ONCE } from '../chat-server/message.js';
import { messageBody } from '../chat-server/message-body.js';
import { objectPath } from '../events/event-outbox.js';
import type { EventOutbox } from '../events/event-outbox.js';
import { GroupNotFound } from '../groups/errors.js';
import type { GroupRepository } from '../groups/group-repository.js';
import { refOf } from '../muc/rooms/room-directory.js';
import type { RoomDirectory, RoomPath } from '../muc/rooms/room-directory.js';
import { InvalidArgument, invalidValue, requireLength } from '../shared/domain-error.js';
import type { BareJid, Localpart } from '../shared/jid.js';
import { compareCodePoints } from '../shared/order.js';
import { NO_PROGRESS } from '../shared/progress.js';
import type { Progress } from '../shared/progress.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { Transactions } from '../shared/transactions.js';
import { requireWord } from '../shared/words.js';
import { UserNotFound } from '../users/errors.js';
import { username } from '../users/user.js';
import type { UserRepository } from '../users/user-repository.js';

/** of a subject, in characters */
export const MAX_SUBJECT_LENGTH = 255;
const MOST_RECEIVERS = 10_000;

/** As received. */
export interface MessageDraft {
  readonly body?: string | null | undefined;
  readonly subject?: string | null | undefined;
  readonly type?: string | null | undefined;
}

/** Messages of the domain, and of rooms themselves. Contract: extensions E6.3 */
export class MessageManagement {
  constructor(
    private readonly users: UserRepository,
    private readonly groups: GroupRepository,
    private readonly directory: RoomDirectory,
    private readonly domain: ServiceDomain,
    private readonly chatServer: ChatServer,
    private readonly transactions: Transactions,
    private readonly events: EventOutbox,
  ) {}

  /** @throws InvalidArgument, UserNotFound, ChatServerAway */
  async toUser(name: string, draft: MessageDraft | null): Promise<void> {
    const content = personalMessage(draft);
    const user = username(name);
    if (user === null || !(await this.users.existing([user])).has(user)) {
      throw new UserNotFound(name);
    }
    const to = [this.domain.jidOf(user)];
    await this.sendAfterCommit(objectPath('messages', 'users', user), () =>
      this.chatServer.send({ ...content, to }),
    );
  }

  /**
   * One to each admin and member who exists or is foreign, in pieces.
   * @param progress the last who has it
   * @returns how many they are
   * @throws InvalidArgument, GroupNotFound, ChatServerAway
   */
  async toGroup(
    name: string,
    draft: MessageDraft | null,
    progress: Progress = NO_PROGRESS,
  ): Promise<number> {
    const content = personalMessage(draft);
    const to = await this.receivers(name);
    this.transactions.note({ receivers: to.length });
    if (to.length > 0) {
      await this.sendAfterCommit(objectPath('messages', 'groups', name), () =>
        inPieces(to, progress, (piece) => this.chatServer.send({ ...content, to: piece })),
      );
    }
    return to.length;
  }

  /**
   * From the room to everybody who is there; it is not kept.
   * @throws InvalidArgument, ServiceNotFound, RoomNotFound, ChatServerAway
   */
  async toRoom(path: RoomPath, draft: MessageDraft | null): Promise<void> {
    const body = messageBody(draft?.body);
    for (const field of ['type', 'subject'] as const) {
      const value = draft?.[field];
      if (value) throw invalidValue(field, value, 'a message to a room has none');
    }
    await this.directory.find(path);
    const room = refOf((await this.directory.address(path))!);
    const address = objectPath('messages', 'chatrooms', room.room);
    const object = `${address}?servicename=${encodeURIComponent(room.service)}`;
    await this.sendAfterCommit(object, () => this.chatServer.sendToRoom(room, body));
  }

  private async sendAfterCommit(object: string, command: () => Promise<void>): Promise<void> {
    await this.transactions.afterCommit(async () => {
      await command();
      if (this.chatServer.attachment === 'none') return;
      await this.events.add({ type: 'message.sent', object });
    });
  }

  private async receivers(name: string): Promise<readonly BareJid[]> {
    const members = await this.groups.members(name);
    if (members === null) throw new GroupNotFound(name);
    const found: BareJid[] = [];
    for await (const batch of members) {
      const jids = batch.map(({ jid }) => jid);
      const locals = jids.flatMap((jid) => this.domain.usernameOf(jid) ?? []);
      const existing = await this.users.existing(locals);
      found.push(...jids.filter((jid) => isReceiver(this.domain.usernameOf(jid), existing)));
      if (found.length > MOST_RECEIVERS) {
        const detail = `at most ${MOST_RECEIVERS} people: send it to each, or to smaller groups`;
        throw new InvalidArgument('too-many-receivers', {
          limit: MOST_RECEIVERS,
          resource: name,
          detail,
        });
      }
    }
    return found;
  }
}

const isReceiver = (local: Localpart | null, existing: ReadonlySet<Localpart>) =>
  local === null || existing.has(local);

/** @throws InvalidArgument */
function personalMessage(draft: MessageDraft | null) {
  const body = messageBody(draft?.body);
  const type = requireWord(MESSAGE_TYPES, draft?.type?.trim() || 'normal', 'type');
  const subject = draft?.subject || null;
  requireLength('subject', subject, MAX_SUBJECT_LENGTH);
  return { type, subject, body };
}

/** To those behind who has it. @throws ChatServerAway, which tells how many have it */
async function inPieces(
  to: readonly BareJid[],
  { position, note }: Progress,
  send: (piece: readonly BareJid[]) => Promise<void>,
): Promise<void> {
  const next = to.findIndex((jid) => position === null || compareCodePoints(jid, position) > 0);
  if (next < 0) return;
  for (let sent = next; sent < to.length; sent += MOST_RECEIVERS_AT_ONCE) {
    const piece = to.slice(sent, sent + MOST_RECEIVERS_AT_ONCE);
    try {
      await send(piece);
    } catch (error) {
      if (sent === 0 || !(error instanceof ChatServerAway)) throw error;
      throw new ChatServerAway(`${sent} of ${to.length} receivers have it`);
    }
    await note(piece.at(-1)!);
  }
}
