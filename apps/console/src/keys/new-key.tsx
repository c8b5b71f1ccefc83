import type { components } from '@chat-admin/client';
import { dataOf } from '@chat-admin/client';
import { useRef, useState } from 'react';
import { api } from '../shared/api/client';
import { changed, isStatus } from '../shared/api/staleness';
import { fieldTable } from '../shared/fields/field-table';
import { NewForm } from '../shared/form/new-form';
import { useOpen } from '../shared/screens/address';
import { useSay } from '../shared/texts/texts';
import { Page } from '../shared/ui/page';
import { SecretOnce } from '../shared/ui/secret-once';
import { keyFields } from './keys.fields';
import type { Key } from './keys.fields';

type NewKey = Pick<Key, 'name' | 'scopes' | 'allowedAddresses' | 'rateLimit' | 'expires'>;
type IssuedKey = components['schemas']['IssuedKey'];

const { name, scopes, allowedAddresses, rateLimit, expires } = keyFields.specs;
const newKeyFields = fieldTable('keys').of<NewKey>({
  name,
  scopes,
  allowedAddresses,
  rateLimit,
  expires,
});

const EMPTY: Partial<NewKey> = { name: '', scopes: [], allowedAddresses: [], rateLimit: 0 };

/** Makes a key, and shows its secret once. */
export default function NewKeyPage() {
  const say = useSay();
  const open = useOpen();
  const made = useRef<IssuedKey | null>(null);
  const [token, setToken] = useState<string | null>(null);
  return (
    <Page title={say('screens.newKey')}>
      <NewForm<NewKey>
        table={newKeyFields}
        groups={[{ name: 'key' }, { name: 'limits', title: say('keys.groups.limits') }]}
        initial={EMPTY}
        create={async ({ expires: end, rateLimit: rate, ...key }) => {
          const body = { ...key, rateLimit: rate ?? 0, ...(end && { expires: end }) };
          made.current = await dataOf(api.POST('/keys', { body }));
          void changed('keys');
        }}
        errorField={(error) => (isStatus(error, 409) ? 'name' : null)}
        onCreated={() => setToken(made.current!.token)}
        actText={say('keys.new.create')}
      />
      <SecretOnce
        title={say('keys.token')}
        text={say('keys.tokenText')}
        secret={token}
        onClose={() => open({ to: 'key', params: { id: made.current!.id } }, true)}
      />
    </Page>
  );
}
