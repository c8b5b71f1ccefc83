import { dataOf, pageOf } from '@chat-admin/client';
import type { components } from '@chat-admin/client';
import { api } from '../shared/api/client';
import { query, tagged } from '../shared/api/query';
import { folded } from '../shared/audit/folded';
import { list } from '../shared/list/list';
import { findGroups } from '../shared/people/find-names';
import { inAddress } from '../shared/screens/address';
import { inOrder } from '../shared/text/natural';
import { sourceOf } from '../shared/ui/managed-by';
import { startOf } from '../shared/texts/formats';
import { ROLES, userFields } from './users.fields';

/** What an account may do beside chatting. */
const RIGHTS = ['administrator', ...ROLES] as const;

/** Those that are shown only to who asks for them by name. */
const EXTRA_FIELDS = [
  ...['created', 'locked', 'lockedUntil', 'lastSeen', 'online', 'administrator', 'role', 'photo'],
  'managedBy',
] as const;
type Extra = (typeof EXTRA_FIELDS)[number];
/** All of them. */
const FIELDS = Object.keys(userFields.specs);

export const userList = list<'/users'>({
  key: 'users',
  path: '/users',
  rowKey: ({ username }) => username,
  rowName: ({ username }) => username,
  table: userFields,
  fields: FIELDS,
  search: {
    text: inAddress.text,
    sort: inAddress.oneOf('username', '-username', 'name', '-name', 'created', '-created'),
    locked: inAddress.flag,
    online: inAddress.flag,
    neverSeen: inAddress.flag,
    group: inAddress.text,
    propertyKey: inAddress.text,
    createdFrom: inAddress.day,
    createdTo: inAddress.day,
    lastSeenTo: inAddress.day,
    role: inAddress.oneOf(...RIGHTS),
    managedBy: inAddress.text,
  },
  filters: {
    locked: { kind: 'flag' },
    online: { kind: 'flag' },
    neverSeen: { kind: 'flag' },
    group: { kind: 'text', names: { scope: 'groups:read', find: findGroups } },
    propertyKey: { kind: 'text' },
    createdFrom: { kind: 'day' },
    createdTo: { kind: 'day' },
    lastSeenTo: { kind: 'day' },
    role: { kind: 'choice', choices: RIGHTS, scope: 'admins:write' },
    managedBy: { kind: 'text' },
  },
  toQuery: (values) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        /(From|To)$/.test(name)
          ? startOf(String(value)).toISOString()
          : name === 'managedBy'
            ? sourceOf(String(value))
            : value,
      ]),
    ),
  open: ({ username }) => ({ to: 'user', params: { name: username } }),
  events: ['user.*', 'lockout.*'],
  every: 30,
});

/** One user, with the tag that a change needs: documents with chosen fields have none. */
export const userQuery = query({
  key: 'user',
  events: ['user.*', 'lockout.*'],
  call: async (call, username: string) => {
    const read = (chosen?: Extra[]) =>
      tagged(
        api.GET('/users/{username}', {
          params: { path: { username }, ...(chosen && { query: { fields: chosen } }) },
          ...call,
        }),
      );
    const [{ value, tag }, more] = await Promise.all([read(), read([...EXTRA_FIELDS])]);
    return { value: { ...more.value, ...value }, tag };
  },
});

const MOST = 1_000;

export type Lockout = components['schemas']['Lockout'];

/** Of those who are locked out now, by name. */
export const lockoutsQuery = query({
  key: 'lockouts',
  events: ['lockout.*'],
  call: async (call) => {
    const asked = { query: { active: true, limit: MOST }, ...call };
    const { entries } = await pageOf(api, '/lockouts', asked);
    return new Map<string, Lockout>(entries.map((lockout) => [lockout.username, lockout]));
  },
});

export const lockoutQuery = query({
  key: 'lockout',
  events: ['lockout.*'],
  call: async (call, username: string): Promise<Lockout> =>
    dataOf(api.GET('/lockouts/{username}', { params: { path: { username } }, ...call })),
});

