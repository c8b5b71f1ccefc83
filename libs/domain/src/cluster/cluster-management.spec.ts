import { ClusterDirectory, NoCluster } from './cluster-directory.js';
import type { ClusterNode } from './cluster-directory.js';
import { ClusterManagement } from './cluster-management.js';

class SeededCluster extends ClusterDirectory {
  constructor(
    readonly membership: 'starting' | 'joined',
    readonly ownId: string,
    private readonly seeded: readonly ClusterNode[],
  ) {
    super();
  }
  nodes(): Promise<readonly ClusterNode[]> {
    return Promise.resolve(this.seeded);
  }
}

const node = (nodeId: string, seniorMember: boolean): ClusterNode => ({
  nodeId,
  hostName: `${nodeId} (192.0.2.1)`,
  joinedTime: new Date(0),
  seniorMember,
});
const both = [node('a', true), node('b', false)];

describe('cluster status', () => {
  it.each([
    [new NoCluster(), 'Disabled'],
    [new SeededCluster('starting', 'a', []), 'Starting up'],
    [new SeededCluster('joined', 'a', [node('a', true)]), 'SENIOR AND ONLY MEMBER'],
    [new SeededCluster('joined', 'a', both), 'Senior member'],
    [new SeededCluster('joined', 'b', both), 'Junior member'],
    [new SeededCluster('joined', 'c', both), 'Starting up'],
  ])('with %j is %s', async (directory, status) => {
    expect(await new ClusterManagement(directory).status()).toEqual({ status });
  });
});

it('finds a node by its exact id', async () => {
  const cluster = new ClusterManagement(new SeededCluster('joined', 'a', both));
  expect(await cluster.node('b')).toMatchObject({ nodeId: 'b' });
  await expect(cluster.node('B')).rejects.toMatchObject({
    message: 'Could not find a cluster node with this NodeID.',
    resource: 'B',
  });
});
