import { choiceText } from '../shared/fields/field-table';
import { sayIfKnown, useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { deliveryFields, webhookFields } from './webhooks.fields';
import type { Delivery, Webhook } from './webhooks.fields';

/** An active webhook whose last attempt failed is failing, whatever its status says. */
export function WebhookState({
  of: { status, lastSuccess, lastFailure },
}: {
  readonly of: Webhook;
}) {
  const say = useSay();
  const isFailing =
    lastFailure !== undefined && (lastSuccess === undefined || lastFailure > lastSuccess);
  if (status === 'active' && isFailing)
    return <Badge kind="danger">{say('webhooks.failing')}</Badge>;
  return (
    <Badge kind={status === 'active' ? 'ok' : 'warn'}>
      {choiceText(webhookFields, 'status', status)}
    </Badge>
  );
}

export function DeliveryState({ of: { status } }: { readonly of: Delivery }) {
  const kind = { delivered: 'ok', pending: 'accent', failed: 'danger' } as const;
  return <Badge kind={kind[status]}>{choiceText(deliveryFields, 'status', status)}</Badge>;
}

/** The status of the answer, or why there was none. */
export function answerText({ responseStatus, error }: Delivery): string {
  if (responseStatus !== undefined) return String(responseStatus);
  if (error === undefined) return '';
  return sayIfKnown(`webhooks.choices.error.${error.replaceAll(' ', '_')}`) ?? error;
}
