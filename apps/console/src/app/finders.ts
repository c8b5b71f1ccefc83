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
  /** what tells it from others of this label */
  readonly id: string;
  readonly target: Target;
}

const LIMIT = 8;
/** So many chat services are searched for rooms. */
const SERVICES = 20;

const users: Finder = {
  kind: 'app.user',
  scope: 'users:read',
  find: async (text, call) => {
    const fields = ['username' as const, 'name' as const];
    const query = { text, limit: LIMIT, fields };
    const { entries } = await pageOf(api, '/users', { query, ...call });
    return entries.map(({ username, name }) => ({
      kind: 'app.user' as const,
      label: name ? `${name} (${username})` : username,
      id: username,
      target: { to: 'user', params: { name: username } } as const,
    }));
  },
};

const groups: Finder = {
  kind: 'app.group',
  scope: 'groups:read',
  find: async (text, call) => {
    const query = { text, limit: LIMIT, fields: ['name' as const] };
    const { entries } = await pageOf(api, '/groups', { query, ...call });
    return entries.map(({ name }) => ({
      kind: 'app.group' as const,
      label: name,
      id: name,
      target: { to: 'group', params: { name } } as const,
    }));
  },
};

/** Of every service. */
const rooms: Finder = {
  kind: 'app.room',
  scope: 'rooms:read',
  find: async (text, call) => {
    const services = await pageOf(api, '/chatservices', { query: { limit: SERVICES }, ...call });
    const names = services.entries.map(({ serviceName }) => serviceName);
    return (await Promise.all(names.map((name) => roomsOf(name, text, call)))).flat();
  },
};

async function roomsOf(service: string, text: string, call: Call): Promise<readonly Found[]> {
  const fields = ['roomName' as const, 'naturalName' as const];
  const query = { text, servicename: service, type: 'all' as const, limit: LIMIT, fields };
  const { entries } = await pageOf(api, '/chatrooms', { query, ...call });
  return entries.map(({ roomName, naturalName }) => {
    const address = `${roomName}@${service}`;
    const isNamed = naturalName !== undefined && naturalName !== '' && naturalName !== roomName;
    return {
      kind: 'app.room' as const,
      label: isNamed ? `${naturalName} (${address})` : address,
      id: address,
      target: { to: 'room', params: { service, name: roomName } } as const,
    };
  });
}

export const finders: readonly Finder[] = [users, groups, rooms];
