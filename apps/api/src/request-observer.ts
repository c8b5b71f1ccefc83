import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { AppMetrics } from '@chat-admin/server/metrics/app-metrics';
import { NO_ROUTE } from '@chat-admin/server/metrics/request-measures';
import { logAnswered } from '@chat-admin/server/process/log';
import { endRequest } from '@chat-admin/server/tracing/tracing';
import type { Tracing } from '@chat-admin/server/tracing/tracing';
import type { EdgeServices } from './http/wire-edge.js';
import './http/wire-state.js';

/** Logs, measures and traces each request. */
export function observeRequests(
  log: Logger,
  metrics: AppMetrics,
  tracing: Tracing | null,
): EdgeServices['observer'] {
  const logged = log.isLevelEnabled('info');
  const began = ({ method, wire }: FastifyRequest, reply: FastifyReply): void => {
    if (tracing !== null) wire.trace = tracing.request(wire.trace, method);
    const measures = metrics.requests.of(method, wire.route?.pattern ?? NO_ROUTE);
    wire.measures = measures;
    measures.active += 1;
    // comes also when the client goes away before it is answered
    reply.raw.on('close', () => (measures.active -= 1));
  };
  const answered = ({ method, wire, id }: FastifyRequest, reply: FastifyReply): void => {
    const { statusCode: status, elapsedTime } = reply;
    wire.measures?.answered(status, elapsedTime / 1000);
    endRequest(wire.trace, wire.route?.pattern ?? NO_ROUTE, status);
    if (wire.principal === null && wire.failure !== null) metrics.refused(wire.failure);
    if (!logged) return;
    logAnswered(log, {
      request: id,
      method,
      path: wire.path,
      route: wire.route?.pattern ?? NO_ROUTE,
      status,
      durationMs: elapsedTime,
      user: wire.principal?.name ?? null,
      address: wire.client.address,
      trace: wire.trace?.id,
    });
  };
  return { began, answered };
}
