import { Suspense } from 'react';
import { useAnswer } from '../shared/api/query';
import { ListScreen } from '../shared/list/list-screen';
import { lazy } from '../shared/load/lazy';
import { inAddress, useAddress, useParams } from '../shared/screens/address';
import { useMay } from '../shared/session/session';
import { formatList } from '../shared/texts/formats';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Facts } from '../shared/ui/facts';
import { Page } from '../shared/ui/page';
import { Empty, ErrorState, Skeleton } from '../shared/ui/states';
import { Tabs } from '../shared/ui/tabs';
import { Time } from '../shared/ui/time';
import { answerText, DeliveryState, WebhookState } from './webhook-state';
import type { Webhook } from './webhooks.fields';
import { deliveryList, webhookQuery } from './webhooks.queries';

const WebhookActions = lazy(() => import('./webhook-actions'));
const EditWebhook = lazy(() => import('./edit-webhook'));
const SEARCH = { tab: inAddress.oneOf('deliveries', 'edit') };

/** One webhook, and what was sent to it. */
export default function WebhookPage() {
  const say = useSay();
  const may = useMay();
  const { id } = useParams('webhook');
  const [{ tab }, setAddress] = useAddress(SEARCH);
  const { data: webhook, error, refetch } = useAnswer(webhookQuery, id);
  if (!webhook) {
    return (
      <Page title={say('screens.webhook')}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton />}
      </Page>
    );
  }
  const mayEdit = may('webhooks:write') && may('events:read');
  const deliveries = () => (
    <ListScreen
      key={id}
      list={deliveryList}
      path={{ id }}
      title={say('webhooks.deliveries')}
      cells={{
        status: (delivery) => <DeliveryState of={delivery} />,
        responseStatus: answerText,
      }}
      empty={<Empty title={say('webhooks.noDeliveries')}>{say('webhooks.noDeliveriesText')}</Empty>}
      isPart
    />
  );
  return (
    <Page
      title={plain(webhook.value.url)}
      subtitle={<WebhookState of={webhook.value} />}
      actions={
        mayEdit && (
          <Suspense>
            <WebhookActions of={webhook.value} />
          </Suspense>
        )
      }
    >
      <WebhookFacts of={webhook.value} />
      <Tabs
        value={tab ?? 'deliveries'}
        onChange={(chosen) => setAddress({ tab: chosen })}
        tabs={[
          { value: 'deliveries', label: say('webhooks.deliveries'), content: deliveries },
          ...(mayEdit
            ? [
                {
                  value: 'edit' as const,
                  label: say('webhooks.edit'),
                  content: () => (
                    <Suspense fallback={<Skeleton />}>
                      <EditWebhook document={webhook} />
                    </Suspense>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Page>
  );
}

function WebhookFacts({ of: webhook }: { readonly of: Webhook }) {
  const say = useSay();
  const { reason, description, types, lastSuccess, lastFailure, previousSecretUntil } = webhook;
  return (
    <Facts
      facts={[
        [say('webhooks.fields.description'), description && plain(description)],
        [say('webhooks.fields.types'), formatList(types)],
        [say('webhooks.reason'), reason && plain(reason)],
        [say('webhooks.fields.lastSuccess'), lastSuccess && <Time of={lastSuccess} />],
        [say('webhooks.fields.lastFailure'), lastFailure && <Time of={lastFailure} />],
        [
          say('webhooks.previousSecretUntil'),
          previousSecretUntil && <Time of={previousSecretUntil} isAbsolute />,
        ],
      ]}
    />
  );
}
