import { useState } from 'react';
import { JobDialog } from '../shared/jobs/job-dialog';
import { pastedNames } from '../shared/jobs/pasted';
import { useSay } from '../shared/texts/texts';
import { ReasonField } from '../shared/ui/reason-field';
import { PeopleFields } from './people-fields';
import type { Affiliation } from './people.queries';

interface Props {
  readonly service: string;
  readonly names: readonly string[];
  readonly onClose: (isDone: boolean) => void;
}

/** Ends several rooms for everybody. */
export function DestroyRooms({ service, names, onClose }: Props) {
  const say = useSay();
  const [reason, setReason] = useState('');
  const count = names.length;
  return (
    <JobDialog
      title={say('rooms.destroy.titleMany', { count })}
      act={say('rooms.destroy.actMany', { count })}
      type="rooms"
      isDangerous
      typed={count === 1 ? names[0]! : String(count)}
      lines={names.map((room) => ({
        servicename: service,
        room,
        action: 'remove',
        ...(reason !== '' && { reason }),
      }))}
      nameOf={({ room }) => String(room)}
      touches={['rooms']}
      onClose={onClose}
    >
      <p>{say('rooms.destroy.text')}</p>
      <ReasonField
        label={say('rooms.reason')}
        hint={say('rooms.reasonHint')}
        value={reason}
        onChange={setReason}
      />
    </JobDialog>
  );
}

/** Gives people an affiliation in one room or several: a pasted list. */
export function AddPeopleToRooms({ service, names, onClose }: Props) {
  const say = useSay();
  const [pasted, setPasted] = useState('');
  const [affiliation, setAffiliation] = useState<Affiliation>('member');
  const people = pastedNames(pasted);
  const lines = names.flatMap((room) =>
    people.map((jid) => ({ servicename: service, room, jid, affiliation })),
  );
  return (
    <JobDialog
      title={say('rooms.people.addTitle', { count: names.length })}
      act={say('rooms.people.addAct', { count: people.length })}
      type="affiliations"
      lines={lines}
      people={people}
      nameOf={({ jid, room }) =>
        names.length === 1 ? String(jid) : `${String(jid)}, ${String(room)}`
      }
      touches={['roomPeople', 'room', 'rooms']}
      onClose={onClose}
    >
      <PeopleFields
        pasted={pasted}
        onPaste={setPasted}
        affiliation={affiliation}
        onAffiliation={setAffiliation}
      />
    </JobDialog>
  );
}
