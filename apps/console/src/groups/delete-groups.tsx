import { JobDialog } from '../shared/jobs/job-dialog';
import { useSay } from '../shared/texts/texts';

/** Deletes several groups, which is one job. */
export function DeleteGroups({
  names,
  onClose,
}: {
  readonly names: readonly string[];
  readonly onClose: (isDone: boolean) => void;
}) {
  const say = useSay();
  const count = names.length;
  return (
    <JobDialog
      title={say('groups.delete.titleMany', { count })}
      act={say('groups.delete.actMany', { count })}
      type="groups"
      isDangerous
      typed={count === 1 ? names[0]! : String(count)}
      lines={names.map((name) => ({ name, action: 'remove' }))}
      nameOf={({ name }) => String(name)}
      touches={['groups']}
      onClose={onClose}
    >
      <p>{say('groups.delete.text')}</p>
    </JobDialog>
  );
}
