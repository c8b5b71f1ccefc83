import { Send } from 'lucide-react';
import { useState } from 'react';
import { useRun } from '../shared/act/use-run';
import { Fault } from '../shared/ui/refused';
import { inAddress, useAddress } from '../shared/screens/address';
import { useMay } from '../shared/session/session';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Field } from '../shared/ui/field';
import { Input, TextArea } from '../shared/ui/input';
import { NativeSelect } from '../shared/ui/native-select';
import { Page } from '../shared/ui/page';
import styles from './messages.module.css';
import { countOf, KINDS, SCOPES, TYPES } from './messages.queries';
import type { Kind, MessageType, Receiver } from './messages.queries';
import { ReceiverFields } from './receiver-fields';
import { SendDialog } from './send-dialog';

const search = { to: inAddress.oneOf(...KINDS), name: inAddress.text, service: inAddress.text };

/** Says something to people, in the name of the service or of a room. */
export default function MessagesPage() {
  const say = useSay();
  const may = useMay();
  const [address, setAddress] = useAddress(search);
  const [type, setType] = useState<MessageType>('normal');
  const [subject, setSubject] = useState('');
  const [body, setBody] = useState('');
  const [counted, setCounted] = useState<{ to: Receiver; count: number | null } | null>(null);
  const { isBusy, fault, run } = useRun();
  const kind: Kind = address.to ?? 'everyone';
  const receiver = {
    ...{ kind, name: (address.name ?? '').trim() },
    service: address.service ?? 'conference',
  };
  const isPersonal = kind === 'user' || kind === 'group';
  const isReady = body.trim() !== '' && (kind === 'everyone' || receiver.name !== '');
  const check = () =>
    run(async () =>
      setCounted({ to: receiver, count: may(SCOPES[kind]) ? await countOf(receiver) : null }),
    );
  return (
    <Page title={say('screens.messages')}>
      <div className={styles['columns']}>
        <div className={styles['form']}>
          <Field label={say('messages.to')} hint={say(`messages.effects.${kind}`)}>
            {({ id }) => (
              <NativeSelect<Kind>
                id={id}
                value={kind}
                choices={KINDS.map((value) => ({ value, label: say(`messages.kinds.${value}`) }))}
                onChange={(to) => setAddress({ to, name: null, service: null })}
              />
            )}
          </Field>
          {kind !== 'everyone' && (
            <ReceiverFields receiver={receiver} onChange={(change) => setAddress(change, true)} />
          )}
          {isPersonal && (
            <>
              <Field label={say('messages.type')}>
                {({ id }) => (
                  <NativeSelect<MessageType>
                    id={id}
                    value={type}
                    choices={TYPES.map((value) => ({
                      value,
                      label: say(`messages.types.${value}`),
                    }))}
                    onChange={setType}
                  />
                )}
              </Field>
              <Field label={say('messages.subject')} hint={say('messages.subjectHint')}>
                {(control) => (
                  <Input
                    {...control}
                    value={subject}
                    maxLength={255}
                    onChange={({ target }) => setSubject(target.value)}
                  />
                )}
              </Field>
            </>
          )}
          <Field label={say('messages.body')}>
            {(control) => (
              <TextArea
                {...control}
                value={body}
                rows={6}
                onChange={({ target }) => setBody(target.value)}
              />
            )}
          </Field>
          {fault !== null && <Fault of={fault} />}
          <div>
            <Button
              kind="primary"
              icon={Send}
              isBusy={isBusy}
              disabled={!isReady}
              onClick={() => void check()}
            >
              {say('messages.check')}
            </Button>
          </div>
        </div>
        <section className={styles['preview']}>
          <h2>{say('messages.preview')}</h2>
          {isPersonal && subject.trim() !== '' && <strong>{plain(subject)}</strong>}
          <p className={styles['body']}>{plain(body) || say('messages.previewEmpty')}</p>
        </section>
      </div>
      {counted && (
        <SendDialog
          to={counted.to}
          count={counted.count}
          draft={{ subject, body, type }}
          onClose={() => setCounted(null)}
          onSent={() => {
            setBody('');
            setSubject('');
          }}
        />
      )}
    </Page>
  );
}
