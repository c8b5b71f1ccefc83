import { EntitySchema } from 'typeorm';
import type { RosterItem } from '@chat/domain/users/roster';
import { optionalText, primary } from '../columns.js';
import { ofAccount } from './account.table.js';

export interface RosterItemRow extends RosterItem {
  readonly owner: string;
}

export const RosterItemTable = new EntitySchema<RosterItemRow>({
  name: 'RosterItem',
  tableName: 'roster_item',
  columns: {
    owner: primary('roster_item_pk'),
    jid: primary('roster_item_pk'),
    nickname: optionalText,
    subscription: { type: 'smallint' },
    groups: { type: 'text', array: true },
  },
  indices: [{ name: 'roster_item_jid_idx', columns: ['jid'] }],
  checks: [{ name: 'roster_item_subscription_check', expression: 'subscription between 0 and 3' }],
  foreignKeys: [ofAccount('roster_item_account_fk', 'owner')],
});

export interface RosterRow {
  readonly owner: string;
  readonly version: number;
}

export const RosterTable = new EntitySchema<RosterRow>({
  name: 'Roster',
  tableName: 'roster',
  columns: { owner: primary('roster_pk'), version: { type: 'bigint' } },
  foreignKeys: [ofAccount('roster_account_fk', 'owner')],
});
