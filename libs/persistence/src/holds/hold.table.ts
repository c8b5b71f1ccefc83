import { EntitySchema } from 'typeorm';
import { code, flag, moment, optionalText, text } from '../database/columns.js';

/** What must not be lost. */
export interface HoldRow {
  readonly id: number;
  readonly name: string;
  readonly reason: string;
  /** of the messages that it covers */
  readonly beginsAt: Date | null;
  readonly endsAt: Date | null;
  readonly createdAt: Date;
  readonly createdBy: string;
  /** who has asked for its release, which somebody else has to agree to */
  readonly releasingBy: string | null;
  readonly releasingId: string | null;
  /** who has made the key with which it was asked for */
  readonly releasingMaker: string | null;
  readonly releasedAt: Date | null;
  readonly releasedBy: string | null;
  /** copies that no hold covers have been removed since its release */
  readonly swept: boolean;
}

export interface HoldNameRow {
  readonly holdId: number;
  /** `person`: a bare JID, or `room`: `room@service` */
  readonly kind: string;
  readonly name: string;
}

/** A message as it was before it was changed or removed. */
export interface HeldMessageRow {
  readonly id: number;
  /** `chat` or `room` */
  readonly kind: string;
  readonly messageId: number;
  /** there is no such row any more */
  readonly gone: boolean;
  readonly sentAt: Date;
  /** bare JID of who has the archive, or `room@service` */
  readonly owner: string;
  /** bare JID of the other side, or of who has said it in the room */
  readonly other: string | null;
  readonly received: boolean | null;
  readonly nickname: string | null;
  readonly sender: string | null;
  readonly subject: string | null;
  readonly body: string | null;
  readonly stanza: string | null;
  readonly removedAt: Date;
  readonly removedBy: string;
  /** `deleted`, `retracted` or `changed` */
  readonly how: string;
}

const time = { type: 'timestamp with time zone', precision: 3 } as const;

export const HoldTable = new EntitySchema<HoldRow>({
  name: 'Hold',
  tableName: 'hold',
  columns: {
    id: {
      type: 'bigint',
      primary: true,
      primaryKeyConstraintName: 'hold_pk',
      generated: 'increment',
    },
    name: text,
    reason: text,
    beginsAt: { ...time, name: 'begins_at', nullable: true },
    endsAt: { ...time, name: 'ends_at', nullable: true },
    createdAt: { ...moment, precision: 3, name: 'created_at' },
    createdBy: { ...text, name: 'created_by' },
    releasingBy: { ...optionalText, name: 'releasing_by' },
    releasingId: { ...optionalText, name: 'releasing_id' },
    releasingMaker: { ...optionalText, name: 'releasing_maker' },
    releasedAt: { ...time, name: 'released_at', nullable: true },
    releasedBy: { ...optionalText, name: 'released_by' },
    swept: { ...flag, default: false },
  },
  indices: [{ name: 'hold_active_idx', columns: ['id'], where: 'released_at is null' }],
});

export const HoldNameTable = new EntitySchema<HoldNameRow>({
  name: 'HoldName',
  tableName: 'hold_name',
  columns: {
    holdId: {
      type: 'bigint',
      name: 'hold_id',
      primary: true,
      primaryKeyConstraintName: 'hold_name_pk',
    },
    kind: { ...code, primary: true, primaryKeyConstraintName: 'hold_name_pk' },
    name: { ...code, primary: true, primaryKeyConstraintName: 'hold_name_pk' },
  },
  indices: [{ name: 'hold_name_name_idx', columns: ['name'] }],
  foreignKeys: [
    {
      name: 'hold_name_hold_fk',
      target: 'Hold',
      columnNames: ['hold_id'],
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
    },
  ],
});

export const HeldMessageTable = new EntitySchema<HeldMessageRow>({
  name: 'HeldMessage',
  tableName: 'held_message',
  columns: {
    id: {
      type: 'bigint',
      primary: true,
      primaryKeyConstraintName: 'held_message_pk',
      generated: 'increment',
    },
    kind: code,
    messageId: { type: 'bigint', name: 'message_id' },
    gone: flag,
    sentAt: { ...time, name: 'sent_at' },
    owner: code,
    other: { ...code, nullable: true },
    received: { ...flag, nullable: true },
    nickname: optionalText,
    sender: { ...code, nullable: true },
    subject: optionalText,
    body: optionalText,
    stanza: optionalText,
    removedAt: { ...moment, precision: 3, name: 'removed_at' },
    removedBy: { ...text, name: 'removed_by' },
    how: text,
  },
  indices: [
    {
      name: 'held_message_living_key',
      columns: ['kind', 'messageId'],
      unique: true,
      where: 'not gone',
    },
    { name: 'held_message_owner_idx', columns: ['owner', 'sentAt', 'id'] },
    { name: 'held_message_other_idx', columns: ['other', 'sentAt', 'id'] },
  ],
});
