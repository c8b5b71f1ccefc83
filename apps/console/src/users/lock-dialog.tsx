import { act } from '../shared/act/act';
import { useSay } from '../shared/texts/texts';
import { AskDialog } from '../shared/ui/ask-dialog';
import { useLockFields } from './lock-fields';
import { lock } from './user-acts';

/** Why, and until when. */
export function LockDialog({
  username,
  name,
  onClose,
}: {
  readonly username: string;
  /** what the person is called */
  readonly name: string;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const { fields, isReady, lockoutNow } = useLockFields();
  return (
    <AskDialog
      onClose={onClose}
      title={say('users.lock.title', { name })}
      description={say('users.lock.text')}
      act={say('users.lock.act', { name })}
      kind="danger"
      isReady={isReady}
      onAct={() => act(lock(username, lockoutNow(), say, name))}
    >
      {fields}
    </AskDialog>
  );
}
