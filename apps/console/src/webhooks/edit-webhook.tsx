import { api } from '../shared/api/client';
import { ifMatch, optionsOf } from '../shared/api/query';
import type { Tagged } from '../shared/api/query';
import { changed, queryClient } from '../shared/api/staleness';
import { EditForm } from '../shared/form/edit-form';
import { webhookFields } from './webhooks.fields';
import type { Webhook } from './webhooks.fields';
import { webhookQuery } from './webhooks.queries';

/** Address, types and description. */
export default function EditWebhook({ document }: { readonly document: Tagged<Webhook> }) {
  const { id } = document.value;
  return (
    <EditForm
      table={webhookFields}
      groups={[{ name: 'webhook' }]}
      document={document}
      save={(patch, tag) =>
        api.PATCH('/webhooks/{id}', {
          params: { path: { id } },
          headers: ifMatch(tag),
          body: patch,
        })
      }
      reload={() => queryClient.fetchQuery({ ...optionsOf(webhookQuery, id), staleTime: 0 })}
      onSaved={() => void changed('webhooks')}
    />
  );
}
