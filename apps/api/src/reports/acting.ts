import type { ReportActor } from '@chat-admin/domain/reports/report-measures';
import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { loginEnder } from '../access/caller.js';

/** Who acts on a report: a `ReportActor`. */
export const Acting = createParamDecorator(
  (_data: unknown, context: ExecutionContext): ReportActor => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return { name: request.wire.principal!.name, ...loginEnder(request) };
  },
);
