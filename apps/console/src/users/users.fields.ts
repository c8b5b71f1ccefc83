import type { components } from '@chat-admin/client';
import { fieldTable } from '../shared/fields/field-table';

/** Contract: extensions E24 */
export const ROLES = ['help-desk', 'moderator', 'auditor'] as const;

export type User = components['schemas']['User'];

/** Every member of a user. The names in forms and lists are `users.fields.…` of the texts. */
export const userFields = fieldTable('users').of<User>({
  username: {
    kind: 'text',
    group: 'account',
    column: 'shown',
    sort: 'username',
    isRequired: true,
    max: 255,
  },
  name: { kind: 'text', group: 'profile', column: 'shown', sort: 'name', max: 100 },
  email: { kind: 'email', group: 'profile', column: 'shown', max: 100 },
  locked: { kind: 'switch', column: 'shown', width: 300 },
  lastSeen: { kind: 'time', column: 'shown', width: 140 },
  created: { kind: 'time', column: 'shown', width: 140, sort: 'created' },
  properties: { kind: 'properties', group: 'properties', column: 'hidden' },
  administrator: { kind: 'switch', column: 'hidden', width: 120 },
  role: { kind: 'choice', column: 'hidden', width: 140, choices: ROLES },
  managedBy: { kind: 'text', column: 'hidden', width: 160 },
  externalId: null,
  online: null, // shown with `locked`
  lockedUntil: null,
  photo: null,
});
