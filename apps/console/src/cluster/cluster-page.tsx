import { dataOf } from '@chat-admin/client';
import type { components } from '@chat-admin/client';
import { api } from '../shared/api/client';
import { healthQuery } from '../shared/api/health';
import { query, useAnswer } from '../shared/api/query';
import { plain } from '../shared/texts/plain';
import { sayIfKnown, useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { Facts } from '../shared/ui/facts';
import { Page } from '../shared/ui/page';
import { Empty, ErrorState, Skeleton } from '../shared/ui/states';
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
  call: async (call) => (await dataOf(api.GET('/clustering/nodes', { ...call }))) as object,
});

/** The instances of the service, the chat servers, and what it leans on. */
export default function ClusterPage() {
  const say = useSay();
  const nodes = useAnswer(nodesQuery);
  const health = useAnswer(healthQuery);
  const all = nodes.data && (Object.values(nodes.data).find(Array.isArray) as readonly Node[]);
  return (
    <Page title={say('screens.cluster')}>
      <section className={styles['part']}>
        <h2>{say('cluster.nodes')}</h2>
        {nodes.error && <ErrorState error={nodes.error} onRetry={() => void nodes.refetch()} />}
        {!nodes.data && !nodes.error && <Skeleton />}
        {all?.length === 0 && (
          <Empty title={say('cluster.alone')}>{say('cluster.aloneText')}</Empty>
        )}
        <ul className={styles['cards']}>
          {all?.map((node) => (
            <li key={node.nodeID} className={styles['card']}>
              <h3 className={styles['name']}>
                {plain(node.hostName)}
                {node.seniorMember && <Badge kind="accent">{say('cluster.senior')}</Badge>}
              </h3>
              <Facts
                facts={[
                  [say('cluster.joined'), <Time key="joined" of={node.joinedTime} isAbsolute />],
                  [say('cluster.id'), <code key="id">{node.nodeID}</code>],
                ]}
              />
            </li>
          ))}
        </ul>
      </section>
      <ChatServers />
      <section className={styles['part']}>
        <h2>{say('cluster.parts')}</h2>
        {health.error && <ErrorState error={health.error} onRetry={() => void health.refetch()} />}
        {!health.data && !health.error && <Skeleton />}
        <ul className={styles['cards']}>
          {health.data?.parts.map((part: Part) => (
            <li key={part.name} className={styles['card']}>
              <h3 className={styles['name']}>
                {sayIfKnown(`health.parts.${part.name}`) ?? part.name}
                <Status of={part.status} />
              </h3>
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
            </li>
          ))}
        </ul>
      </section>
    </Page>
  );
}

function Status({ of: status }: { readonly of: string }) {
  const kind = status === 'ok' ? 'ok' : status === 'failed' ? 'danger' : 'plain';
  return <Badge kind={kind}>{sayIfKnown(`health.statuses.${status}`) ?? status}</Badge>;
}
