import { useRef, useState } from 'react';
import { act } from '../shared/act/act';
import { JobDialog } from '../shared/jobs/job-dialog';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Confirm } from '../shared/ui/confirm';
import { Field } from '../shared/ui/field';
import { NativeSelect } from '../shared/ui/native-select';
import { AFFILIATIONS, groupIn, removeAffiliation, setAffiliation } from './people.queries';
import type { Affiliation, Person } from './people.queries';

const TOUCHES = ['roomPeople', 'room', 'rooms'];

/** Another affiliation for people who have one, or none any more. One person: to be undone; several: a job. */
export function ChangePeople({
  service,
  name,
  people,
  isUnban = false,
  onClose,
}: {
  readonly service: string;
  readonly name: string;
  readonly people: readonly Person[];
  /** lifts the bans of these people */
  readonly isUnban?: boolean;
  readonly onClose: (isDone: boolean) => void;
}) {
  const say = useSay();
  const present = people[0]!.affiliation;
  const [to, setTo] = useState<Affiliation | 'none'>(
    isUnban
      ? 'none'
      : people.every(({ affiliation }) => affiliation === present)
        ? present
        : 'member',
  );
  const choice = isUnban ? (
    <p>{say('rooms.people.unbanText')}</p>
  ) : (
    <Field label={say('rooms.people.affiliation')}>
      {({ id }) => (
        <NativeSelect<Affiliation | 'none'>
          id={id}
          value={to}
          choices={[...AFFILIATIONS, 'none' as const].map((one) => ({
            value: one,
            label: say(`rooms.affiliations.${one}`),
          }))}
          onChange={setTo}
        />
      )}
    </Field>
  );
  const isDone = useRef(false);
  const [only] = people;
  if (people.length === 1 && only) {
    const label = plain(groupIn(only.jid) ?? only.jid);
    const run = async () => {
      await act({
        run: () =>
          to === 'none'
            ? removeAffiliation(service, name, only)
            : setAffiliation(service, name, { ...only, affiliation: to }),
        done: say('rooms.people.changed', { name: label }),
        touches: TOUCHES,
        undo: () => setAffiliation(service, name, only),
      });
      isDone.current = true;
    };
    return (
      <Confirm
        isOpen
        onClose={() => onClose(isDone.current)}
        title={say(isUnban ? 'rooms.people.unbanTitle' : 'rooms.people.changeTitle', {
          name: label,
        })}
        act={say(isUnban ? 'rooms.people.unban' : 'rooms.people.change')}
        onConfirm={run}
      >
        {choice}
      </Confirm>
    );
  }
  return (
    <JobDialog
      title={say(isUnban ? 'rooms.people.unbanMany' : 'rooms.people.changeMany', {
        count: people.length,
      })}
      act={say(isUnban ? 'rooms.people.unban' : 'rooms.people.change')}
      type="affiliations"
      lines={people.map(({ jid, affiliation }) => ({
        servicename: service,
        room: name,
        jid,
        affiliation: to === 'none' ? affiliation : to,
        ...(to === 'none' && { action: 'remove' }),
      }))}
      nameOf={({ jid }) => groupIn(String(jid)) ?? String(jid)}
      touches={TOUCHES}
      onClose={onClose}
    >
      {choice}
    </JobDialog>
  );
}
