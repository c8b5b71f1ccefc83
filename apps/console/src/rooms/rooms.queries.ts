import { pageOf } from '@chat-admin/client';
import { api } from '../shared/api/client';
import { query, tagged } from '../shared/api/query';
import { fieldsIn } from '../shared/fields/field-table';
import { list } from '../shared/list/list';
import { inAddress } from '../shared/screens/address';
import { roomFields } from './rooms.fields';

export const MAIN_SERVICE = 'conference';

/** All but the people, who may be many. */
const FIELDS = fieldsIn(roomFields).map(([name]) => name);
const LIST_FIELDS = fieldsIn(roomFields).flatMap(([name, { column }]) => (column ? [name] : []));

export const roomSearch = {
  service: inAddress.text,
  text: inAddress.text,
  sort: inAddress.oneOf(
    ...['roomName', '-roomName', 'naturalName', '-naturalName'],
    ...['creationDate', '-creationDate', 'modificationDate', '-modificationDate'],
  ),
  type: inAddress.oneOf('public'),
  membersOnly: inAddress.flag,
  moderated: inAddress.flag,
  persistent: inAddress.flag,
  passwordProtected: inAddress.flag,
  affiliated: inAddress.text,
};

const makeRoomList = (service: string) =>
  list<'/chatrooms'>({
    key: 'rooms',
    path: '/chatrooms',
    rowKey: ({ roomName }) => roomName,
    rowName: ({ roomName }) => roomName,
    table: roomFields,
    fields: LIST_FIELDS,
    search: roomSearch,
    filters: {
      type: { kind: 'choice', choices: ['public'] },
      membersOnly: { kind: 'flag' },
      moderated: { kind: 'flag' },
      persistent: { kind: 'flag' },
      passwordProtected: { kind: 'flag' },
      affiliated: { kind: 'text' },
    },
    toQuery: (values) => ({ type: 'all', ...values, servicename: service }),
    open: ({ roomName }) => ({ to: 'room', params: { service, name: roomName } }),
    events: ['room.*'],
    every: 5,
  });

const lists = new Map<string, ReturnType<typeof makeRoomList>>();

/** The rooms of a service. */
export function roomListOf(service: string): ReturnType<typeof makeRoomList> {
  const known = lists.get(service) ?? makeRoomList(service);
  lists.set(service, known);
  return known;
}

/** The parameters of what concerns one room. */
export const ofRoom = (service: string, roomName: string) => ({
  path: { roomName },
  query: { servicename: service },
});

/** One room without its people, with the tag that a change needs. */
export const roomQuery = query({
  key: 'room',
  events: ['room.*'],
  every: 15,
  call: (call, servicename: string, roomName: string) =>
    tagged(
      api.GET('/chatrooms/{roomName}', {
        params: { path: { roomName }, query: { servicename, fields: FIELDS } },
        ...call,
      }),
    ),
});

/** The services, of which there are few. */
export const serviceNamesQuery = query({
  key: 'serviceNames',
  events: ['service.*'],
  call: async (call) => {
    const { entries } = await pageOf(api, '/chatservices', call);
    return entries.map(({ serviceName }) => serviceName);
  },
});
