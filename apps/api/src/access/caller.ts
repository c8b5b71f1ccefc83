import type { Measurer } from '@chat-admin/domain/reports/report-measures';
import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Who calls: a `Principal`. */
export const Caller = createParamDecorator(
  (_data: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<FastifyRequest>().wire.principal,
);

/** Who acts on a report: a `Measurer`. */
export const Acting = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Measurer => {
    const { principal, signedIn } = context.switchToHttp().getRequest<FastifyRequest>().wire;
    const { name, scopes } = principal!;
    const origin = signedIn?.session.origin;
    const self = origin?.kind === 'login' ? origin.username : null;
    return { name, scopes, console: origin === undefined ? null : { self } };
  },
);
