import { choiceText } from '../shared/fields/field-table';
import { sayIfKnown } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { deliveryFields, webhookFields } from './webhooks.fields';
import type { Delivery, Webhook } from './webhooks.fields';

export function WebhookState({ of: { status } }: { readonly of: Webhook }) {
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
