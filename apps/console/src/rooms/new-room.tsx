import { useRef } from 'react';
import { api } from '../shared/api/client';
import { changed, isStatus } from '../shared/api/staleness';
import { fieldTable } from '../shared/fields/field-table';
import { NewForm } from '../shared/form/new-form';
import { inAddress, useAddress, useOpen } from '../shared/screens/address';
import { useSay } from '../shared/texts/texts';
import { Page } from '../shared/ui/page';
import { toast } from '../shared/ui/toast';
import { roomFields } from './rooms.fields';
import type { Room } from './rooms.fields';
import { MAIN_SERVICE } from './rooms.queries';
import { ServiceSelect } from './service-select';

type NewRoom = Pick<
  Room,
  | 'roomName'
  | 'naturalName'
  | 'description'
  | 'publicRoom'
  | 'membersOnly'
  | 'moderated'
  | 'logEnabled'
  | 'persistent'
  | 'owners'
>;

const { description, publicRoom, membersOnly, moderated, logEnabled, persistent } =
  roomFields.specs;
const newRoomFields = fieldTable('rooms').of<NewRoom>({
  roomName: { kind: 'text', group: 'about', isRequired: true, max: 255 },
  naturalName: { kind: 'text', group: 'about', isRequired: true, max: 255 },
  description,
  logEnabled,
  publicRoom,
  membersOnly,
  moderated,
  owners: { kind: 'list', group: 'people' },
  persistent,
});

const EMPTY: Partial<NewRoom> = {
  roomName: '',
  naturalName: '',
  description: '',
  publicRoom: true,
  membersOnly: false,
  moderated: false,
  logEnabled: true,
  persistent: true,
  owners: [],
};

/** Makes a room. */
export default function NewRoomPage() {
  const say = useSay();
  const open = useOpen();
  const [address, setAddress] = useAddress({ service: inAddress.text });
  const service = address.service ?? MAIN_SERVICE;
  const made = useRef('');
  return (
    <Page
      title={say('screens.newRoom')}
      actions={
        <ServiceSelect value={service} onChange={(name) => setAddress({ service: name }, true)} />
      }
    >
      <NewForm<NewRoom>
        table={newRoomFields}
        groups={[
          { name: 'about' },
          { name: 'enter', title: say('rooms.groups.enter') },
          { name: 'speak', title: say('rooms.groups.speak') },
          { name: 'people', title: say('rooms.tabs.people') },
          { name: 'lifetime', title: say('rooms.groups.lifetime') },
        ]}
        initial={EMPTY}
        create={async (room) => {
          await api.POST('/chatrooms', {
            params: { query: { servicename: service } },
            body: room,
          });
          made.current = room.roomName.trim().toLowerCase();
          toast(say('rooms.new.done', { name: room.naturalName ?? '' }));
          void changed('rooms');
        }}
        errorField={(error) => (isStatus(error, 409) ? 'roomName' : null)}
        onCreated={() => open({ to: 'room', params: { service, name: made.current } })}
        actText={say('rooms.new.create')}
      />
    </Page>
  );
}
