import {
  clusterNodeDoc,
  clusterNodesDoc,
  clusterStatusDoc,
} from '@chat-admin/codecs/cluster/cluster.doc';
import { ClusterManagement } from '@chat-admin/domain/cluster/cluster-management';
import { Controller, Get, Param } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { About, Operation, Refuses, Replies } from '../http/endpoint.js';
import { document } from '../http/replies.js';

/** Contract: core 8.4 */
@Controller(`${API_ROOT}/clustering`)
@About('server')
export class ClusterController {
  constructor(private readonly cluster: ClusterManagement) {}

  @Get('status')
  @Operation('getClusterStatus', 'Reads the state of the cluster')
  @Replies(document(clusterStatusDoc))
  status() {
    return this.cluster.status();
  }

  @Get('nodes')
  @Operation('listClusterNodes', 'Lists the nodes of the cluster')
  @Replies(document(clusterNodesDoc))
  nodes() {
    return this.cluster.nodes();
  }

  @Get('nodes/:nodeId')
  @Operation('getClusterNode', 'Reads a node of the cluster')
  @Refuses('cluster-node-not-found')
  @Replies(document(clusterNodeDoc))
  node(@Param('nodeId') nodeId: string) {
    return this.cluster.node(nodeId);
  }
}