export const sessionsOfUser = query({
  key: 'sessionsOfUser',
  events: ['session.*'],
  every: 5,
  call: async (call, username: string) => {
    const path = { username };
    return (await pageOf(api, '/sessions/{username}', { path, query: { limit: MOST }, ...call }))
      .entries;
  },
});

export const groupsOfUser = query({
  key: 'groupsOfUser',
  events: ['group.*'],
  call: async (call, username: string): Promise<readonly string[]> => {
    const path = { username };
    const page = await pageOf(api, '/users/{username}/groups', {
      path,
      query: { limit: MOST },
      ...call,
    });
    return (page.entries as unknown as readonly string[]).toSorted(inOrder);
  },
});

/** Whether there is a group of this name, and those whose names differ from it in case alone; `null`: too many to tell. */
export const groupsLike = query({
  key: 'groupsLike',
  events: ['group.*'],
  call: async (call, name: string) => {
    if (name === '') return null;
    const asked = { text: name, limit: MOST, fields: ['name' as const] };
    const { entries, next } = await pageOf(api, '/groups', { query: asked, ...call });
    const names = entries.map((group) => group.name);
    if (names.includes(name)) return { isThere: true, others: [] };
    if (next !== null) return null;
    const like = (one: string) => one.toLowerCase() === name.toLowerCase();
    return { isThere: false, others: names.filter(like) };
  },
});

export type Contact = components['schemas']['RosterItem'];

export const rosterOfUser = query({
  key: 'rosterOfUser',
  events: ['roster.*', 'group.*'],
  call: async (call, username: string) => {
    const path = { username };
    return (
      await pageOf(api, '/users/{username}/roster', { path, query: { limit: MOST }, ...call })
    ).entries;
  },
});

export interface RoomOfUser {
  readonly service: string;
  readonly roomName: string;
  readonly naturalName?: string | undefined;
}

/** Of each service: there are few. */
export const roomsOfUser = query({
  key: 'roomsOfUser',
  events: ['room.*', 'group.*'],
  call: async (call, username: string) => {
    const { entries } = await pageOf(api, '/chatservices', { query: { limit: 100 }, ...call });
    const roomsWith = async (filter: { affiliated: string } | { banned: string }) => {
      const pages = await Promise.all(
        entries.map(async ({ serviceName: service }) => {
          const asked = {
            ...{ servicename: service, type: 'all' as const, limit: MOST, ...filter },
            fields: ['roomName' as const, 'naturalName' as const],
          };
          const page = await pageOf(api, '/chatrooms', { query: asked, ...call });
          return page.entries.map(({ roomName, naturalName }): RoomOfUser => ({
            ...{ service, roomName, naturalName },
          }));
        }),
      );
      return pages
        .flat()
        .toSorted((a, b) => inOrder(a.naturalName || a.roomName, b.naturalName || b.roomName));
    };
    const [belongsTo, bannedFrom] = await Promise.all([
      roomsWith({ affiliated: username }),
      roomsWith({ banned: username }),
    ]);
    return { belongsTo, bannedFrom };
  },
});

/** The newest entries that concern the person, under all names that the account had, and those of what it did. */
export const activityOfUser = query({
  key: 'activityOfUser',
  every: 30,
  call: async (call, username: string, isWhole: boolean) => {
    const ask = (about: object) => {
      const asked = { limit: 100, ...(!isWhole && { changes: true }), ...about };
      return pageOf(api, '/logs/security', { query: asked, ...call });
    };
    const found = await Promise.all([ask({ concerns: username }), ask({ username })]);
    const entries = new Map(
      found.flatMap((page) => page.entries.map((one) => [one.logId, one] as const)),
    );
    return folded(
      [...entries.values()].sort((a, b) => b.timestamp - a.timestamp || b.logId - a.logId),
    );
  },
});
