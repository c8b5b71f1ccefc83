import type { RoomRef, StoredRoom } from '@chat-admin/domain/chat-server/chat-server';
import type { LiveOccupant, RememberedMessage } from '@chat-admin/domain/chat-server/live-room';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import {
  occupantCountsAnswer,
  occupantsAnswer,
  occupiedRoomsAnswer,
  roomHistoryAnswer,
} from './bridge-documents.js';
import type { Shape } from './shapes.js';

/** By query or by body. */
export type Asked =
  { readonly query: Readonly<Record<string, string>> } | { readonly body: object };

/** How questions reach Prosody. @throws ChatServerAway, DomainError */
export type QuestionWay = <T>(path: string, asked: Asked, answer: Shape<T>) => Promise<T>;

/** The questions to Prosody about rooms, as the port has them. */
export class RoomQuestions {
  constructor(private readonly ask: QuestionWay) {}

  async occupants({ service, room }: RoomRef): Promise<readonly LiveOccupant[]> {
    const query = { service, room };
    return (await this.ask('/bridge/occupants', { query }, occupantsAnswer)).occupants;
  }

  async occupantCounts(service: string, rooms: readonly string[]): Promise<readonly number[]> {
    if (rooms.length === 0) return [];
    const body = { service, rooms };
    return (await this.ask('/bridge/occupants/count', { body }, occupantCountsAnswer)).counts;
  }

  async roomsOf(user: Localpart, service: string): Promise<readonly string[]> {
    const query = { service, user };
    return (await this.ask('/bridge/occupants/rooms', { query }, occupiedRoomsAnswer)).rooms;
  }

  async history({ service, room, id }: StoredRoom): Promise<readonly RememberedMessage[]> {
    const query = { service, room, id: String(id) };
    const { messages } = await this.ask('/bridge/rooms/history', { query }, roomHistoryAnswer);
    return messages.map(({ sender_shown: senderShown, sent_at: sentAt, ...message }) => ({
      ...message,
      ...{ senderShown, sentAt },
    }));
  }
}
