import { DomainError } from '../shared/domain-error.js';

/** An instance of the API app. */
export interface ClusterNode {
  readonly nodeId: string;
  /** host name and address, `n1.example.org (192.0.2.1)` */
  readonly hostName: string;
  /** by the clock of the directory, not of the node */
  readonly joinedTime: Date;
  /** whether it joined first of those that live */
  readonly seniorMember: boolean;
}

export class ClusterNodeNotFound extends DomainError {
  constructor(id: string) {
    super('cluster-node-not-found', 'Could not find a cluster node with this NodeID.', id);
  }
}

/** The instances that share one directory. Contract: core 8.4 */
export abstract class ClusterDirectory {
  /** `disabled`: there is no directory; `starting`: this instance has not joined (any more). */
  abstract get membership(): 'disabled' | 'starting' | 'joined';
  abstract get ownId(): string;
  /** Living nodes in order of joining, then of id; empty while this instance has not joined. */
  abstract nodes(): Promise<readonly ClusterNode[]>;
}

/** How many client sessions the nodes of the chat server hold. */
export abstract class SessionCounts {
  /** The count of all nodes; `count` is that of `nodeId`, as just asked. */
  abstract total(nodeId: string, count: number): Promise<number>;
}

/** One instance alone. */
export class NoCluster extends ClusterDirectory {
  readonly membership = 'disabled';
  readonly ownId = '';

  nodes(): Promise<readonly ClusterNode[]> {
    return Promise.resolve([]);
  }
}

/** The chat server has one node, as far as anybody knows. */
export class LocalSessionCounts extends SessionCounts {
  total(_nodeId: string, count: number): Promise<number> {
    return Promise.resolve(count);
  }
}
