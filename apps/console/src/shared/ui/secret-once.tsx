import { useSay } from '../texts/texts';
import { Button } from './button';
import { CopyLine } from './copy';
import { Dialog } from './dialog';

/** A secret that the service shows this once. Only its button closes it, so that it is not lost by a slip. */
export function SecretOnce({
  title,
  text,
  secret,
  onClose,
}: {
  readonly title: string;
  readonly text: string;
  /** `null`: there is none to show */
  readonly secret: string | null;
  readonly onClose: () => void;
}) {
  const say = useSay();
  return (
    <Dialog
      isOpen={secret !== null}
      onClose={() => undefined}
      title={title}
      description={text}
      actions={
        <Button kind="primary" onClick={onClose}>
          {say('common.stored')}
        </Button>
      }
    >
      <CopyLine text={secret ?? ''} label={say('common.copySecret')} />
    </Dialog>
  );
}
