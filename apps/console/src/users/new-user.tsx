import type { components } from '@chat-admin/client';
import { useRef } from 'react';
import { api } from '../shared/api/client';
import { changed, isStatus } from '../shared/api/staleness';
import { fieldTable } from '../shared/fields/field-table';
import { NewForm } from '../shared/form/new-form';
import { useOpen } from '../shared/screens/address';
import { useSay } from '../shared/texts/texts';
import { Page } from '../shared/ui/page';
import { toast } from '../shared/ui/toast';
import { userFields } from './users.fields';

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

/** Makes an account. */
export default function NewUserPage() {
  const say = useSay();
  const open = useOpen();
  const made = useRef('');
  return (
    <Page title={say('screens.newUser')}>
      <NewForm<NewUser>
        table={newUserFields}
        groups={[
          { name: 'account' },
          { name: 'profile', title: say('users.groups.profile') },
          { name: 'properties' },
        ]}
        initial={EMPTY}
        create={async (user) => {
          await api.POST('/users', { body: user });
          made.current = user.username;
          toast(say('users.new.done', { name: user.username }));
          void changed('users');
        }}
        errorField={(error) => (isStatus(error, 409) ? 'username' : null)}
        onCreated={() => open({ to: 'user', params: { name: made.current } })}
        actText={say('users.new.create')}
        another={say('users.new.another')}
      />
    </Page>
  );
}
