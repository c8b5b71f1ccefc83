import { Plus, X } from 'lucide-react';
import { findGroups } from '../shared/people/find-names';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Button, IconButton } from '../shared/ui/button';
import { Field } from '../shared/ui/field';
import { Picker } from '../shared/ui/picker';
import { groupsIn } from './chosen-groups';
import type { ChosenGroups } from './chosen-groups';
import styles from './users.module.css';

/** Chooses groups, one after the other. */
export function GroupsInput({
  value,
  onChange,
}: {
  readonly value: ChosenGroups;
  readonly onChange: (value: ChosenGroups) => void;
}) {
  const say = useSay();
  const { names, typed } = value;
  const add = () => onChange({ names: groupsIn(value), typed: '' });
  return (
    <div>
      <div
        className={styles['add']}
        onKeyDown={(event) => {
          // it would send the form
          if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return;
          if (!event.defaultPrevented) add();
          event.preventDefault();
        }}
      >
        <Field label={say('users.memberships.group')}>
          {(control) => (
            <Picker
              {...control}
              value={typed}
              onChange={(text) => onChange({ names, typed: text })}
              find={findGroups}
            />
          )}
        </Field>
        <Button icon={Plus} disabled={typed.trim() === ''} onClick={add}>
          {say('users.memberships.add')}
        </Button>
      </div>
      {names.length > 0 && (
        <ul className={styles['rows']}>
          {names.map((name) => (
            <li key={name}>
              {plain(name)}
              <IconButton
                icon={X}
                label={say('users.memberships.remove', { name: plain(name) })}
                onClick={() => onChange({ names: names.filter((one) => one !== name), typed })}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
