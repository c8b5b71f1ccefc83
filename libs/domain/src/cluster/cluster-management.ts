import { ClusterNodeNotFound } from './cluster-directory.js';
import type { ClusterDirectory, ClusterNode } from './cluster-directory.js';

export type ClusterStatus =
  'Disabled' | 'Starting up' | 'SENIOR AND ONLY MEMBER' | 'Senior member' | 'Junior member';

/** The cluster as this instance sees it. Contract: core 8.4 */
export class ClusterManagement {
  constructor(private readonly directory: ClusterDirectory) {}

  async status(): Promise<{ readonly status: ClusterStatus }> {
    return { status: await this.describe() };
  }

  nodes(): Promise<readonly ClusterNode[]> {
    return this.directory.nodes();
  }

  /** Ids are compared exactly. @throws ClusterNodeNotFound */
  async node(id: string): Promise<ClusterNode> {
    const found = (await this.directory.nodes()).find(({ nodeId }) => nodeId === id);
    if (!found) throw new ClusterNodeNotFound(id);
    return found;
  }

  private async describe(): Promise<ClusterStatus> {
    if (this.directory.membership === 'disabled') return 'Disabled';
    const nodes = await this.directory.nodes();
    const own = nodes.find(({ nodeId }) => nodeId === this.directory.ownId);
    if (!own) return 'Starting up';
    if (!own.seniorMember) return 'Junior member';
    return nodes.length === 1 ? 'SENIOR AND ONLY MEMBER' : 'Senior member';
  }
}
