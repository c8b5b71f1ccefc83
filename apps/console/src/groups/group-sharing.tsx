import { useState } from 'react';
import { act } from '../shared/act/act';
import { useAnswer } from '../shared/api/query';
import type { Tagged } from '../shared/api/query';
import { useMay } from '../shared/session/session';
import { formatList, formatNumber } from '../shared/texts/formats';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Confirm } from '../shared/ui/confirm';
import type { Group } from './groups.fields';
import styles from './groups.module.css';
import { firstMembersQuery } from './groups.queries';

/** More people than that in every contact list is a burden for clients. */
const MANY = 2_000;
const TOUCHES = ['groups', 'group'];

/** Whether the people of a group are in each other's contact lists, and who will see whom. */
export function GroupSharing({
  name,
  group,
  save,
}: {
  readonly name: string;
  readonly group: Tagged<Group>;
  readonly save: (patch: Readonly<Record<string, unknown>>, tag: string | null) => Promise<unknown>;
}) {
  const say = useSay();
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const { data: first = [] } = useAnswer(firstMembersQuery, name);
  const { shared, memberCount = 0 } = group.value;
  const people = { count: memberCount, number: formatNumber(memberCount) };
  const names = first.map(({ jid }) => plain(jid.split('@')[0]!));
  const preview =
    memberCount > names.length && names.length > 0
      ? say('groups.sharing.andOthers', {
          names: names.join(', '),
          number: formatNumber(memberCount - names.length),
        })
      : formatList(names);
  const change = () =>
    act({
      run: () => save({ shared: !shared }, group.tag),
      done: say(shared ? 'groups.sharing.ended' : 'groups.sharing.begun'),
      touches: TOUCHES,
      undo: () => save({ shared }, null),
    });
  return (
    <div className={styles['sharing']}>
      <p>{say(shared ? 'groups.sharing.on' : 'groups.sharing.off')}</p>
      <h2>{say('groups.sharing.preview')}</h2>
      <p>
        {memberCount === 0
          ? say('groups.sharing.nobody')
          : say('groups.sharing.each', { ...people, group: plain(name) })}
      </p>
      {memberCount > 0 && <p className={styles['names']}>{preview}</p>}
      {memberCount > MANY && (
        <p role="note" className={styles['warning']}>
          {say('groups.sharing.many', people)}
        </p>
      )}
      {may('groups:write') && (
        <Button kind={shared ? 'plain' : 'primary'} onClick={() => setAsking(true)}>
          {say(shared ? 'groups.sharing.end' : 'groups.sharing.begin')}
        </Button>
      )}
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={say(shared ? 'groups.sharing.end' : 'groups.sharing.begin')}
        act={say(shared ? 'groups.sharing.end' : 'groups.sharing.begin')}
        onConfirm={change}
      >
        <p>{say(shared ? 'groups.sharing.endText' : 'groups.sharing.beginText', people)}</p>
        <p className={styles['names']}>{preview}</p>
      </Confirm>
    </div>
  );
}
