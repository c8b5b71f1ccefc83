import { EntitySchema } from 'typeorm';
import type { RosterItem } from '@chat-admin/domain/users/roster';
import { flag, optionalText, primary, text } from '../database/columns.js';
import { ofAccount } from './account.table.js';

export interface RosterItemRow extends RosterItem {
  readonly owner: string;
  /** a subscription request to the contact is pending (`ask`, RFC 6121 section 2.1.2.2) */
  readonly ask: boolean;
  /** a subscription request of the contact is pre-approved (RFC 6121 section 2.1.2.1) */
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
  /** since this version, only the contacts in `changed` have changed */
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
  /** the request as received */
  readonly stanza: string;
}

/** Pending subscription requests to the owner; read and written only by the chat server. */
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
