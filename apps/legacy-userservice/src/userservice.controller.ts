import { Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { withAudit } from '@chat-admin/server/edge/audited-requests';
import { USERSERVICE_ADDRESSES } from '@chat-admin/server/edge/userservice-address';
import type { FastifyRequest } from 'fastify';
import { LegacyConfig } from './config.js';
import { OperationAudit } from './request-audit.js';
import { UserserviceAccess } from './userservice-access.js';
import { readOperation, readType } from './userservice-checks.js';
import { TYPES, UserserviceOperations } from './userservice-operations.js';
import type { Outcome } from './userservice.reply.js';
import './call-state.js';

const READING: readonly string[] = ['grouplist', 'usergrouplist'];

/** One route: the edge brings the other addresses here. Contract: muc-and-legacy 11 */
@Controller(USERSERVICE_ADDRESSES[0])
export class UserserviceController {
  constructor(
    private readonly access: UserserviceAccess,
    private readonly operations: UserserviceOperations,
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
    const { parameters, address, path } = legacy;
    this.access.check(address, parameters.get('secret'));
    legacy.admitted = true;
    const type = parameters.get('type') ?? '';
    if (!TYPES.some((known) => known === type) || READING.includes(type)) {
      return this.operations.run(readOperation(readType(parameters), parameters));
    }
    legacy.audit = new OperationAudit({
      label: this.config.secretLabel,
      type,
      username: parameters.get('username') ?? '',
      path,
      requestId: id,
      address,
    });
    return withAudit(legacy.audit, () =>
      this.operations.run(readOperation(readType(parameters), parameters)),
    );
  }
}
