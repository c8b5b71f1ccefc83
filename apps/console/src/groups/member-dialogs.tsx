import { useState } from 'react';
import { JobDialog } from '../shared/jobs/job-dialog';
import { pastedNames } from '../shared/jobs/pasted';
import { PastedField } from '../shared/jobs/pasted-field';
import { choiceText } from '../shared/fields/field-table';
import { formatNumber } from '../shared/texts/formats';
import { AllCalled } from '../shared/people/called';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Field } from '../shared/ui/field';
import { NativeSelect } from '../shared/ui/native-select';
import { memberFields, ROLES } from './groups.fields';
import type { Role } from './groups.fields';

const TOUCHES = ['groupMembers', 'groups', 'group', 'firstMembers'];

/** A pasted list of people becomes one job; those who cannot be added, or do not exist, are listed. */
export function AddMembers({
  group,
  onClose,
}: {
  readonly group: string;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const [pasted, setPasted] = useState('');
  const [role, setRole] = useState<Role>('member');
  const people = pastedNames(pasted);
  return (
    <JobDialog
      title={say('groups.add.titleOf', { group: plain(group) })}
      act={say('groups.add.act', { count: people.length, number: formatNumber(people.length) })}
      type="memberships"
      lines={people.map((jid) => ({ group, jid, role }))}
      people={people}
      nameOf={({ jid }) => String(jid)}
      touches={TOUCHES}
      onClose={onClose}
    >
      <PastedField
        label={say('groups.add.names')}
        hint={say('groups.add.hint', { number: formatNumber(people.length) })}
        value={pasted}
        onPaste={setPasted}
      />
      <Field label={say('groups.member.fields.role')}>
        {({ id }) => (
          <NativeSelect<Role>
            id={id}
            value={role}
            choices={ROLES.map((value) => ({
              value,
              label: choiceText(memberFields, 'role', value),
            }))}
            onChange={setRole}
          />
        )}
      </Field>
    </JobDialog>
  );
}

/** Another role for people of the group, or their end in it. */
export function ChangeMembers({
  group,
  act,
  jids,
  onClose,
}: {
  readonly group: string;
  readonly act: 'remove' | Role;
  readonly jids: readonly string[];
  readonly onClose: (isDone: boolean) => void;
}) {
  const say = useSay();
  const count = jids.length;
  return (
    <JobDialog
      title={say(`groups.change.titles.${act}`, {
        count,
        number: formatNumber(count),
        group: plain(group),
      })}
      act={say(`groups.change.${act}`)}
      type="memberships"
      isDangerous={act === 'remove'}
      lines={jids.map((jid) => ({
        group,
        jid,
        ...(act === 'remove' ? { action: 'remove' } : { role: act }),
      }))}
      nameOf={({ jid }) => String(jid)}
      touches={TOUCHES}
      onClose={onClose}
    >
      <p>
        <AllCalled people={jids} />
      </p>
    </JobDialog>
  );
}
