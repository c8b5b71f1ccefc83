import {
  Crown,
  Download,
  Ellipsis,
  KeyRound,
  Lock,
  LockOpen,
  Megaphone,
  Pencil,
  ShieldCheck,
  Trash2,
  Unplug,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import { act, tryAct } from '../shared/act/act';
import { api } from '../shared/api/client';
import type { Tagged } from '../shared/api/query';
import { changed } from '../shared/api/staleness';
import { lazy } from '../shared/load/lazy';
import { calledBy } from '../shared/people/called-by';
import { inAddress, useAddress, useOpen } from '../shared/screens/address';
import { isSelf, useMay } from '../shared/session/session';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Confirm } from '../shared/ui/confirm';
import { useManager } from '../shared/ui/managed-by';
import { Menu } from '../shared/ui/menu';
import { toast } from '../shared/ui/toast';
import { LockDialog } from './lock-dialog';
import { PasswordDialog } from './password-dialog';
import { RenameDialog } from './rename-dialog';
import type { User } from './users.fields';
import { TOUCHED, unlock } from './user-acts';

const DeleteDialog = lazy(() => import('./delete-dialog'));
const ExportDialog = lazy(() => import('./export-dialog'));
const RoleDialog = lazy(async () => ({ default: (await import('./role-dialog')).RoleDialog }));

type Opened =
  'administrator' | 'lock' | 'password' | 'rename' | 'role' | 'sessions' | 'export' | 'delete';

/** A dialog to begin with, for those who come to do it. */
const ADDRESS = { act: inAddress.oneOf('lock') };

/** What is done with an account. Each dialog stays with the person it was opened for. */
export function UserActions({ user }: { readonly user: Tagged<User> }) {
  const say = useSay();
  const may = useMay();
  const open = useOpen();
  const [address, setAddress] = useAddress(ADDRESS);
  const { username, locked } = user.value;
  const name = calledBy(username, user.value.name);
  const isAsked = address.act === 'lock' && may('lockouts:write') && !locked && !isSelf(username);
  const [opened, setOpened] = useState<Opened | null>(isAsked ? 'lock' : null);
  const close = () => {
    setOpened(null);
    if (address.act !== null) setAddress({ act: null }, true);
  };
  const self = isSelf(username) ? say('users.isSelf') : null;
  const manager = useManager(user.value.managedBy);
  const right = user.value.administrator ? 'revoke' : 'grant';
  const change = (which: 'grant' | 'revoke') => {
    const params = { path: { username } };
    const place = '/users/{username}/administrator' as const;
    return which === 'grant' ? api.PUT(place, { params }) : api.DELETE(place, { params });
  };
  return (
    <>
      {may('lockouts:write') &&
        (locked ? (
          <Button icon={LockOpen} onClick={() => void tryAct(unlock(username, say, name))}>
            {say('users.lock.unlock')}
          </Button>
        ) : (
          <Button
            icon={Lock}
            disabled={self !== null}
            title={self ?? undefined}
            onClick={() => setOpened('lock')}
          >
            {say('users.lock.lock')}
          </Button>
        ))}
      {may('users:write') && (
        <Button icon={KeyRound} onClick={() => setOpened('password')}>
          {say('users.password.reset')}
        </Button>
      )}
      <Menu
        trigger={<Button icon={Ellipsis}>{say('users.more')}</Button>}
        entries={[
          may('users:write') && {
            label: say('users.rename.rename'),
            icon: Pencil,
            refusal: manager ?? self,
            onSelect: () => setOpened('rename'),
          },
          may('*') && {
            label: say('users.role.change'),
            icon: ShieldCheck,
            refusal: user.value.administrator ? say('users.role.administers') : null,
            onSelect: () => setOpened('role'),
          },
          may('*') && {
            label: say(`users.administrator.${right}`),
            icon: Crown,
            refusal: right === 'revoke' ? self : null,
            onSelect: () => setOpened('administrator'),
          },
          may('messages:write') && {
            label: say('users.message'),
            icon: Megaphone,
            onSelect: () => open({ to: 'messages', search: { to: 'user', name: username } }),
          },
          may('sessions:write') && {
            label: say('users.sessions.endAll'),
            icon: Unplug,
            onSelect: () => setOpened('sessions'),
          },
          may('*') && {
            label: say('users.exportData'),
            icon: Download,
            onSelect: () => setOpened('export'),
          },
          may('users:write') && {
            label: say('users.delete.delete'),
            icon: Trash2,
            isDangerous: true,
            refusal: manager ?? self,
            onSelect: () => setOpened('delete'),
          },
        ]}
      />
      {opened === 'lock' && <LockDialog username={username} name={name} onClose={close} />}
      {opened === 'password' && (
        <PasswordDialog username={username} fullName={user.value.name} onClose={close} />
      )}
      {opened === 'rename' && <RenameDialog user={user} onClose={close} />}
      {opened === 'administrator' && (
        <Confirm
          key={right}
          isOpen
          onClose={close}
          title={say(`users.administrator.${right}Title`, { name })}
          act={say(`users.administrator.${right}`)}
          onConfirm={() =>
            act({
              run: () => change(right),
              undo: () => change(right === 'grant' ? 'revoke' : 'grant'),
              done: say(`users.administrator.${right}Done`, { name }),
              touches: TOUCHED,
            })
          }
        >
          <p>{say(`users.administrator.${right}Text`)}</p>
        </Confirm>
      )}
      {opened === 'sessions' && (
        <Confirm
          isOpen
          onClose={close}
          title={say('users.sessions.endAllTitle', { name })}
          act={say('users.sessions.endAll')}
          onConfirm={async () => {
            await api.DELETE('/sessions/{username}', { params: { path: { username } } });
            toast(say('users.sessions.ended'));
            await changed('sessionsOfUser', ...TOUCHED);
          }}
        >
          <p>{say('users.sessions.endText')}</p>
        </Confirm>
      )}
      {opened === 'role' && (
        <Suspense>
          <RoleDialog user={user.value} onClose={close} />
        </Suspense>
      )}
      {opened === 'export' && (
        <Suspense>
          <ExportDialog username={username} name={name} onClose={close} />
        </Suspense>
      )}
      {opened === 'delete' && (
        <Suspense>
          <DeleteDialog username={username} name={name} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
