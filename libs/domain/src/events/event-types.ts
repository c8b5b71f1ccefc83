import type { SingleScope } from '../shared/scopes.js';

/** What an event can be, and the scope that shows it. Contract: extensions E8.1 */
export const EVENT_TYPES = {
  'user.created': 'users:read',
  'user.updated': 'users:read',
  'user.renamed': 'users:read',
  'user.password_changed': 'users:read',
  'user.deleted': 'users:read',
  'lockout.created': 'lockouts:read',
  'lockout.updated': 'lockouts:read',
  'lockout.ended': 'lockouts:read',
  'group.created': 'groups:read',
  'group.updated': 'groups:read',
  'group.deleted': 'groups:read',
  'roster.updated': 'rosters:read',
  'vcard.updated': 'rosters:read',
  'vcard.deleted': 'rosters:read',
  'service.created': 'rooms:read',
  'service.updated': 'rooms:read',
  'service.deleted': 'rooms:read',
  'room.created': 'rooms:read',
  'room.updated': 'rooms:read',
  'room.deleted': 'rooms:read',
  'property.updated': 'properties:read',
  'property.deleted': 'properties:read',
  'session.closed': 'sessions:read',
  'occupant.removed': 'sessions:read',
  'message.sent': 'messages:write',
  'key.created': 'keys:read',
  'key.updated': 'keys:read',
  'key.rotated': 'keys:read',
  'key.deleted': 'keys:read',
  'webhook.created': 'webhooks:read',
  'webhook.updated': 'webhooks:read',
  'webhook.rotated': 'webhooks:read',
  'webhook.disabled': 'webhooks:read',
  'webhook.deleted': 'webhooks:read',
  'webhook.test': 'webhooks:read',
  'job.finished': 'jobs:read',
} as const satisfies Readonly<Record<string, SingleScope>>;

export type EventType = keyof typeof EVENT_TYPES;

