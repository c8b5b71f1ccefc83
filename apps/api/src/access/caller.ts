import type { LoginEnder } from '@chat-admin/domain/access/administrator-protection';
import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Who calls: a `Principal`. */
export const Caller = createParamDecorator(
  (_data: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<FastifyRequest>().wire.principal,
);

/** Who ends a login by a request, whose credentials are verified. */
export function loginEnder({ wire: { principal, signedIn } }: FastifyRequest): LoginEnder {
  const origin = signedIn?.session.origin;
  const self = origin?.kind === 'login' ? origin.username : null;
  return { scopes: principal!.scopes, console: origin === undefined ? null : { self } };
}
