import { Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { withAudit } from '@chat-admin/server/edge/audited-requests';
import { withTrace } from '@chat-admin/server/edge/trace';
import { USERSERVICE_ADDRESSES } from '@chat-admin/server/edge/userservice-address';
import type { FastifyRequest } from 'fastify';
import { LegacyConfig } from './config.js';
import { OperationAudit } from './request-audit.js';
import { illegal } from './operation-parameters.js';
import { OPERATIONS, operationType, UseCases } from './operations.js';
import type { Outcome } from './userservice.reply.js';
import './call-state.js';

/** The only route: the edge maps the other addresses to it. Contract: muc-and-legacy 11 */
@Controller(USERSERVICE_ADDRESSES[0])
export class UserserviceController {
  constructor(
    private readonly useCases: UseCases,
    private readonly config: LegacyConfig,
  ) {}

  @Get()
  get(@Req() request: FastifyRequest): Promise<Outcome> {
    return this.serve(request);
  }

  @Post()
  @HttpCode(200)
  post(@Req() request: FastifyRequest): Promise<Outcome> {
    return this.serve(request);
  }

  private async serve({ legacy, id }: FastifyRequest): Promise<Outcome> {
    const { parameters, client, path } = legacy;
    const type = operationType(parameters.get('type')) ?? illegal();
    const operation = OPERATIONS[type];
    const call = {
      type,
      username: parameters.get('username') ?? '',
      path,
      requestId: id,
      address: client.address,
      trace: legacy.trace?.id,
    };
    legacy.audit = operation.changes
      ? new OperationAudit({ label: this.config.secretLabel, ...call })
      : null;
    const caller = this.config.secretLabel;
    return withTrace(legacy.trace, () =>
      withAudit(legacy.audit, () => operation.run(this.useCases, parameters, { path, caller })),
    );
  }
}
