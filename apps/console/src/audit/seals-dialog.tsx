import { useAnswer } from '../shared/api/query';
import { formatNumber } from '../shared/texts/formats';
import { ownCommand } from '../shared/texts/own-command';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { CopyLine } from '../shared/ui/copy';
import { Dialog } from '../shared/ui/dialog';
import { Facts } from '../shared/ui/facts';
import { ErrorState, Skeleton } from '../shared/ui/states';
import { Time } from '../shared/ui/time';
import { sealsQuery } from './audit.queries';

const VERIFY = 'audit verify --anchors anchors.txt';

/** How far the log is sealed, the newest anchor, and the command that proves it. */
export default function SealsDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const { data: seals, error, refetch } = useAnswer(sealsQuery);
  const [anchor] = seals?.anchors ?? [];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('audit.seals.title')}
      description={say('audit.seals.text')}
      actions={
        <Button kind="primary" onClick={onClose}>
          {say('common.close')}
        </Button>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {seals === undefined && !error && <Skeleton />}
      {seals && (
        <>
          <Facts
            facts={[
              [
                say('audit.seals.sealed'),
                seals.sealed === undefined ? (
                  say('audit.seals.none')
                ) : (
                  <Time of={seals.sealed} isAbsolute />
                ),
              ],
              [say('audit.seals.unsealed'), formatNumber(seals.unsealed)],
              [
                say('audit.seals.anchor'),
                anchor === undefined ? (
                  say('audit.seals.none')
                ) : (
                  <Time of={anchor.anchored} isAbsolute />
                ),
              ],
            ]}
          />
          {anchor && (
            <CopyLine
              text={`${anchor.number}.${anchor.hash}`}
              label={say('audit.seals.copyAnchor')}
            />
          )}
          <p>{say('audit.seals.verify')}</p>
          <CopyLine text={ownCommand(VERIFY)} label={say('audit.seals.copyCommand')} />
        </>
      )}
    </Dialog>
  );
}
