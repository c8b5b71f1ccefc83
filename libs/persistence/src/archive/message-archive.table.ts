import { EntitySchema } from 'typeorm';
import { code, flag, moment, text } from '../database/columns.js';
import { ofAccount } from '../users/account.table.js';

/** What an account has written and been written. No row before the first message or logout. */
export interface MessageArchiveRow {
  readonly id: number;
  readonly username: string;
  readonly loggedOutAt: Date | null;
}

export const MessageArchiveTable = new EntitySchema<MessageArchiveRow>({
  name: 'MessageArchive',
  tableName: 'message_archive',
  columns: {
    id: {
      type: 'bigint',
      primary: true,
      primaryKeyConstraintName: 'message_archive_pk',
      generated: 'increment',
    },
    username: code,
    loggedOutAt: {
      type: 'timestamp with time zone',
      name: 'logged_out_at',
      precision: 3,
      nullable: true,
    },
  },
  uniques: [{ name: 'message_archive_username_key', columns: ['username'] }],
  foreignKeys: [ofAccount('message_archive_account_fk')],
});

export interface ArchivedMessageRow {
  readonly id: number;
  readonly archiveId: number;
  readonly sentAt: Date;
  /** bare JID of the other side */
  readonly contact: string;
  /** else written by the owner */
  readonly received: boolean;
  /** the message as it was passed on */
  readonly stanza: string;
}

export const ArchivedMessageTable = new EntitySchema<ArchivedMessageRow>({
  name: 'ArchivedMessage',
  tableName: 'archived_message',
  columns: {
    id: {
      type: 'bigint',
      primary: true,
      primaryKeyConstraintName: 'archived_message_pk',
      generated: 'increment',
    },
    archiveId: { type: 'bigint', name: 'archive_id' },
    sentAt: { ...moment, name: 'sent_at', precision: 3 },
    contact: code,
    received: flag,
    stanza: text,
  },
  indices: [
    { name: 'archived_message_archive_id_idx', columns: ['archiveId', 'sentAt', 'id'] },
    { name: 'archived_message_contact_idx', columns: ['archiveId', 'contact', 'sentAt', 'id'] },
    { name: 'archived_message_sent_at_idx', columns: ['sentAt', 'id'] },
  ],
  foreignKeys: [
    {
      name: 'archived_message_archive_fk',
      target: 'MessageArchive',
      columnNames: ['archive_id'],
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
    },
  ],
});
