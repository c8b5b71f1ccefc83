import type { JobMaker } from '@chat-admin/domain/jobs/job';
import type { FastifyRequest } from 'fastify';

/** Who has made a request, as the maker of a job. */
export function makerOf({ wire }: FastifyRequest): JobMaker {
  const { id, name, kind, scopes } = wire.principal!;
  return { id, name, kind, scopes: scopes.all, isAtConsole: wire.signedIn !== null };
}
