import { Controller, Get, Param, Query } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { HealthCheck, Queries } from '../http/endpoint.js';
import type { Query as RawQuery } from '../http/query-string.js';
import { connectionQuestion } from './connection-checks.js';
import { HealthChecks, requirePassed } from './health-checks.js';

/** Contract: core 7.3 */
@Controller(`${API_ROOT}/system`)
export class HealthController {
  constructor(private readonly checks: HealthChecks) {}

  @Get('liveness')
  @HealthCheck()
  liveness() {
    requirePassed(this.checks.liveness());
  }

  @Get('liveness/deadlock')
  @HealthCheck()
  deadlock() {
    requirePassed(this.checks.deadlock());
  }

  @Get('liveness/properties')
  @HealthCheck()
  properties() {
    requirePassed(this.checks.changedProperties());
  }

  @Get('readiness')
  @HealthCheck()
  async readiness() {
    requirePassed(await this.checks.readiness());
  }

  @Get('readiness/server')
  @HealthCheck()
  async server() {
    requirePassed(await this.checks.server());
  }

  @Get('readiness/cluster')
  @HealthCheck()
  cluster() {
    requirePassed(this.checks.clusterReadiness());
  }

  @Get('readiness/plugins')
  @HealthCheck()
  plugins() {
    requirePassed(this.checks.plugins());
  }

  @Get('readiness/connections')
  @Queries('connectionType', 'encrypted')
  @HealthCheck()
  connections(@Query() query: RawQuery) {
    return this.connection(query['connectionType'], query['encrypted'] ?? query['encypted']);
  }

  @Get('readiness/connections/:type')
  @Queries('encrypted')
  @HealthCheck()
  connectionsOf(@Param('type') type: string, @Query() query: RawQuery) {
    return this.connection(type, query['encrypted'] ?? query['encypted']);
  }

  @Get('readiness/connections/:type/:encrypted')
  @HealthCheck()
  async connection(
    @Param('type') type: string | undefined,
    @Param('encrypted') encrypted?: string,
  ) {
    requirePassed(await this.checks.connections(connectionQuestion(type, encrypted)));
  }
}
