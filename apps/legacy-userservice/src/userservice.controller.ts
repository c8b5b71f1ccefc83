import { Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { withAudit } from '@chat/server/audited-requests';
import type { FastifyRequest } from 'fastify';
import { LegacyConfig } from './config.js';
import { OperationAudit } from './request-audit.js';
import { UserserviceAccess } from './userservice-access.js';
import { readOperation, readType } from './userservice-checks.js';
import { TYPES, UserserviceOperations } from './userservice-operations.js';
import type { Outcome } from './userservice.reply.js';
import './call-state.js';

/** The same service at three addresses. */
export const ADDRESSES = [
  '/plugins/restapi/userservice',
  '/plugins/restapi/v1/userservice',
  '/plugins/userService/userservice',
];

const READING: readonly string[] = ['grouplist', 'usergrouplist'];

/** Contract: muc-and-legacy 11 */
@Controller()
export class UserserviceController {
  constructor(
    private readonly access: UserserviceAccess,
    private readonly operations: UserserviceOperations,
    private readonly config: LegacyConfig,
  ) {}

  @Get(ADDRESSES)
  get(@Req() request: FastifyRequest): Promise<Outcome> {
    return this.serve(request);
  }

  @Post(ADDRESSES)
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
