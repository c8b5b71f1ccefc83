import { pageOf } from '@chat-admin/client';
import { api } from '../shared/api/client';
import type { Call } from '../shared/api/query';
import type { Target } from '../shared/screens/paths';
import type { Scope } from '../shared/session/scopes';
import type { TextKey } from '../shared/texts/texts';

/** Something that the palette finds by its name. */
export interface Finder {
  readonly kind: TextKey;
  readonly scope: Scope;
  find(text: string, call: Call): Promise<readonly Found[]>;
}

export interface Found {
  readonly kind: TextKey;
  readonly label: string;
  readonly target: Target;
}

const LIMIT = 8;

const users: Finder = {
  kind: 'app.user',
  scope: 'users:read',
  find: async (text, call) => {
    const fields = ['username' as const, 'name' as const];
    const query = { text, limit: LIMIT, fields };
    const { entries } = await pageOf(api, '/users', { query, ...call });
    return entries.map(({ username }) => ({
      kind: 'app.user' as const,
      label: username,
      target: { to: 'user', params: { name: username } } as const,
    }));
  },
};

const rooms: Finder = {
  kind: 'app.room',
  scope: 'rooms:read',
  find: async (text, call) => {
    const fields = ['roomName' as const];
    const query = { text, type: 'all' as const, limit: LIMIT, fields };
    const { entries } = await pageOf(api, '/chatrooms', { query, ...call });
    return entries.map(({ roomName }) => ({
      kind: 'app.room' as const,
      label: roomName,
      target: { to: 'room', params: { service: 'conference', name: roomName } } as const,
    }));
  },
};

export const finders: readonly Finder[] = [users, rooms];
