import { Unplug, UserX } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ListScreen } from '../shared/list/list-screen';
import { beginsWith } from '../shared/list/use-list';
import { lazy } from '../shared/load/lazy';
import { useMay } from '../shared/session/session';
import { sayIfKnown, useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { Empty } from '../shared/ui/states';
import { sessionList } from './sessions.queries';

const EndSessions = lazy(async () => ({ default: (await import('./end-sessions')).EndSessions }));

interface Chosen {
  readonly jids: readonly string[];
  readonly isOfUsers: boolean;
  readonly clear: () => void;
}

const bareOf = (jid: string) => jid.slice(0, `${jid}/`.indexOf('/'));

const kindOf = (presence: string) =>
  presence === 'Offline' ? 'plain' : /Online|Chat/.test(presence) ? 'ok' : 'warn';

export const begin = beginsWith(sessionList);

/** Who is signed in just now, and with which clients. */
export default function SessionList() {
  const say = useSay();
  const may = useMay();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const choose = (isOfUsers: boolean) => (keys: readonly string[], clear: () => void) =>
    setChosen({ jids: isOfUsers ? [...new Set(keys.map(bareOf))] : keys, isOfUsers, clear });
  return (
    <>
      <ListScreen
        list={sessionList}
        title={say('screens.sessions')}
        searchText={say('sessions.search')}
        cells={{
          presenceStatus: ({ presenceStatus }) => (
            <Badge kind={kindOf(presenceStatus)}>
              {sayIfKnown(`sessions.choices.presenceStatus.${presenceStatus}`) ?? presenceStatus}
            </Badge>
          ),
        }}
        bulk={
          may('sessions:write')
            ? [
                {
                  label: say('sessions.end'),
                  icon: Unplug,
                  isDangerous: true,
                  isDelete: true,
                  onRun: choose(false),
                },
                {
                  label: say('sessions.endOfUsers'),
                  icon: UserX,
                  isDangerous: true,
                  onRun: choose(true),
                },
              ]
            : []
        }
        empty={<Empty title={say('sessions.empty')}>{say('sessions.emptyText')}</Empty>}
      />
      <Suspense>
        {chosen && (
          <EndSessions
            jids={chosen.jids}
            isOfUsers={chosen.isOfUsers}
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
