import { healthDoc } from '@chat-admin/codecs/system/health.doc';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { About, HealthCheck, Operation, Queries, Replies } from '../http/endpoint.js';
import type { Query as RawQuery } from '../http/query-string.js';
import { document } from '../http/replies.js';
import { HealthOfParts } from './health-of-parts.js';
import { connectionQuestion } from './connection-checks.js';
import { HealthChecks, requirePassed } from './health-checks.js';

/** Contract: core 7.3 */
@Controller(`${API_ROOT}/system`)
@About('server')
export class HealthController {
  constructor(
    private readonly checks: HealthChecks,
    private readonly parts: HealthOfParts,
  ) {}

  /** Contract: extensions E12, X-5 */
  @Get('health')
  @Operation('getHealth', 'Tells how the parts of the service are')
  @Replies(document(healthDoc))
  health() {
    return this.parts.look();
  }

  @Get('liveness')
  @Operation('checkLiveness', 'Tells whether the service works')
  @HealthCheck()
  liveness() {
    requirePassed(this.checks.liveness());
  }

  @Get('liveness/deadlock')
  @Operation('checkDeadlock', 'Tells whether the service is stuck')
  @HealthCheck()
  deadlock() {
    requirePassed(this.checks.deadlock());
  }

  @Get('liveness/properties')
  @Operation('checkProperties', 'Tells whether a property was changed that needs a restart')
  @HealthCheck()
  properties() {
    requirePassed(this.checks.changedProperties());
  }

  @Get('readiness')
  @Operation('checkReadiness', 'Tells whether the service is ready for requests')
  @HealthCheck()
  async readiness() {
    requirePassed(await this.checks.readiness());
  }

  @Get('readiness/server')
  @Operation(
    'checkServerReadiness',
    'Tells whether the service has started and the database takes writes',
  )
  @HealthCheck()
  async server() {
    requirePassed(await this.checks.server());
  }

  @Get('readiness/cluster')
  @Operation('checkClusterReadiness', 'Tells whether this node is part of the cluster')
  @HealthCheck()
  cluster() {
    requirePassed(this.checks.clusterReadiness());
  }

  @Get('readiness/plugins')
  @Operation('checkPluginReadiness', 'Tells whether all plugins have started')
  @HealthCheck()
  plugins() {
    requirePassed(this.checks.plugins());
  }

  @Get('readiness/connections')
  @Operation('checkConnections', 'Tells whether the chat server accepts connections')
  @Queries('connectionType', 'encrypted', 'encypted')
  @HealthCheck()
  connections(@Query() query: RawQuery) {
    return this.connection(query['connectionType'], query['encrypted'] ?? query['encypted']);
  }

  @Get('readiness/connections/:type')
  @Operation(
    'checkConnectionsOfType',
    'Tells whether the chat server accepts connections of a type',
  )
  @Queries('encrypted', 'encypted')
  @HealthCheck()
  connectionsOf(@Param('type') type: string, @Query() query: RawQuery) {
    return this.connection(type, query['encrypted'] ?? query['encypted']);
  }

  @Get('readiness/connections/:type/:encrypted')
  @Operation(
    'checkEncryptedConnections',
    'Tells whether the chat server accepts connections of a type, encrypted or not',
  )
  @HealthCheck()
  async connection(
    @Param('type') type: string | undefined,
    @Param('encrypted') encrypted?: string,
  ) {
    requirePassed(await this.checks.connections(connectionQuestion(type, encrypted)));
  }
}
