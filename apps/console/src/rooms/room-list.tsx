import { MessageSquarePlus, Trash2, UserPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ListScreen } from '../shared/list/list-screen';
import { beginsWith } from '../shared/list/use-list';
import { lazy } from '../shared/load/lazy';
import { useAddress, useOpen, valuesIn } from '../shared/screens/address';
import type { RawAddress } from '../shared/screens/address';
import { useMay } from '../shared/session/session';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Empty } from '../shared/ui/states';
import { MAIN_SERVICE, roomListOf, roomSearch } from './rooms.queries';
import { ServiceSelect } from './service-select';

const AddPeopleToRooms = lazy(async () => ({
  default: (await import('./bulk-dialogs')).AddPeopleToRooms,
}));
const DestroyRooms = lazy(async () => ({ default: (await import('./bulk-dialogs')).DestroyRooms }));

interface Chosen {
  readonly act: 'destroy' | 'people';
  readonly names: readonly string[];
  readonly clear: () => void;
}

export const begin = (address: RawAddress) =>
  beginsWith(roomListOf(valuesIn(roomSearch, address).service ?? MAIN_SERVICE))(address);

/** The rooms of a chat service. */
export default function RoomList() {
  const say = useSay();
  const may = useMay();
  const open = useOpen();
  const [address, setAddress] = useAddress(roomSearch);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const service = address.service ?? MAIN_SERVICE;
  const create = may('rooms:write') && (
    <Button
      kind="primary"
      icon={MessageSquarePlus}
      onClick={() => open({ to: 'newRoom', search: { service: address.service } })}
    >
      {say('screens.newRoom')}
    </Button>
  );
  const choose = (act: Chosen['act']) => (names: readonly string[], clear: () => void) =>
    setChosen({ act, names, clear });
  const onClose = (isDone: boolean) => {
    if (isDone) chosen?.clear();
    setChosen(null);
  };
  const canBulk = may('rooms:write') && may('jobs:write');
  return (
    <>
      <ListScreen
        key={service}
        list={roomListOf(service)}
        title={say('screens.rooms')}
        searchText={say('rooms.search')}
        actions={
          <>
            <ServiceSelect
              value={service}
              onChange={(name) => setAddress({ service: name === MAIN_SERVICE ? null : name })}
            />
            {create}
          </>
        }
        bulk={
          canBulk
            ? [
                { label: say('rooms.people.add'), icon: UserPlus, onRun: choose('people') },
                {
                  label: say('rooms.destroy.act'),
                  icon: Trash2,
                  isDangerous: true,
                  isDelete: true,
                  onRun: choose('destroy'),
                },
              ]
            : []
        }
        empty={
          <Empty title={say('rooms.empty')} action={create}>
            {say('rooms.emptyText')}
          </Empty>
        }
      />
      <Suspense>
        {chosen?.act === 'destroy' && (
          <DestroyRooms service={service} names={chosen.names} onClose={onClose} />
        )}
        {chosen?.act === 'people' && (
          <AddPeopleToRooms service={service} names={chosen.names} onClose={onClose} />
        )}
      </Suspense>
    </>
  );
}
