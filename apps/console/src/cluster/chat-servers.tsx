import { dataOf } from '@chat-admin/client';
import { api } from '../shared/api/client';
import { query, useAnswer } from '../shared/api/query';
import { plain } from '../shared/texts/plain';
import { sayIfKnown, useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { Facts } from '../shared/ui/facts';
import { Empty, ErrorState, Skeleton } from '../shared/ui/states';
import { Time } from '../shared/ui/time';
import styles from './cluster.module.css';

/** No event tells of one that begins to wait, nor of how many sessions there are. */
const EVERY = 15;

const chatServersQuery = query({
  key: 'chatServers',
  events: ['chatserver.*'],
  every: EVERY,
  call: async (call) => (await dataOf(api.GET('/system/chatservers', { ...call }))).chatServers,
});

/** The chat servers of the domain: the one that serves, those that wait, those that are gone. */
export function ChatServers() {
  const say = useSay();
  const { data, error, refetch } = useAnswer(chatServersQuery);
  return (
    <section className={styles['part']}>
      <h2>{say('cluster.chatServers')}</h2>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton />}
      {data?.length === 0 && (
        <Empty title={say('cluster.noChatServer')}>{say('cluster.noChatServerText')}</Empty>
      )}
      <ul className={styles['cards']}>
        {data?.map(({ nodeId, kind, version, state, since, lastSeen, sessions }) => (
          <li key={nodeId} className={styles['card']}>
            <h3 className={styles['name']}>
              {plain(nodeId)}
              <Badge kind={state === 'active' ? 'ok' : 'plain'}>
                {sayIfKnown(`cluster.states.${state}`) ?? state}
              </Badge>
            </h3>
            <Facts
              facts={[
                state === 'gone'
                  ? [say('cluster.lastSeen'), <Time key="seen" of={lastSeen} />]
                  : [say('cluster.since'), <Time key="since" of={since} />],
                [say('cluster.sessions'), sessions?.toString()],
                [say('cluster.version'), plain(`${kind} ${version}`)],
              ]}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
