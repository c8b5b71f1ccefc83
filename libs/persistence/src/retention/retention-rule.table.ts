import { EntitySchema } from 'typeorm';
import { code, moment, text } from '../database/columns.js';
import { ofGroup } from '../groups/group.table.js';
import { ofRoom } from '../muc/rooms/room.table.js';
import { ofAccount } from '../users/account.table.js';

/** How long the messages of one user, of the people of a group, or of a room are kept. */
export interface RetentionRuleRow {
  readonly id: number;
  readonly kind: string;
  /** one of these three */
  readonly username: string | null;
  readonly groupName: string | null;
  readonly roomId: number | null;
  /** from `actsAt` on; `null`: the rule was deleted */
  readonly days: number | null;
  /** until `actsAt`; `null`: there was no rule */
  readonly formerDays: number | null;
  readonly actsAt: Date;
  readonly createdAt: Date;
  readonly createdBy: string;
}

const time = { type: 'timestamp with time zone', precision: 3 } as const;

export const RetentionRuleTable = new EntitySchema<RetentionRuleRow>({
  name: 'RetentionRule',
  tableName: 'retention_rule',
  columns: {
    id: {
      type: 'bigint',
      primary: true,
      primaryKeyConstraintName: 'retention_rule_pk',
      generated: 'increment',
    },
    kind: code,
    username: { ...code, nullable: true },
    groupName: { ...code, name: 'group_name', nullable: true },
    roomId: { type: 'bigint', name: 'room_id', nullable: true },
    days: { type: 'integer', nullable: true },
    formerDays: { type: 'integer', name: 'former_days', nullable: true },
    actsAt: { ...time, name: 'acts_at' },
    createdAt: { ...moment, precision: 3, name: 'created_at' },
    createdBy: { ...text, name: 'created_by' },
  },
  uniques: [
    { name: 'retention_rule_username_key', columns: ['username', 'kind'] },
    { name: 'retention_rule_group_name_key', columns: ['groupName', 'kind'] },
    { name: 'retention_rule_room_id_key', columns: ['roomId', 'kind'] },
  ],
  checks: [
    {
      name: 'retention_rule_subject_check',
      expression: `num_nonnulls(username, group_name, room_id) = 1 and (kind = 'room') = (room_id is not null)`,
    },
  ],
  foreignKeys: [
    ofAccount('retention_rule_account_fk'),
    ofGroup('retention_rule_user_group_fk'),
    ofRoom('retention_rule_room_fk'),
  ],
});
