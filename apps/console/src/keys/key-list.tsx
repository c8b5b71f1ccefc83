import { KeyRound } from 'lucide-react';
import { ListScreen } from '../shared/list/list-screen';
import { beginsWith } from '../shared/list/use-list';
import { useOpen } from '../shared/screens/address';
import { useMay } from '../shared/session/session';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Empty } from '../shared/ui/states';
import { tokenStart } from './keys.fields';
import { keyList } from './keys.queries';

export const begin = beginsWith(keyList);

/** Keys of programs that use the API. */
export default function KeyList() {
  const say = useSay();
  const may = useMay();
  const open = useOpen();
  const create = may('keys:write') && (
    <Button kind="primary" icon={KeyRound} onClick={() => open({ to: 'newKey' })}>
      {say('screens.newKey')}
    </Button>
  );
  return (
    <ListScreen
      list={keyList}
      title={say('screens.keys')}
      cells={{ id: ({ id }) => <code>{tokenStart(id)}</code> }}
      actions={create}
      empty={
        <Empty title={say('keys.empty')} action={create}>
          {say('keys.emptyText')}
        </Empty>
      }
    />
  );
}
