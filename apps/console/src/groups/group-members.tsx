import { KeyRound, UserMinus, UserPlus, UserRoundCog } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ListScreen } from '../shared/list/list-screen';
import type { BulkAction } from '../shared/list/list-screen';
import { lazy } from '../shared/load/lazy';
import { Person } from '../shared/people/person';
import { useMay } from '../shared/session/session';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Empty } from '../shared/ui/states';
import styles from './groups.module.css';
import { memberList } from './groups.queries';

const AddMembers = lazy(async () => ({ default: (await import('./member-dialogs')).AddMembers }));
const ChangeMembers = lazy(async () => ({
  default: (await import('./member-dialogs')).ChangeMembers,
}));
const ResetPasswords = lazy(async () => ({
  default: (await import('../shared/jobs/reset-passwords')).ResetPasswords,
}));

interface Chosen {
  readonly act: 'remove' | 'member' | 'admin' | 'passwords';
  readonly jids: readonly string[];
  readonly clear: () => void;
}

/** The people of a group, in pages. */
export function GroupMembers({
  name,
  isManaged,
}: {
  readonly name: string;
  /** its people come from elsewhere */
  readonly isManaged: boolean;
}) {
  const say = useSay();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const canWrite = may('groups:write') && may('jobs:write') && !isManaged;
  const add = canWrite && (
    <Button kind="primary" icon={UserPlus} onClick={() => setAdding(true)}>
      {say('groups.add.title')}
    </Button>
  );
  const mayReset = may('users:write') && may('jobs:write');
  const choose = (act: Chosen['act'], icon: BulkAction['icon']): BulkAction => ({
    label: say(act === 'passwords' ? 'passwords.reset.act' : `groups.change.${act}`),
    icon,
    isDelete: act === 'remove',
    onRun: (jids, clear) => setChosen({ act, jids, clear }),
  });
  const close = (isDone: boolean) => {
    if (isDone) chosen?.clear();
    setChosen(null);
  };
  return (
    <>
      {add && <div className={styles['tools']}>{add}</div>}
      <ListScreen
        isPart
        list={memberList}
        path={{ groupName: name }}
        title={say('groups.tabs.members')}
        searchText={say('groups.member.search')}
        cells={{ jid: ({ jid }) => <Person jid={jid} /> }}
        bulk={[
          ...(canWrite ? [choose('admin', UserRoundCog), choose('member', UserRoundCog)] : []),
          ...(mayReset ? [choose('passwords', KeyRound)] : []),
          ...(canWrite ? [choose('remove', UserMinus)] : []),
        ]}
        empty={<Empty title={say('groups.member.empty')}>{say('groups.member.emptyText')}</Empty>}
      />
      <Suspense>
        {isAdding && <AddMembers group={name} onClose={() => setAdding(false)} />}
        {chosen?.act === 'passwords' && <ResetPasswords names={chosen.jids} onClose={close} />}
        {chosen && chosen.act !== 'passwords' && (
          <ChangeMembers group={name} act={chosen.act} jids={chosen.jids} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
