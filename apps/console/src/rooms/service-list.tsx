import { Pencil, Plus, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ListScreen } from '../shared/list/list-screen';
import { beginsWith } from '../shared/list/use-list';
import { lazy } from '../shared/load/lazy';
import { useMay } from '../shared/session/session';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Link } from '../shared/ui/link';
import { Empty } from '../shared/ui/states';
import { serviceList } from './services.queries';

const EditService = lazy(async () => ({
  default: (await import('./service-dialogs')).EditService,
}));
const NewService = lazy(async () => ({ default: (await import('./service-dialogs')).NewService }));
const DeleteService = lazy(async () => ({
  default: (await import('./delete-service')).DeleteService,
}));

interface Opened {
  readonly act: 'edit' | 'delete';
  readonly name: string;
  readonly clear: () => void;
}

export const begin = beginsWith(serviceList);

/** The chat services: domains that hold rooms. */
export default function ServiceList() {
  const say = useSay();
  const may = useMay();
  const [isNew, setNew] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const canWrite = may('rooms:write');
  const create = canWrite && (
    <Button kind="primary" icon={Plus} onClick={() => setNew(true)}>
      {say('services.new')}
    </Button>
  );
  const choose = (one: Opened['act']) => (names: readonly string[], clear: () => void) =>
    setOpened({ act: one, name: names[0]!, clear });
  const close = () => {
    opened?.clear();
    setOpened(null);
  };
  return (
    <>
      <ListScreen
        list={serviceList}
        title={say('screens.services')}
        actions={create}
        cells={{
          serviceName: ({ serviceName }) => (
            <Link to="rooms" search={{ service: serviceName }}>
              {plain(serviceName)}
            </Link>
          ),
        }}
        bulk={
          canWrite
            ? [
                { label: say('services.edit'), icon: Pencil, onRun: choose('edit') },
                {
                  label: say('services.delete'),
                  icon: Trash2,
                  isDangerous: true,
                  isDelete: true,
                  onRun: choose('delete'),
                },
              ]
            : []
        }
        empty={
          <Empty title={say('services.empty')} action={create}>
            {say('services.emptyText')}
          </Empty>
        }
      />
      <Suspense>
        {isNew && <NewService onClose={() => setNew(false)} />}
        {opened?.act === 'edit' && (
          <EditService key={opened.name} name={opened.name} onClose={close} />
        )}
        {opened?.act === 'delete' && (
          <DeleteService key={opened.name} name={opened.name} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
