import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { tryAct } from '../shared/act/act';
import { api } from '../shared/api/client';
import { useAnswer } from '../shared/api/query';
import { findGroups } from '../shared/people/find-names';
import { useMay } from '../shared/session/session';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Button, IconButton } from '../shared/ui/button';
import { Field } from '../shared/ui/field';
import { Link } from '../shared/ui/link';
import { Picker } from '../shared/ui/picker';
import { Empty, ErrorState, Skeleton } from '../shared/ui/states';
import { groupsOfUser } from './users.queries';
import styles from './users.module.css';

/** The groups of a person. */
export default function GroupsTab({ username }: { readonly username: string }) {
  const say = useSay();
  const may = useMay();
  const [name, setName] = useState('');
  const { data: groups, error, refetch } = useAnswer(groupsOfUser, username);
  if (error && !groups) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!groups) return <Skeleton />;
  const change = (groupName: string, isAdded: boolean) => {
    const place = { params: { path: { username, groupName } } };
    const add = () => api.POST('/users/{username}/groups/{groupName}', place);
    const remove = () => api.DELETE('/users/{username}/groups/{groupName}', place);
    return tryAct({
      run: isAdded ? add : remove,
      undo: isAdded ? remove : add,
      done: say(isAdded ? 'users.memberships.added' : 'users.memberships.removed', {
        name: plain(groupName),
      }),
      touches: ['groupsOfUser', 'groups'],
    });
  };
  return (
    <>
      {may('groups:write') && (
        <form
          className={styles['add']}
          onSubmit={(event) => {
            event.preventDefault();
            const wanted = name.trim();
            if (wanted !== '') void change(wanted, true).then((isDone) => isDone && setName(''));
          }}
        >
          <Field label={say('users.memberships.group')}>
            {(control) => <Picker {...control} value={name} onChange={setName} find={findGroups} />}
          </Field>
          <Button icon={Plus} isSubmit>
            {say('users.memberships.add')}
          </Button>
        </form>
      )}
      {groups.length === 0 ? (
        <Empty title={say('users.memberships.none')} />
      ) : (
        <ul className={styles['rows']}>
          {groups.map((group) => (
            <li key={group}>
              <Link to="group" params={{ name: group }}>
                {plain(group)}
              </Link>
              {may('groups:write') && (
                <IconButton
                  icon={X}
                  label={say('users.memberships.remove', { name: plain(group) })}
                  onClick={() => void change(group, false)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
