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
import { webhookFields } from './webhooks.fields';
import type { Webhook } from './webhooks.fields';

type NewWebhook = Pick<Webhook, 'url' | 'types' | 'description'>;

const { url, types, description } = webhookFields.specs;
const newWebhookFields = fieldTable('webhooks').of<NewWebhook>({ url, types, description });

const EMPTY: Partial<NewWebhook> = { url: '', types: ['*'], description: '' };

/** Makes a webhook, and shows its secret once. */
export default function NewWebhookPage() {
  const say = useSay();
  const open = useOpen();
  const made = useRef<components['schemas']['IssuedWebhook'] | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Page title={say('screens.newWebhook')}>
      <NewForm<NewWebhook>
        table={newWebhookFields}
        groups={[{ name: 'webhook' }]}
        initial={EMPTY}
        create={async ({ description: about, ...webhook }) => {
          const body = { ...webhook, ...(about && { description: about }) };
          made.current = await dataOf(api.POST('/webhooks', { body }));
          void changed('webhooks');
        }}
        errorField={(error) => (isStatus(error, 400) ? fieldOf(error.message) : null)}
        onCreated={() => setSecret(made.current!.secret)}
        actText={say('webhooks.new.create')}
      />
      <SecretOnce
        title={say('webhooks.secret')}
        text={say('webhooks.secretText')}
        secret={secret}
        onClose={() => open({ to: 'webhook', params: { id: made.current!.id } }, true)}
      />
    </Page>
  );
}

const fieldOf = (message: string) => (/for types:/.test(message) ? 'types' : 'url');
