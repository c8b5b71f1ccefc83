import { signOut, stay, useSession } from '../shared/session/session';
import { formatCountdown } from '../shared/texts/formats';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Dialog } from '../shared/ui/dialog';
import { useCountdown } from '../shared/ui/states';

/** Two minutes before the session ends. */
export function SessionWarning() {
  const { isEnding, expires } = useSession();
  return isEnding && expires !== null ? <Warning key={expires} expires={expires} /> : null;
}

function Warning({ expires }: { readonly expires: number }) {
  const say = useSay();
  const left = useCountdown(Math.max(1, (expires - Date.now()) / 1000));
  const goOn = () => void stay().catch(() => undefined);
  return (
    <Dialog
      isOpen
      onClose={goOn}
      title={say('session.ending', { time: formatCountdown(left) })}
      description={say('session.endingText')}
      actions={
        <>
          <Button onClick={() => void signOut()}>{say('session.signOut')}</Button>
          <Button kind="primary" onClick={goOn}>
            {say('session.stay')}
          </Button>
        </>
      }
    />
  );
}
