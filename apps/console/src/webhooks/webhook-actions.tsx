import { dataOf } from '@chat-admin/client';
import { useState } from 'react';
import { tryAct } from '../shared/act/act';
import { useRun } from '../shared/act/use-run';
import { RotateDialog } from '../shared/act/rotate-dialog';
import { api } from '../shared/api/client';
import { changed } from '../shared/api/staleness';
import { useOpen } from '../shared/screens/address';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Confirm } from '../shared/ui/confirm';
import { SecretOnce } from '../shared/ui/secret-once';
import { toastFailure } from '../shared/ui/refused';
import { toast } from '../shared/ui/toast';
import { ReplayDialog } from './replay-dialog';
import { answerText } from './webhook-state';
import type { Webhook } from './webhooks.fields';

/** Test, pause, replay, a new secret, delete. */
export default function WebhookActions({ of: webhook }: { readonly of: Webhook }) {
  const say = useSay();
  const open = useOpen();
  const [asked, setAsked] = useState<'rotate' | 'replay' | 'delete' | null>(null);
  const { isBusy: isTesting, run } = useRun();
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setAsked(null);
  const { id, url } = webhook;
  const params = { path: { id } };
  const isActive = webhook.status === 'active';

  const deliver = async () => {
    const delivery = await dataOf(api.POST('/webhooks/{id}/test', { params }));
    const isFine = delivery.status === 'delivered';
    const words = say(isFine ? 'webhooks.testFine' : 'webhooks.testFailed', {
      answer: answerText(delivery),
    });
    toast(words, { isLasting: !isFine, isError: !isFine });
    void changed('webhook', 'webhooks');
  };
  const test = () => run(() => deliver().catch(toastFailure));
  const setStatus = (status: Webhook['status']) =>
    api.PATCH('/webhooks/{id}', { params, body: { status } });
  const pauseOrGoOn = () =>
    tryAct({
      run: () => setStatus(isActive ? 'disabled' : 'active'),
      undo: () => setStatus(webhook.status),
      done: say(isActive ? 'webhooks.paused' : 'webhooks.goesOn'),
      touches: ['webhook', 'webhooks', 'deliveries'],
    });
  const rotate = async (overlap: number) => {
    const path = { path: { id }, query: { overlap } };
    const issued = await dataOf(api.POST('/webhooks/{id}/rotate', { params: path }));
    close();
    setSecret(issued.secret);
    void changed('webhook');
  };
  const remove = async () => {
    await api.DELETE('/webhooks/{id}', { params });
    void changed('webhooks');
    open({ to: 'webhooks' }, true);
  };

  return (
    <>
      <Button isBusy={isTesting} onClick={() => void test()}>
        {say('webhooks.test')}
      </Button>
      <Button onClick={() => void pauseOrGoOn()}>
        {say(isActive ? 'webhooks.pause' : 'webhooks.goOn')}
      </Button>
      <Button disabled={!isActive} onClick={() => setAsked('replay')}>
        {say('webhooks.replay')}
      </Button>
      <Button onClick={() => setAsked('rotate')}>{say('webhooks.rotate')}</Button>
      <Button kind="danger" onClick={() => setAsked('delete')}>
        {say('webhooks.delete')}
      </Button>
      {asked === 'replay' && <ReplayDialog onClose={close} id={id} />}
      {asked === 'rotate' && (
        <RotateDialog
          onClose={close}
          title={say('webhooks.rotate')}
          text={say('webhooks.rotateText')}
          onRotate={rotate}
        />
      )}
      <Confirm
        isOpen={asked === 'delete'}
        onClose={close}
        title={say('webhooks.deleteTitle')}
        act={say('webhooks.delete')}
        onConfirm={remove}
      >
        <p>{plain(url)}</p>
        <p>{say('webhooks.deleteText')}</p>
      </Confirm>
      <SecretOnce
        title={say('webhooks.secret')}
        text={say('webhooks.secretText')}
        secret={secret}
        onClose={() => setSecret(null)}
      />
    </>
  );
}
