import { useState } from 'react';
import { act } from '../shared/act/act';
import { pastedNames } from '../shared/jobs/pasted';
import { useSay } from '../shared/texts/texts';
import { AskDialog } from '../shared/ui/ask-dialog';
import { PeopleFields } from './people-fields';
import { addToList } from './people.queries';
import type { Affiliation } from './people.queries';

/** Gives people an affiliation in one room by one request: all of them or, if one cannot have it, nobody. */
export function AddPeople({
  service,
  name,
  onClose,
}: {
  readonly service: string;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const [pasted, setPasted] = useState('');
  const [affiliation, setAffiliation] = useState<Affiliation>('member');
  const people = pastedNames(pasted);
  const count = people.length;
  return (
    <AskDialog
      title={say('rooms.people.addTitle', { count: 1 })}
      act={say('rooms.people.addAct', { count })}
      isReady={count > 0}
      onClose={onClose}
      onAct={() =>
        act({
          run: () => addToList(service, name, affiliation, people),
          done: say('rooms.people.added', { count }),
          touches: ['roomPeople', 'room', 'rooms', 'occupants'],
        })
      }
    >
      <PeopleFields
        pasted={pasted}
        onPaste={setPasted}
        affiliation={affiliation}
        onAffiliation={setAffiliation}
      />
    </AskDialog>
  );
}
