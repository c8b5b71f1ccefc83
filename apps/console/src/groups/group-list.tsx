import { Plus, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ListScreen } from '../shared/list/list-screen';
import { beginsWith } from '../shared/list/use-list';
import { lazy } from '../shared/load/lazy';
import { useOpen } from '../shared/screens/address';
import { useMay } from '../shared/session/session';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Empty } from '../shared/ui/states';
import { groupList } from './groups.queries';

const DeleteGroups = lazy(async () => ({
  default: (await import('./delete-groups')).DeleteGroups,
}));

export const begin = beginsWith(groupList);

/** The groups. */
export default function GroupList() {
  const say = useSay();
  const may = useMay();
  const open = useOpen();
  const [chosen, setChosen] = useState<{ names: readonly string[]; clear: () => void } | null>(
    null,
  );
  const create = may('groups:write') && (
    <Button kind="primary" icon={Plus} onClick={() => open({ to: 'newGroup' })}>
      {say('screens.newGroup')}
    </Button>
  );
  const canDelete = may('groups:write') && may('jobs:write');
  return (
    <>
      <ListScreen
        list={groupList}
        title={say('screens.groups')}
        searchText={say('groups.search')}
        actions={create}
        bulk={
          canDelete
            ? [
                {
                  label: say('groups.delete.act'),
                  icon: Trash2,
                  isDangerous: true,
                  isDelete: true,
                  onRun: (names, clear) => setChosen({ names, clear }),
                },
              ]
            : []
        }
        empty={
          <Empty title={say('groups.empty')} action={create}>
            {say('groups.emptyText')}
          </Empty>
        }
      />
      <Suspense>
        {chosen && (
          <DeleteGroups
            names={chosen.names}
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
