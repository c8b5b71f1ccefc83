import { pageOf } from '@chat-admin/client';
import { api } from '../api/client';
import type { Call } from '../api/query';

/** Names that are offered while somebody types. */
const FEW = 10;

/** The accounts that fit a text, by name or user name, a few. */
export async function findUsernames(text: string, call: Call): Promise<readonly string[]> {
  const query = { text, limit: FEW, fields: ['username' as const] };
  const { entries } = await pageOf(api, '/users', { query, ...call });
  return entries.map(({ username }) => username);
}

/** The groups that fit a text, a few. */
export async function findGroups(text: string, call: Call): Promise<readonly string[]> {
  const query = { text, limit: FEW, fields: ['name' as const] };
  const { entries } = await pageOf(api, '/groups', { query, ...call });
  return entries.map(({ name }) => name);
}

/** For filters by an account. */
export const USERNAMES = { scope: 'users:read', find: findUsernames } as const;
