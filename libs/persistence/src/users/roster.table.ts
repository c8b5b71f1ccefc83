import { EntitySchema } from 'typeorm';
import type { RosterItem } from '@chat-admin/domain/users/roster';
import { flag, optionalText, primary, text } from '../database/columns.js';
import { ofAccount } from './account.table.js';

export interface RosterItemRow extends RosterItem {
  readonly owner: string;
  /** the chat server has asked the contact for its presence, without answer yet */
  readonly ask: boolean;
  /** a request of the contact is granted in advance */
  readonly approved: boolean;
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
    ask: { ...flag, default: false },
    approved: { ...flag, default: false },
  },
  indices: [{ name: 'roster_item_jid_idx', columns: ['jid'] }],
  checks: [{ name: 'roster_item_subscription_check', expression: 'subscription between 0 and 3' }],
  foreignKeys: [ofAccount('roster_item_account_fk', 'owner')],
});

export interface RosterRow {
  readonly owner: string;
  readonly version: number;
  /** between this version and the current one, none but the contacts in `changed` have changed */
  readonly changedSince: number;
  readonly changed: readonly string[];
}

export const RosterTable = new EntitySchema<RosterRow>({
  name: 'Roster',
  tableName: 'roster',
  columns: {
    owner: primary('roster_pk'),
    version: { type: 'bigint' },
    changedSince: { name: 'changed_since', type: 'bigint' },
    changed: { type: 'text', array: true },
  },
  foreignKeys: [ofAccount('roster_account_fk', 'owner')],
});

export interface RosterRequestRow {
  readonly owner: string;
  readonly jid: string;
  /** the request as it was sent */
  readonly stanza: string;
}

/** People who wait for an answer of the owner; only the chat server reads and writes them. */
export const RosterRequestTable = new EntitySchema<RosterRequestRow>({
  name: 'RosterRequest',
  tableName: 'roster_request',
  columns: {
    owner: primary('roster_request_pk'),
    jid: primary('roster_request_pk'),
    stanza: text,
  },
  indices: [{ name: 'roster_request_jid_idx', columns: ['jid'] }],
  foreignKeys: [ofAccount('roster_request_account_fk', 'owner')],
});
