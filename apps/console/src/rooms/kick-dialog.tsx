import { useState } from 'react';
import { act } from '../shared/act/act';
import { api } from '../shared/api/client';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Confirm } from '../shared/ui/confirm';
import { ReasonField } from '../shared/ui/reason-field';
import type { Occupant } from './occupants.queries';
import { removeAffiliation, setAffiliation } from './people.queries';
import type { Affiliation } from './people.queries';

/** Puts somebody out of a room, once or for good. */
export function KickDialog({
  service,
  name,
  who,
  isBan,
  onClose,
}: {
  readonly service: string;
  readonly name: string;
  readonly who: Occupant;
  readonly isBan: boolean;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const [reason, setReason] = useState('');
  const { nickname, userAddress, affiliation } = who;
  const label = { name: plain(nickname) };
  const jid = userAddress.split('/')[0]!;
  const kick = () =>
    act({
      run: () =>
        api.DELETE('/chatrooms/{roomName}/occupants/{nickname}', {
          params: {
            path: { roomName: name, nickname },
            query: { servicename: service, ...(reason !== '' && { reason }) },
          },
        }),
      done: say('rooms.occupants.kicked', label),
      touches: ['occupants', 'room'],
    });
  const ban = () =>
    act({
      run: () => setAffiliation(service, name, { jid, affiliation: 'outcast' }),
      done: say('rooms.occupants.banned', label),
      touches: ['occupants', 'room', 'roomPeople'],
      undo: () =>
        affiliation === 'none'
          ? removeAffiliation(service, name, { jid, affiliation: 'outcast' })
          : setAffiliation(service, name, { jid, affiliation: affiliation as Affiliation }),
    });
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={say(isBan ? 'rooms.occupants.banTitle' : 'rooms.occupants.kickTitle', label)}
      act={say(isBan ? 'rooms.occupants.banAct' : 'rooms.occupants.kickAct')}
      onConfirm={isBan ? ban : kick}
    >
      <p>
        {say(isBan ? 'rooms.occupants.banText' : 'rooms.occupants.kickText', { jid: plain(jid) })}
      </p>
      {!isBan && (
        <ReasonField
          label={say('rooms.reason')}
          hint={say('rooms.reasonHint')}
          value={reason}
          onChange={setReason}
        />
      )}
    </Confirm>
  );
}
