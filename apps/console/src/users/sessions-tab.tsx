import { useState } from 'react';
import { Unplug } from 'lucide-react';
import { api } from '../shared/api/client';
import { changed } from '../shared/api/staleness';
import { useMay } from '../shared/session/session';
import { useAnswer } from '../shared/api/query';
import { plain } from '../shared/texts/plain';
import { sayIfKnown, useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { Button } from '../shared/ui/button';
import { Confirm } from '../shared/ui/confirm';
import { Empty, ErrorState, Skeleton } from '../shared/ui/states';
import { Time } from '../shared/ui/time';
import { toast } from '../shared/ui/toast';
import { sessionsOfUser } from './users.queries';
import styles from './users.module.css';

/** Where the person is signed in just now. */
export default function SessionsTab({ username }: { readonly username: string }) {
  const say = useSay();
  const may = useMay();
  const { data: sessions, error, refetch } = useAnswer(sessionsOfUser, username);
  const [ending, setEnding] = useState<string | null>(null);
  if (error && !sessions) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!sessions) return <Skeleton />;
  if (sessions.length === 0) return <Empty title={say('users.sessions.none')} />;
  return (
    <>
      <ul className={styles['rows']}>
        {sessions.map(({ resource, presenceStatus, hostAddress, creationDate, secure }) => (
          <li key={resource}>
            <span>
              <strong>{plain(resource)}</strong>{' '}
              <Badge kind="ok">
                {sayIfKnown(`users.presence.${presenceStatus}`) ?? presenceStatus}
              </Badge>{' '}
              {!secure && <Badge kind="warn">{say('users.sessions.insecure')}</Badge>}
              <br />
              <span className={styles['details']}>
                {hostAddress} · <Time of={creationDate} />
              </span>
            </span>
            {may('sessions:write') && (
              <Button icon={Unplug} onClick={() => setEnding(resource)}>
                {say('users.sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ending !== null && (
        <Confirm
          key={ending}
          isOpen
          onClose={() => setEnding(null)}
          title={say('users.sessions.endTitle', { resource: plain(ending) })}
          act={say('users.sessions.end')}
          onConfirm={async () => {
            await api.DELETE('/sessions/{username}/{resource}', {
              params: { path: { username, resource: ending } },
            });
            toast(say('users.sessions.ended'));
            await changed('sessionsOfUser', 'users');
          }}
        >
          <p>{say('users.sessions.endText')}</p>
        </Confirm>
      )}
    </>
  );
}
