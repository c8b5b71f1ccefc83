import { Webhook } from 'lucide-react';
import { ListScreen } from '../shared/list/list-screen';
import { beginsWith } from '../shared/list/use-list';
import { useOpen } from '../shared/screens/address';
import { useMay } from '../shared/session/session';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Empty } from '../shared/ui/states';
import { WebhookState } from './webhook-state';
import { webhookList } from './webhooks.queries';

export const begin = beginsWith(webhookList);

/** Programs that are told of events. */
export default function WebhookList() {
  const say = useSay();
  const may = useMay();
  const open = useOpen();
  const create = may('webhooks:write') && may('events:read') && (
    <Button kind="primary" icon={Webhook} onClick={() => open({ to: 'newWebhook' })}>
      {say('screens.newWebhook')}
    </Button>
  );
  return (
    <ListScreen
      list={webhookList}
      title={say('screens.webhooks')}
      cells={{ status: (webhook) => <WebhookState of={webhook} /> }}
      actions={create}
      empty={
        <Empty title={say('webhooks.empty')} action={create}>
          {say('webhooks.emptyText')}
        </Empty>
      }
    />
  );
}
