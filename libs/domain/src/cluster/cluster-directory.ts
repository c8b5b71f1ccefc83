import { DomainError } from '../shared/domain-error.js';

/** An instance of the API app. */
export interface ClusterNode {
  readonly nodeId: string;
  /** host name and address, `n1.example.org (192.0.2.1)` */
  readonly hostName: string;
  /** by the directory's clock, not the node's */
  readonly joinedTime: Date;
  /** whether it is the oldest living member */
  readonly seniorMember: boolean;
}

export class ClusterNodeNotFound extends DomainError<'cluster-node-not-found'> {
  constructor(id: string) {
    super('cluster-node-not-found', { resource: id });
  }
}

/** The instances that share one directory. Contract: core 8.4 */
export abstract class ClusterDirectory {
  /**
   * `disabled`: there is no directory; `starting`: this instance has not joined, or has dropped
   * out.
   */
  abstract get membership(): 'disabled' | 'starting' | 'joined';
  abstract get ownId(): string;
  /** Whether an instance of 0.4.0 or earlier is among them, as of the last heartbeat. */
  get hasFormer(): boolean {
    return false;
  }
  /** Living nodes in order of joining, then by id; empty until this instance has joined. */
  abstract nodes(): Promise<readonly ClusterNode[]>;
}

/** Counts the client sessions on all chat server nodes. */
export abstract class SessionCounts {
  /** The count of all nodes. @param count that of `nodeId`, as just reported by the chat server */
  abstract total(nodeId: string, count: number): Promise<number>;
}

/** A single instance without a cluster. */
export class NoCluster extends ClusterDirectory {
  readonly membership = 'disabled';
  readonly ownId = '';

  nodes(): Promise<readonly ClusterNode[]> {
    return Promise.resolve([]);
  }
}

/** For a chat server with one node. */
export class LocalSessionCounts extends SessionCounts {
  total(_nodeId: string, count: number): Promise<number> {
    return Promise.resolve(count);
  }
}
