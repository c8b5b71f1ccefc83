import { Account, Person } from '../people/person';
import { plain } from '../texts/plain';
import { useSay } from '../texts/texts';
import { Badge } from '../ui/badge';
import { Link } from '../ui/link';
import { readDetails } from './audit-details';
import type { Named } from './named';
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
  const { outcome = '200', dryRun } = readDetails(act.details);
  const status = Number(outcome);
  return (
    <>
      {dryRun === 'true' && <Badge kind="accent">{say('sentences.tried')}</Badge>}
      {status >= 400 && (
        <Badge kind="danger">{say(status < 500 ? 'sentences.refused' : 'sentences.failed')}</Badge>
      )}{' '}
    </>
  );
}

/** Something that an entry names: a link to it. */
export function Thing({ of: { kind, name, id = name } }: { readonly of: Named }) {
  const shown = plain(name);
  switch (kind) {
    case 'person':
      return name.includes('@') ? <Person jid={name} /> : <Account username={name} />;
    case 'group':
      return <Link to="group" params={{ name }} children={shown} />;
    case 'room':
      return <Link to="room" params={{ service: id, name }} children={shown} />;
    case 'service':
      return <Link to="services" children={shown} />;
    case 'job':
      return <Link to="job" params={{ id }} children={shown} />;
    case 'key':
      return <Link to="key" params={{ id }} children={shown} />;
    case 'webhook':
      return <Link to="webhook" params={{ id }} children={shown} />;
    case 'property':
      return <Link to="settings" search={{ key: name }} children={<code>{shown}</code>} />;
    case 'text':
      return <bdi>{shown}</bdi>;
  }
}
