import {
  FileUp,
  KeyRound,
  Lock,
  LockOpen,
  Megaphone,
  Trash2,
  Unplug,
  UserPlus,
  UsersRound,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ListScreen } from '../shared/list/list-screen';
import { beginsWith } from '../shared/list/use-list';
import { useMedia } from '../shared/list/use-media';
import { lazy } from '../shared/load/lazy';
import { inAddress, useAddress, useOpen } from '../shared/screens/address';
import type { Scope } from '../shared/session/scopes';
import { useMay } from '../shared/session/session';
import { useSay } from '../shared/texts/texts';
import type { TextKey } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Empty } from '../shared/ui/states';
import { LockReason } from './lock-reason';
import { UserRights, UserState } from './user-state';
import styles from './users.module.css';
import { userList } from './users.queries';

const BulkDialog = lazy(() => import('./bulk-dialogs'));
const ResetPasswords = lazy(async () => ({
  default: (await import('../shared/jobs/reset-passwords')).ResetPasswords,
}));

/** What is done with several users. */
const BULK = {
  group: { scope: 'groups:write', label: 'users.bulk.group', icon: UsersRound },
  message: { scope: 'messages:write', label: 'users.message', icon: Megaphone },
  lock: { scope: 'lockouts:write', label: 'users.lock.lock', icon: Lock },
  unlock: { scope: 'lockouts:write', label: 'users.lock.unlock', icon: LockOpen },
  end: { scope: 'sessions:write', label: 'users.sessions.endAll', icon: Unplug },
  passwords: { scope: 'users:write', label: 'passwords.reset.act', icon: KeyRound },
  delete: { scope: 'users:write', label: 'users.delete.delete', icon: Trash2 },
} as const satisfies Record<string, { scope: Scope; label: TextKey; icon: LucideIcon }>;
type Act = keyof typeof BULK;
export type Bulk = Exclude<Act, 'passwords'>;

type Chosen = { readonly clear: () => void } & (
  | { readonly bulk: Bulk; readonly names: readonly string[] }
  /** without names, a list is pasted */
  | { readonly bulk: 'passwords'; readonly names?: readonly string[] }
);

/** The list of those tells why. */
const WHETHER_LOCKED = { locked: inAddress.flag };

export const begin = beginsWith(userList);

/** The accounts of the service. */
export default function UserList() {
  const say = useSay();
  const may = useMay();
  const open = useOpen();
  // on a phone rows are chosen
  const isWide = useMedia('(min-width: 641px)');
  const [{ locked }] = useAddress(WHETHER_LOCKED);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const create = may('users:write') && (
    <Button kind="primary" icon={UserPlus} onClick={() => open({ to: 'newUser' })}>
      {say('screens.newUser')}
    </Button>
  );
  const close = (isDone: boolean) => {
    if (isDone) chosen?.clear();
    setChosen(null);
  };
  const allowed = (Object.keys(BULK) as Act[]).filter(
    (bulk) => may('jobs:write') && may(BULK[bulk].scope),
  );
  return (
    <>
      <ListScreen
        list={userList}
        title={say('screens.users')}
        searchText={say('users.search')}
        cells={{
          locked: (user) => (
            <span className={styles['state']}>
              <UserState user={user} isInList />
              <UserRights user={user} />
              {locked && <LockReason username={user.username} isInList />}
            </span>
          ),
        }}
        actions={
          <>
            {may('users:write') && may('jobs:write') && (
              <>
                {isWide && (
                  <Button
                    icon={KeyRound}
                    onClick={() => setChosen({ bulk: 'passwords', clear: () => undefined })}
                  >
                    {say('passwords.reset.act')}
                  </Button>
                )}
                <Button icon={FileUp} onClick={() => open({ to: 'importUsers' })}>
                  {say('screens.importUsers')}
                </Button>
              </>
            )}
            {create}
          </>
        }
        bulk={allowed.map((bulk) => ({
          label: say(BULK[bulk].label),
          icon: BULK[bulk].icon,
          isDangerous: bulk === 'delete',
          isDelete: bulk === 'delete',
          onRun: (names, clear) => setChosen({ bulk, names, clear }),
        }))}
        empty={
          <Empty title={say('users.empty')} action={create}>
            {say('users.emptyText')}
          </Empty>
        }
      />
      <Suspense>
        {chosen?.bulk === 'passwords' && (
          <ResetPasswords {...(chosen.names && { names: chosen.names })} onClose={close} />
        )}
        {chosen && chosen.bulk !== 'passwords' && (
          <BulkDialog bulk={chosen.bulk} names={chosen.names} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
