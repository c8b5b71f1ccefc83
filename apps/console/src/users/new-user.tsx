import type { components } from '@chat-admin/client';
import { Suspense, useState } from 'react';
import { api } from '../shared/api/client';
import { changed, isStatus } from '../shared/api/staleness';
import { fieldTable } from '../shared/fields/field-table';
import { NewForm } from '../shared/form/new-form';
import { isGenerated } from '../shared/form/passwords';
import type { HandedOut } from '../shared/jobs/hand-outs';
import { lazy } from '../shared/load/lazy';
import { useOpen } from '../shared/screens/address';
import { useMay } from '../shared/session/session';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Page } from '../shared/ui/page';
import { toastFailure } from '../shared/ui/refused';
import { toast } from '../shared/ui/toast';
import { groupsIn, NO_GROUPS } from './chosen-groups';
import { userFields } from './users.fields';

const GroupsInput = lazy(async () => ({ default: (await import('./groups-input')).GroupsInput }));
const PasswordOnce = lazy(async () => ({
  default: (await import('./password-once')).PasswordOnce,
}));

type NewUser = Required<Pick<components['schemas']['UserBody'], 'username' | 'password'>> &
  Pick<components['schemas']['User'], 'name' | 'email' | 'properties'>;

const { username, name, email, properties } = userFields.specs;
const newUserFields = fieldTable('users').of<NewUser>({
  username,
  password: { kind: 'password', group: 'account', isRequired: true, max: 255 },
  name,
  email,
  properties,
});

const EMPTY: Partial<NewUser> = { username: '', password: '', name: '', email: '', properties: [] };

interface Shown {
  readonly of: HandedOut;
  /** whether the page of the account follows */
  readonly leads: boolean;
}

/** Makes an account. A generated password is shown before the page goes on. */
export default function NewUserPage() {
  const say = useSay();
  const may = useMay();
  const open = useOpen();
  const [groups, setGroups] = useState(NO_GROUPS);
  const [shown, setShown] = useState<Shown | null>(null);
  const lead = (made: string) => open({ to: 'user', params: { name: made } });
  const create = async (user: NewUser) => {
    await api.POST('/users', { body: user });
    toast(say('users.new.done', { name: user.username }));
    void changed('users');
    if (isGenerated(user.password)) setShown({ of: user, leads: false });
    const groupname = [...groupsIn(groups)];
    setGroups(NO_GROUPS);
    if (groupname.length === 0) return;
    const params = { path: { username: user.username } };
    await api
      .POST('/users/{username}/groups', { params, body: { groupname } })
      .then(() => changed('groups', 'groupsOfUser'), toastFailure);
  };
  return (
    <Page title={say('screens.newUser')}>
      <NewForm<NewUser>
        table={newUserFields}
        groups={[
          { name: 'account' },
          { name: 'profile', title: say('users.groups.profile') },
          ...(may('groups:write')
            ? [
                {
                  name: 'groups',
                  title: say('users.tabs.groups'),
                  besides: (
                    <Suspense>
                      <GroupsInput value={groups} onChange={setGroups} />
                    </Suspense>
                  ),
                },
              ]
            : []),
          { name: 'properties' },
        ]}
        initial={EMPTY}
        create={create}
        errorField={(error) => (isStatus(error, 409) ? 'username' : null)}
        onCreated={(user) =>
          isGenerated(user.password) ? setShown({ of: user, leads: true }) : lead(user.username)
        }
        actText={say('users.new.create')}
        another={say('users.new.another')}
      />
      <Suspense>
        {shown && (
          <PasswordOnce
            of={shown.of}
            title={say('users.new.done', { name: plain(shown.of.username) })}
            onClose={() => {
              setShown(null);
              if (shown.leads) lead(shown.of.username);
            }}
          />
        )}
      </Suspense>
    </Page>
  );
}
