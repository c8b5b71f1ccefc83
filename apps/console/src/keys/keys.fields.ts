import type { components } from '@chat-admin/client';
import { fieldTable } from '../shared/fields/field-table';

export type Key = components['schemas']['Key'];

const BOTH = [
  ...['users', 'groups', 'rosters', 'lockouts', 'rooms', 'sessions', 'history'],
  ...['properties', 'webhooks', 'reports', 'directories', 'files', 'retention', 'holds', 'jobs'],
  'keys',
];

/** How the token of a key begins: what is known of it after it has been shown. */
export const tokenStart = (id: string): string => `cak_${id}_…`;

/** All scopes. Contract: extensions E5.2 */
export const SCOPES: readonly string[] = [
  ...BOTH.flatMap((one) => [`${one}:read`, `${one}:write`]),
  ...['messages:write', 'server:read', 'audit:read', 'events:read', 'admins:write', '*:read', '*'],
];

/** Every member of a key. */
export const keyFields = fieldTable('keys').of<Key>({
  name: { kind: 'text', group: 'key', column: 'shown', sort: 'name', isRequired: true, max: 50 },
  scopes: { kind: 'choices', group: 'key', column: 'shown', choices: SCOPES, isRequired: true },
  id: { kind: 'text', column: 'shown', width: 150 },
  allowedAddresses: { kind: 'list', group: 'limits', column: 'hidden' },
  rateLimit: {
    kind: 'number',
    group: 'limits',
    column: 'hidden',
    width: 120,
    min: 0,
    most: 1_000_000,
  },
  expires: { kind: 'time', group: 'limits', column: 'shown', width: 140 },
  lastUsed: { kind: 'time', column: 'shown', width: 140, sort: 'lastUsed' },
  lastAddress: { kind: 'text', column: 'hidden', width: 160 },
  created: { kind: 'time', column: 'hidden', width: 140, sort: 'created' },
  createdBy: { kind: 'text', column: 'shown', width: 140 },
  previousValidUntil: null, // on its page
});
