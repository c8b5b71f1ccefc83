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
  /** as the sender has given it; `null` in rows of former releases */
  readonly messageId: string | null;
  /** as `messageId`: which of the sender's messages this one replaces (XEP-0308) */
  readonly corrects: string | null;
  /** XEP-0421 */
  readonly occupantId: string | null;
  /** a tombstone since then. Contract: extensions E19 */
  readonly retractedAt: Date | null;
  readonly retractedBy: string | null;
  readonly retractReason: string | null;
  /** id of the message that this one announces as taken back, or with which its author does so */
  readonly retracts: number | null;
  /** of announcements: whether the occupants have been told */
  readonly told: boolean | null;
}

/** What a tombstone said, which has the same id. */
export interface RetractedMessageRow {
  readonly id: number;
  readonly retractedAt: Date;
  readonly subject: string | null;
  readonly body: string | null;
  readonly stanza: string | null;
}

const time = { type: 'timestamp with time zone', precision: 3 } as const;

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
    messageId: { ...code, name: 'message_id', nullable: true },
    corrects: { ...code, nullable: true },
    occupantId: { ...code, name: 'occupant_id', nullable: true },
    retractedAt: { ...time, name: 'retracted_at', nullable: true },
    retractedBy: { ...optionalText, name: 'retracted_by' },
    retractReason: { ...optionalText, name: 'retract_reason' },
    retracts: { type: 'bigint', nullable: true },
    told: { type: 'boolean', nullable: true },
  },
  indices: [
    { name: 'room_message_room_id_sent_at_idx', columns: ['roomId', 'sentAt', 'id'] },
    { name: 'room_message_sent_at_idx', columns: ['sentAt', 'id'] },
    { name: 'room_message_body_trigram_idx', columns: ['body'], synchronize: false },
    { name: 'room_message_sender_idx', columns: ['roomId', 'sentAt', 'id'], synchronize: false },
    { name: 'room_message_corrects_idx', columns: ['roomId'], synchronize: false },
    { name: 'room_message_tombstone_idx', columns: ['roomId'], synchronize: false },
    { name: 'room_message_untold_idx', columns: ['id'], where: 'not told' },
    { name: 'room_message_retracts_idx', columns: ['retracts'], where: 'retracts is not null' },
  ],
  foreignKeys: [ofRoom('room_message_room_fk')],
});

export const RetractedMessageTable = new EntitySchema<RetractedMessageRow>({
  name: 'RetractedMessage',
  tableName: 'retracted_message',
  columns: {
    id: { type: 'bigint', primary: true, primaryKeyConstraintName: 'retracted_message_pk' },
    retractedAt: { ...time, name: 'retracted_at' },
    subject: optionalText,
    body: optionalText,
    stanza: optionalText,
  },
  indices: [{ name: 'retracted_message_retracted_at_idx', columns: ['retractedAt'] }],
});
