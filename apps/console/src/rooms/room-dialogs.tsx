import { useState } from 'react';
import { act } from '../shared/act/act';
import { api } from '../shared/api/client';
import { pastedNames } from '../shared/jobs/pasted';
import { PastedField } from '../shared/jobs/pasted-field';
import { useOpen } from '../shared/screens/address';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Confirm } from '../shared/ui/confirm';
import { Field } from '../shared/ui/field';
import { Input, TextArea } from '../shared/ui/input';
import { AskDialog } from '../shared/ui/ask-dialog';
import { ReasonField } from '../shared/ui/reason-field';
import { ofRoom } from './rooms.queries';

interface Props {
  readonly service: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Ends a room for everybody in it, who are told why, and where to go. */
export function DestroyDialog({ service, name, onClose }: Props) {
  const say = useSay();
  const open = useOpen();
  const [reason, setReason] = useState('');
  const [other, setOther] = useState('');
  const destroy = async () => {
    await act({
      run: () =>
        api.DELETE('/chatrooms/{roomName}', {
          params: {
            path: { roomName: name },
            query: {
              servicename: service,
              ...(reason !== '' && { reason }),
              ...(other !== '' && { alternateRoom: other }),
            },
          },
        }),
      done: say('rooms.destroy.done', { name: plain(name) }),
      touches: ['rooms'],
    });
    open({ to: 'rooms', search: { service: service === 'conference' ? null : service } });
  };
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={say('rooms.destroy.title', { name: plain(name) })}
      act={say('rooms.destroy.actNamed', { name: plain(name) })}
      typed={name}
      onConfirm={destroy}
    >
      <p>{say('rooms.destroy.text')}</p>
      <ReasonField
        label={say('rooms.reason')}
        hint={say('rooms.reasonHint')}
        value={reason}
        onChange={setReason}
      />
      <Field label={say('rooms.destroy.other')} hint={say('rooms.destroy.otherHint')}>
        {(control) => (
          <Input
            {...control}
            value={other}
            spellCheck={false}
            onChange={({ target }) => setOther(target.value.trim())}
          />
        )}
      </Field>
    </Confirm>
  );
}

/** Says something to everybody in the room, as the room. */
export function MessageDialog({ service, name, onClose }: Props) {
  const say = useSay();
  const [body, setBody] = useState('');
  return (
    <AskDialog
      title={say('rooms.message.title', { name: plain(name) })}
      act={say('rooms.message.send')}
      isReady={body.trim() !== ''}
      onClose={onClose}
      onAct={() =>
        act({
          run: () =>
            api.POST('/messages/chatrooms/{roomName}', {
              params: ofRoom(service, name),
              body: { body },
            }),
          done: say('rooms.message.done'),
          touches: [],
        })
      }
    >
      <Field label={say('rooms.message.body')} hint={say('rooms.message.hint')}>
        {(control) => (
          <TextArea
            {...control}
            value={body}
            rows={5}
            onChange={({ target }) => setBody(target.value)}
          />
        )}
      </Field>
    </AskDialog>
  );
}

/** Invites people, who get a message of the room. */
export function InviteDialog({ service, name, onClose }: Props) {
  const say = useSay();
  const [pasted, setPasted] = useState('');
  const [reason, setReason] = useState('');
  const people = pastedNames(pasted);
  return (
    <AskDialog
      title={say('rooms.invite.title', { name: plain(name) })}
      act={say('rooms.invite.send', { count: people.length })}
      isReady={people.length > 0}
      onClose={onClose}
      onAct={() =>
        act({
          run: () =>
            api.POST('/chatrooms/{roomName}/invite', {
              params: ofRoom(service, name),
              body: { jidsToInvite: [...people], ...(reason !== '' && { reason }) },
            }),
          done: say('rooms.invite.done', { count: people.length }),
          touches: [],
        })
      }
    >
      <PastedField
        label={say('rooms.people.names')}
        hint={say('rooms.invite.hint')}
        value={pasted}
        onPaste={setPasted}
      />
      <ReasonField label={say('rooms.reason')} value={reason} onChange={setReason} />
    </AskDialog>
  );
}
