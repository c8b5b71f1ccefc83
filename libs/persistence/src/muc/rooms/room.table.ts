import { ROOM_FIELDS } from '@chat-admin/domain/muc/rooms/room';
import type { RoomOptions } from '@chat-admin/domain/muc/rooms/room';
import { EntitySchema } from 'typeorm';
import type { ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import { code, flag, moment, optionalText, primary, text } from '../../database/columns.js';
import { schemaChecks, schemaColumns } from '../../database/field-columns.js';
import { ofGroup } from '../../groups/group.table.js';

export interface ChatServiceRow {
  readonly name: ServiceName;
  readonly description: string | null;
  readonly hidden: boolean;
  readonly historyMaxNumber: number;
}

export const ChatServiceTable = new EntitySchema<ChatServiceRow>({
  name: 'ChatService',
  tableName: 'chat_service',
  columns: {
    name: primary('chat_service_pk'),
    description: optionalText,
    hidden: flag,
    historyMaxNumber: { type: 'integer', name: 'history_max_number', default: 25 },
  },
});

export interface RoomRow extends RoomOptions {
  readonly id: number;
  readonly service: string;
  readonly name: string;
  readonly creationDate: Date;
  readonly modificationDate: Date;
  /** incremented by triggers with every change of the room or its affiliations */
  readonly version: number;
  /** of a temporary room that has outlived its chat server */
  readonly emptySince?: Date | null;
}

export const RoomTable = new EntitySchema<RoomRow>({
  name: 'Room',
  tableName: 'room',
  columns: {
    id: {
      type: 'bigint',
      primary: true,
      primaryKeyConstraintName: 'room_pk',
      generated: 'increment',
    },
    service: code,
    name: code,
    creationDate: { ...moment, name: 'creation_date' },
    modificationDate: { ...moment, name: 'modification_date' },
    ...schemaColumns(ROOM_FIELDS),
    version: { type: 'bigint', default: 1 },
    emptySince: {
      ...{ type: 'timestamp with time zone', name: 'empty_since' },
      ...{ nullable: true, select: false },
    },
  },
  uniques: [{ name: 'room_service_name_key', columns: ['service', 'name'] }],
  indices: [
    { name: 'room_public_idx', columns: ['service', 'name'], where: 'public_room' },
    { name: 'room_name_trigram_idx', columns: ['name'], synchronize: false },
    { name: 'room_natural_name_trigram_idx', columns: ['naturalName'], synchronize: false },
    { name: 'room_natural_name_idx', columns: ['service', 'name'], synchronize: false },
    { name: 'room_creation_date_idx', columns: ['service', 'creationDate', 'name'] },
    { name: 'room_modification_date_idx', columns: ['service', 'modificationDate', 'name'] },
    { name: 'room_text_trigram_idx', columns: ['name'], synchronize: false },
    { name: 'room_folded_text_idx', columns: ['name'], synchronize: false },
    { name: 'room_members_only_idx', columns: ['service', 'name'], where: 'members_only' },
    { name: 'room_moderated_idx', columns: ['service', 'name'], where: 'moderated' },
    { name: 'room_password_idx', columns: ['service', 'name'], where: 'password is not null' },
    { name: 'room_passing_idx', columns: ['service', 'name'], where: 'not persistent' },
  ],
  checks: schemaChecks('room', ROOM_FIELDS),
  foreignKeys: [
    {
      name: 'room_chat_service_fk',
      target: 'ChatService',
      columnNames: ['service'],
      referencedColumnNames: ['name'],
      onUpdate: 'CASCADE',
      onDelete: 'CASCADE',
    },
  ],
});

/** The foreign key of a table whose rows belong to a room. */
export const ofRoom = (constraint: string) => ({
  name: constraint,
  target: 'Room',
  columnNames: ['roomId'],
  referencedColumnNames: ['id'],
  onDelete: 'CASCADE' as const,
});

const AFFILIATION_CHECK = `affiliation in ('owner', 'admin', 'member', 'outcast')`;

export interface RoomAffiliationRow {
  readonly roomId: number;
  readonly jid: string;
  readonly affiliation: string;
  /** the nickname reserved in the room */
  readonly nickname: string | null;
}

export const RoomAffiliationTable = new EntitySchema<RoomAffiliationRow>({
  name: 'RoomAffiliation',
  tableName: 'room_affiliation',
  columns: {
    roomId: { ...primary('room_affiliation_pk', { type: 'bigint' }), name: 'room_id' },
    jid: primary('room_affiliation_pk'),
    affiliation: text,
    nickname: optionalText,
  },
  indices: [
    { name: 'room_affiliation_jid_idx', columns: ['jid'] },
    { name: 'room_affiliation_owner_idx', columns: ['roomId'], where: `affiliation = 'owner'` },
  ],
  checks: [{ name: 'room_affiliation_affiliation_check', expression: AFFILIATION_CHECK }],
  foreignKeys: [ofRoom('room_affiliation_room_fk')],
});

export interface RoomGroupAffiliationRow {
  readonly roomId: number;
  readonly groupName: string;
  readonly affiliation: string;
}

export const RoomGroupAffiliationTable = new EntitySchema<RoomGroupAffiliationRow>({
  name: 'RoomGroupAffiliation',
  tableName: 'room_group_affiliation',
  columns: {
    roomId: { ...primary('room_group_affiliation_pk', { type: 'bigint' }), name: 'room_id' },
    groupName: { ...primary('room_group_affiliation_pk'), name: 'group_name' },
    affiliation: text,
  },
  indices: [{ name: 'room_group_affiliation_group_name_idx', columns: ['groupName'] }],
  checks: [{ name: 'room_group_affiliation_affiliation_check', expression: AFFILIATION_CHECK }],
  foreignKeys: [
    ofRoom('room_group_affiliation_room_fk'),
    ofGroup('room_group_affiliation_user_group_fk'),
  ],
});
