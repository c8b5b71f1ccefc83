import { Thing } from '../people/thing';
import { plain } from '../texts/plain';
import { useSay } from '../texts/texts';
import { Badge } from '../ui/badge';
import { readDetails } from './audit-details';
import { sentenceOf } from './sentence';
import type { Act } from './sentence';

/** An entry in words: who did what to whom. What it names are links; what has changed nothing says so first. */
export function Told({ act }: { readonly act: Act }) {
  const say = useSay();
  return (
    <span>
      <Attempt act={act} />
      {sentenceOf(say, act).map((piece, at) =>
        typeof piece === 'string' ? plain(piece) : <Thing key={at} of={piece} />,
      )}
    </span>
  );
}

/** That nothing has changed, and why. */
function Attempt({ act }: { readonly act: Act }) {
  const say = useSay();
  const { outcome = '200', dryRun, source, failed, rows } = readDetails(act.details);
  const status = Number(outcome);
  return (
    <>
      {dryRun === 'true' && <Badge kind="accent">{say('sentences.tried')}</Badge>}
      {source === 'job' && failed !== undefined && failed === rows && (
        <Badge kind="danger">{say('sentences.failed')}</Badge>
      )}
      {status >= 400 && (
        <Badge kind="danger">{say(status < 500 ? 'sentences.refused' : 'sentences.failed')}</Badge>
      )}{' '}
    </>
  );
}
