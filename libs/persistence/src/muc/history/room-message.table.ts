import { EntitySchema } from 'typeorm';
import { code, moment, optionalText, text } from '../../database/columns.js';
import { ofRoom } from '../rooms/room.table.js';

/** One message of a logged conversation. */
export interface RoomMessageRow {
  readonly id: number;
  readonly roomId: number;
  readonly sentAt: Date;
  /** `null`: from the room itself */
  readonly nickname: string | null;
  /** full real JID */
  readonly sender: string | null;
  /** everybody in the room could see the sender then */
  readonly senderShown: boolean;
  readonly type: string;
  readonly subject: string | null;
  readonly body: string | null;
  /** the message as received */
  readonly stanza: string | null;
}

export const RoomMessageTable = new EntitySchema<RoomMessageRow>({
  name: 'RoomMessage',
  tableName: 'room_message',
  columns: {
    id: {
      type: 'bigint',
      primary: true,
      primaryKeyConstraintName: 'room_message_pk',
      generated: 'increment',
    },
    roomId: { type: 'bigint', name: 'room_id' },
    sentAt: { ...moment, name: 'sent_at', precision: 3 },
    nickname: optionalText,
    sender: { ...code, nullable: true },
    senderShown: { type: 'boolean', name: 'sender_shown', default: false },
    type: { ...text, default: 'groupchat' },
    subject: optionalText,
    body: optionalText,
    stanza: optionalText,
  },
  indices: [
    { name: 'room_message_room_id_sent_at_idx', columns: ['roomId', 'sentAt', 'id'] },
    { name: 'room_message_sent_at_idx', columns: ['sentAt', 'id'] },
    { name: 'room_message_body_trigram_idx', columns: ['body'], synchronize: false },
    { name: 'room_message_sender_idx', columns: ['roomId', 'sentAt', 'id'], synchronize: false },
  ],
  foreignKeys: [ofRoom('room_message_room_fk')],
});
