import { act } from '../shared/act/act';
import { api } from '../shared/api/client';
import { useOpen } from '../shared/screens/address';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Confirm } from '../shared/ui/confirm';

/** Deletes a group; with people in it its name has to be typed. */
export function DeleteGroup({
  name,
  count,
  onClose,
}: {
  readonly name: string;
  readonly count: number;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const open = useOpen();
  const label = { name: plain(name) };
  const remove = async () => {
    await act({
      run: () => api.DELETE('/groups/{groupName}', { params: { path: { groupName: name } } }),
      done: say('groups.delete.done', label),
      touches: ['groups'],
    });
    open({ to: 'groups' });
  };
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={say('groups.delete.title', label)}
      act={say('groups.delete.actNamed', label)}
      {...(count > 0 && { typed: name })}
      onConfirm={remove}
    >
      <p>{say('groups.delete.text')}</p>
    </Confirm>
  );
}
