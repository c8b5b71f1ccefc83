import type { components } from '@chat-admin/client';
import { api } from '../shared/api/client';
import { query } from '../shared/api/query';
import { ofRoom } from './rooms.queries';

/** Somebody in a room, as a row. */
export interface Occupant extends Pick<
  components['schemas']['Occupant'],
  'userAddress' | 'role' | 'affiliation'
> {
  readonly nickname: string;
}

/** Who is in a room just now: presence is no event, so it is asked for. */
export const occupantsQuery = query({
  key: 'occupants',
  every: 4,
  call: async (call, service: string, roomName: string): Promise<readonly Occupant[]> => {
    const params = ofRoom(service, roomName);
    const { data } = await api.GET('/chatrooms/{roomName}/occupants', {
      params: { path: params.path, query: { ...params.query, limit: 1000 } },
      ...call,
    });
    return data!.occupants.map(({ jid, ...occupant }) => ({
      ...occupant,
      nickname: jid.slice(jid.indexOf('/') + 1),
    }));
  },
});
