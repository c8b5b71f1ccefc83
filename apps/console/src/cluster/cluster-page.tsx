import { dataOf } from '@chat-admin/client';
import type { components } from '@chat-admin/client';
import { api } from '../shared/api/client';
import { healthQuery } from '../shared/api/health';
import { query, useAnswer } from '../shared/api/query';
import { plain } from '../shared/texts/plain';
import { sayIfKnown, useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { Card, Cards } from '../shared/ui/cards';
import { Facts } from '../shared/ui/facts';
import { Page } from '../shared/ui/page';
import { Empty } from '../shared/ui/states';
import { Time } from '../shared/ui/time';
import { ChatServers } from './chat-servers';
import styles from './cluster.module.css';

type Node = components['schemas']['ClusterNode'];
type Part = components['schemas']['HealthPart'];

/** No event tells of these. */
const EVERY = 15;

const nodesQuery = query({
  key: 'clusterNodes',
  every: EVERY,
  call: async (call) => {
    const nodes = (await dataOf(api.GET('/clustering/nodes', { ...call }))) as object;
    return Object.values(nodes).find(Array.isArray) as readonly Node[];
  },
});

/** The instances of the service, the chat servers, and what it leans on. */
export default function ClusterPage() {
  const say = useSay();
  const nodes = useAnswer(nodesQuery);
  const health = useAnswer(healthQuery);
  return (
    <Page title={say('screens.cluster')}>
      <section className={styles['part']}>
        <h2>{say('cluster.nodes')}</h2>
        <Cards
          of={nodes}
          empty={<Empty title={say('cluster.alone')}>{say('cluster.aloneText')}</Empty>}
        >
          {(node) => (
            <Card
              key={node.nodeID}
              title={plain(node.hostName)}
              badge={node.seniorMember && <Badge kind="accent">{say('cluster.senior')}</Badge>}
            >
              <Facts
                facts={[
                  [say('cluster.joined'), <Time key="joined" of={node.joinedTime} isAbsolute />],
                  [say('cluster.id'), <code key="id">{node.nodeID}</code>],
                ]}
              />
            </Card>
          )}
        </Cards>
      </section>
      <ChatServers />
      <section className={styles['part']}>
        <h2>{say('cluster.parts')}</h2>
        <Cards<Part>
          of={{ data: health.data?.parts, error: health.error, refetch: health.refetch }}
        >
          {(part) => (
            <Card
              key={part.name}
              title={sayIfKnown(`health.parts.${part.name}`) ?? part.name}
              badge={<Status of={part.status} />}
            >
              <Facts
                facts={[
                  [say('cluster.since'), <Time key="since" of={part.since} />],
                  [
                    say('cluster.cause'),
                    part.message && (
                      <span key="cause" lang="en">
                        {plain(part.message)}
                      </span>
                    ),
                  ],
                ]}
              />
            </Card>
          )}
        </Cards>
      </section>
    </Page>
  );
}

function Status({ of: status }: { readonly of: string }) {
  const kind = status === 'ok' ? 'ok' : status === 'failed' ? 'danger' : 'plain';
  return <Badge kind={kind}>{sayIfKnown(`health.statuses.${status}`) ?? status}</Badge>;
}
