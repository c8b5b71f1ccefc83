import type { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { endpointOf } from './endpoint.js';

/** A JID in the place of a user name in a path. */
export interface PathUser {
  /** the user name that takes its place */
  readonly name: string;
  readonly sent: string;
}

/**
 * Puts the user name in place of a JID of the domain in a path, for all that read it: the checks of
 * scopes, the audit, conditions, and the handler. A resource has no effect, but where sessions are
 * meant, whose paths are read with it.
 * @returns `null`: there is none. Contract: core 1.10
 */
export function readPathUser(request: FastifyRequest, domain: ServiceDomain): PathUser | null {
  const params = request.params as Record<string, string | undefined> | null;
  const sent = params?.['username'];
  if (!sent?.includes('@') || endpointOf(request)?.area === 'sessions') return null;
  const jid = domain.localJid(sent);
  if (jid === null) return null;
  params!['username'] = jid.local;
  return { name: jid.local, sent };
}

/** The JID in place of the user name, under which nobody is made; `null`: there is none. */
export const PathJid = createParamDecorator(
  (_data: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<FastifyRequest>().wire.pathUser?.sent ?? null,
);
