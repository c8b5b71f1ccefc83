import { checkFailed, invalidParameter } from '@chat-admin/codecs/errors/wire-errors';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { HealthCheck, Queries } from '../http/endpoint.js';
import type { Query as RawQuery } from '../http/query-string.js';
import { CONNECTION_TYPES } from './connection-checks.js';
import type { ConnectionQuestion, ConnectionType } from './connection-checks.js';
import { HealthChecks } from './health-checks.js';

/** Contract: core 7.3 */
@Controller(`${API_ROOT}/system`)
export class HealthController {
  constructor(private readonly checks: HealthChecks) {}

  @Get('liveness')
  @HealthCheck()
  liveness() {
    pass(this.checks.liveness());
  }

  @Get('liveness/deadlock')
  @HealthCheck()
  deadlock() {
    pass(this.checks.deadlock());
  }

  @Get('liveness/properties')
  @HealthCheck()
  properties() {
    pass(this.checks.changedProperties());
  }

  @Get('readiness')
  @HealthCheck()
  async readiness() {
    pass(await this.checks.readiness());
  }

  @Get('readiness/server')
  @HealthCheck()
  async server() {
    pass(await this.checks.server());
  }

  @Get('readiness/cluster')
  @HealthCheck()
  cluster() {
    pass(this.checks.clusterReadiness());
  }

  @Get('readiness/plugins')
  @HealthCheck()
  plugins() {
    pass(this.checks.plugins());
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
    pass(await this.checks.connections(readQuestion(type, encrypted)));
  }
}

function readQuestion(type: string | undefined, encrypted: string | undefined): ConnectionQuestion {
  if (!type) return { type: null, encrypted: null };
  if (!CONNECTION_TYPES.includes(type as ConnectionType))
    throw invalidParameter('connectionType', type);
  return {
    type: type as ConnectionType,
    encrypted: encrypted ? encrypted.toLowerCase() === 'true' : null,
  };
}

/** @throws WireFault when a check has failed */
function pass(failed: string | null): void {
  if (failed !== null) throw checkFailed(failed);
}
