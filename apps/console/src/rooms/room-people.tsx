import { UserCheck, UserCog, UserPlus, Users } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ListScreen } from '../shared/list/list-screen';
import { lazy } from '../shared/load/lazy';
import { Person as Somebody } from '../shared/people/person';
import { useMay } from '../shared/session/session';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { Button } from '../shared/ui/button';
import { Link } from '../shared/ui/link';
import { Empty } from '../shared/ui/states';
import { groupIn, peopleListOf } from './people.queries';
import type { Person } from './people.queries';
import styles from './rooms.module.css';

const AddPeopleToRooms = lazy(async () => ({
  default: (await import('./bulk-dialogs')).AddPeopleToRooms,
}));
const AddPeople = lazy(async () => ({ default: (await import('./add-people')).AddPeople }));
const ChangePeople = lazy(async () => ({
  default: (await import('./change-people')).ChangePeople,
}));

/** Owners, admins, members and outcasts: people and groups. */
export function RoomPeople({ service, name }: { readonly service: string; readonly name: string }) {
  const say = useSay();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<{
    people: readonly Person[];
    isUnban: boolean;
    clear: () => void;
  } | null>(null);
  const canWrite = may('rooms:write');
  const add = canWrite && (
    <Button icon={UserPlus} kind="primary" onClick={() => setAdding(true)}>
      {say('rooms.people.add')}
    </Button>
  );
  return (
    <>
      {add && <div className={styles['tools']}>{add}</div>}
      <ListScreen
        isPart
        list={peopleListOf(service)}
        path={{ roomName: name }}
        title={say('rooms.tabs.people')}
        searchText={say('rooms.people.search')}
        cells={{ jid: ({ jid }) => <PersonName jid={jid} /> }}
        bulk={
          canWrite
            ? [
                {
                  label: say('rooms.people.change'),
                  icon: UserCog,
                  isDelete: true,
                  onRun: (_, clear, people) => setChosen({ people, clear, isUnban: false }),
                },
                {
                  label: say('rooms.people.unban'),
                  icon: UserCheck,
                  suits: ({ affiliation }) => affiliation === 'outcast',
                  onRun: (_, clear, people) => setChosen({ people, clear, isUnban: true }),
                },
              ]
            : []
        }
        empty={<Empty title={say('rooms.people.empty')}>{say('rooms.people.emptyText')}</Empty>}
      />
      <Suspense>
        {isAdding &&
          (may('jobs:write') ? (
            <AddPeopleToRooms service={service} names={[name]} onClose={() => setAdding(false)} />
          ) : (
            <AddPeople service={service} name={name} onClose={() => setAdding(false)} />
          ))}
        {chosen && (
          <ChangePeople
            service={service}
            name={name}
            people={chosen.people}
            isUnban={chosen.isUnban}
            onClose={(isDone) => {
              if (isDone) chosen.clear();
              setChosen(null);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function PersonName({ jid }: { readonly jid: string }) {
  const say = useSay();
  const group = groupIn(jid);
  if (group === null) return <Somebody jid={jid} />;
  return (
    <span className={styles['group']}>
      <Users size={14} aria-hidden />
      <Link to="group" params={{ name: group }}>
        {plain(group)}
      </Link>
      <Badge>{say('rooms.people.group')}</Badge>
    </span>
  );
}
