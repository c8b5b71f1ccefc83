import type { Scope } from '../shared/scopes.js';

/** The roles that an account can have, with what each may do. Contract: extensions E24 */
export const ROLE_SCOPES = {
  'help-desk': [
    ...(['users:read', 'users:write', 'groups:read', 'groups:write'] as const),
    ...(['rosters:read', 'rosters:write', 'lockouts:read', 'lockouts:write'] as const),
    ...(['sessions:read', 'sessions:write', 'jobs:read', 'jobs:write'] as const),
    ...(['rooms:read', 'audit:read', 'server:read'] as const),
  ],
  moderator: [
    ...(['rooms:read', 'rooms:write', 'sessions:read', 'sessions:write'] as const),
    ...(['history:read', 'history:write', 'lockouts:read', 'lockouts:write'] as const),
    ...(['reports:read', 'reports:write', 'files:read', 'files:write'] as const),
    ...(['users:read', 'groups:read', 'messages:write', 'audit:read'] as const),
  ],
  auditor: ['*:read'],
} as const satisfies Readonly<Record<string, readonly Scope[]>>;

export type AccountRole = keyof typeof ROLE_SCOPES;

export const ACCOUNT_ROLES = Object.keys(ROLE_SCOPES) as readonly AccountRole[];

/** What a request sends to grant one. */
export interface RoleDraft {
  readonly role?: string | undefined;
}

/** `null`: there is no such role. */
export const accountRole = (text: string | null): AccountRole | null =>
  ACCOUNT_ROLES.find((role) => role === text) ?? null;
