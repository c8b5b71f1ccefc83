import { api } from '../shared/api/client';
import { ifMatch, optionsOf } from '../shared/api/query';
import type { Tagged } from '../shared/api/query';
import { changed, queryClient } from '../shared/api/staleness';
import { EditForm } from '../shared/form/edit-form';
import { useSay } from '../shared/texts/texts';
import { ROOM_GROUPS, ROOM_PRESETS, roomFields } from './rooms.fields';
import type { Room } from './rooms.fields';
import { ofRoom, roomQuery } from './rooms.queries';

const PRESETS = ['open', 'announcement', 'private', 'class'] as const;

/** What a room is like: each setting with its effect in a sentence. */
export function RoomSettings({
  service,
  name,
  room,
}: {
  readonly service: string;
  readonly name: string;
  readonly room: Tagged<Room>;
}) {
  const say = useSay();
  return (
    <EditForm
      key={`${service} ${name}`}
      table={roomFields}
      groups={ROOM_GROUPS.map((group) => ({ name: group, title: say(`rooms.groups.${group}`) }))}
      presets={PRESETS.map((preset) => ({
        label: say(`rooms.presets.${preset}`),
        values: ROOM_PRESETS[preset],
      }))}
      isUndoable
      scope="rooms:write"
      document={room}
      save={(patch, tag) =>
        api.PATCH('/chatrooms/{roomName}', {
          params: ofRoom(service, name),
          headers: ifMatch(tag),
          body: patch,
        })
      }
      reload={() =>
        queryClient.fetchQuery({ ...optionsOf(roomQuery, service, name), staleTime: 0 })
      }
      onSaved={() => void changed('rooms')}
    />
  );
}
