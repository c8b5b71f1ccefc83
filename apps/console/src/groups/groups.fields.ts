import type { components } from '@chat-admin/client';
import { fieldTable } from '../shared/fields/field-table';

export type Group = components['schemas']['GroupSummary'];

/** Every member of a group; `groups.fields.…` of the texts. */
export const groupFields = fieldTable('groups').of<Group>({
  name: { kind: 'text', column: 'shown', sort: 'name' },
  description: { kind: 'multiline', group: 'about', column: 'shown', max: 255 },
  shared: { kind: 'switch', column: 'shown', width: 140 },
  memberCount: { kind: 'number', column: 'shown', width: 110 },
  managedBy: { kind: 'text', column: 'hidden', width: 160 },
  externalId: null,
  members: null, // a list of their own
  admins: null,
});

export const ROLES = ['member', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const memberFields = fieldTable('groups.member').of<components['schemas']['GroupMember']>({
  jid: { kind: 'text', column: 'shown' },
  role: { kind: 'choice', column: 'shown', width: 160, choices: ROLES },
});
