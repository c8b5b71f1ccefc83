import { dataOf } from '@chat-admin/client';
import { api } from '../shared/api/client';
import { query, useAnswer } from '../shared/api/query';
import { plain } from '../shared/texts/plain';
import { sayIfKnown, useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { Card, Cards } from '../shared/ui/cards';
import { Facts } from '../shared/ui/facts';
import { Empty } from '../shared/ui/states';
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
  const answer = useAnswer(chatServersQuery);
  return (
    <section className={styles['part']}>
      <h2>{say('cluster.chatServers')}</h2>
      <Cards
        of={answer}
        empty={<Empty title={say('cluster.noChatServer')}>{say('cluster.noChatServerText')}</Empty>}
      >
        {({ nodeId, kind, version, state, since, lastSeen, sessions }) => (
          <Card
            key={nodeId}
            title={plain(nodeId)}
            badge={
              <Badge kind={state === 'active' ? 'ok' : 'plain'}>
                {sayIfKnown(`cluster.states.${state}`) ?? state}
              </Badge>
            }
          >
            <Facts
              facts={[
                state === 'gone'
                  ? [say('cluster.lastSeen'), <Time key="seen" of={lastSeen} />]
                  : [say('cluster.since'), <Time key="since" of={since} />],
                [say('cluster.sessions'), sessions?.toString()],
                [say('cluster.version'), plain(`${kind} ${version}`)],
              ]}
            />
          </Card>
        )}
      </Cards>
    </section>
  );
}
