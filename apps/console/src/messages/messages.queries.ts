import { pageOf } from '@chat-admin/client';
import { api } from '../shared/api/client';
import { query } from '../shared/api/query';
import type { Call } from '../shared/api/query';
import { findGroups, findUsernames } from '../shared/people/find-names';

export const KINDS = ['everyone', 'user', 'group', 'room'] as const;
export type Kind = (typeof KINDS)[number];
export const TYPES = ['normal', 'chat', 'headline'] as const;
export type MessageType = (typeof TYPES)[number];

/** To whom: `name` of nobody for everyone, `service` of rooms only. */
export interface Receiver {
  readonly kind: Kind;
  readonly name: string;
  readonly service: string;
}

export interface Draft {
  readonly subject: string;
  readonly body: string;
  readonly type: MessageType;
}

/** What has to be allowed for counting the recipients. */
export const SCOPES = {
  everyone: 'sessions:read',
  user: 'users:read',
  group: 'groups:read',
  room: 'rooms:read',
} as const;

/** How many get it. @throws when there is no such user, group or room */
export async function countOf({ kind, name, service }: Receiver): Promise<number> {
  const one = { limit: 1, total: true } as const;
  switch (kind) {
    case 'everyone':
      return (await pageOf(api, '/sessions', { query: one })).total?.count ?? 0;
    case 'user':
      await api.GET('/users/{username}', { params: { path: { username: name } } });
      return 1;
    case 'group': {
      const path = { groupName: name };
      const page = await pageOf(api, '/groups/{groupName}/members', { path, query: one });
      return page.total?.count ?? 0;
    }
    case 'room': {
      const query = { servicename: service, limit: 1, total: true } as const;
      const path = { roomName: name };
      const page = await pageOf(api, '/chatrooms/{roomName}/occupants', { path, query });
      return page.total?.count ?? 0;
    }
  }
}

export function send(
  { kind, name, service }: Receiver,
  { subject, body, type }: Draft,
): Promise<unknown> {
  const message = { body, type, ...(subject.trim() !== '' && { subject: subject.trim() }) };
  switch (kind) {
    case 'everyone':
      return api.POST('/messages/users', { body: { body } });
    case 'user':
      return api.POST('/messages/users/{username}', {
        params: { path: { username: name } },
        body: message,
      });
    case 'group':
      return api.POST('/messages/groups/{groupName}', {
        params: { path: { groupName: name } },
        body: message,
      });
    case 'room':
      return api.POST('/messages/chatrooms/{roomName}', {
        params: { path: { roomName: name }, query: { servicename: service } },
        body: { body },
      });
  }
}

const FEW = 10;

async function findRooms(
  servicename: string,
  text: string,
  call: Call,
): Promise<readonly string[]> {
  const chosen = { type: 'all' as const, fields: ['roomName' as const] };
  const query = { servicename, text, limit: FEW, ...chosen };
  return (await pageOf(api, '/chatrooms', { query, ...call })).entries.map(
    ({ roomName }) => roomName,
  );
}

const finders = new Map<string, (text: string, call: Call) => Promise<readonly string[]>>();

/** Names for the picker; one function for each service, whose name tells its answers apart. */
export function finderOf(kind: Kind, service: string) {
  if (kind === 'user') return findUsernames;
  if (kind === 'group') return findGroups;
  const known = finders.get(service);
  if (known) return known;
  const find = (text: string, call: Call) => findRooms(service, text, call);
  Object.defineProperty(find, 'name', { value: `rooms of ${service}` });
  finders.set(service, find);
  return find;
}

/** The services, of which there are few. */
export const servicesQuery = query({
  key: 'messageServices',
  events: ['service.*'],
  call: async (call) => {
    const { entries } = await pageOf(api, '/chatservices', { query: { limit: 100 }, ...call });
    return entries.map(({ serviceName }) => serviceName);
  },
});
