import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { AnsweredRequest } from '@chat-admin/server/process/log';
import type { Metrics } from './management/metrics.js';
import './http/wire-state.js';

const NO_ROUTE = '(none)';
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** Logs and measures each answered request. */
export function observeRequests(
  log: Logger,
  metrics: Metrics,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const logged = log.isLevelEnabled('info');
  return (request, reply) => {
    const { method, wire, id } = request;
    const route = wire.route?.pattern ?? NO_ROUTE;
    const { statusCode: status, elapsedTime } = reply;
    metrics.request(knownMethod(method), route, status, elapsedTime / 1000);
    if (wire.principal === null && wire.failure !== null) metrics.refused(wire.failure);
    if (!logged) return;
    const line: AnsweredRequest = {
      request: id,
      method,
      path: wire.path,
      route,
      status,
      durationMs: Math.round(elapsedTime * 1000) / 1000,
      user: wire.principal?.name ?? null,
      address: wire.client.address,
    };
    log.info(line);
  };
}

/** Clients may send any word as method, but the number of labels must stay small. */
function knownMethod(method: string): string {
  return METHODS.has(method) ? method : 'OTHER';
}
