import { PrintHandOuts } from '../shared/jobs/hand-outs';
import type { HandedOut } from '../shared/jobs/hand-outs';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Copy } from '../shared/ui/copy';
import { Dialog } from '../shared/ui/dialog';
import styles from './users.module.css';

/** A new password, shown this once, to be copied or printed. */
export function PasswordOnce({
  of: person,
  title,
  onClose,
}: {
  readonly of: HandedOut;
  readonly title: string;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const { password } = person;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={say('users.password.once')}
      actions={
        <>
          <PrintHandOuts people={[person]} />
          <Button kind="primary" onClick={onClose}>
            {say('common.close')}
          </Button>
        </>
      }
    >
      <p className={styles['secret']}>
        <span data-password>{password}</span>{' '}
        <Copy text={password} label={say('form.copyPassword')} />
      </p>
    </Dialog>
  );
}
