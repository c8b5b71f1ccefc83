import type { AppMetrics } from '@chat-admin/server/metrics/app-metrics';
import { NO_ROUTE } from '@chat-admin/server/metrics/request-measures';
import { logAnswered } from '@chat-admin/server/process/log';
import { endRequest } from '@chat-admin/server/tracing/tracing';
import type { Tracing } from '@chat-admin/server/tracing/tracing';
import {
  isUserserviceAddress,
  USERSERVICE_ADDRESSES,
} from '@chat-admin/server/edge/userservice-address';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { EdgeServices } from './edge.js';
import { UsageMetrics } from './usage-metrics.js';
import './call-state.js';

/** Logs, measures and traces each request, and counts each use. Never logs the query string. */
export function observeCalls(
  log: Logger,
  metrics: AppMetrics,
  secretLabel: string,
  tracing: Tracing | null,
): EdgeServices['observer'] {
  const uses = new UsageMetrics(metrics.instruments);
  const routeOf = ({ legacy }: FastifyRequest) =>
    isUserserviceAddress(legacy.path) ? USERSERVICE_ADDRESSES[0] : NO_ROUTE;
  return {
    began: (request, reply) => {
      const { legacy, method } = request;
      if (tracing !== null) legacy.trace = tracing.request(legacy.trace, method);
      const measures = metrics.requests.of(method, routeOf(request));
      measures.active += 1;
      // comes also when the client goes away before it is answered
      reply.raw.on('close', () => (measures.active -= 1));
    },
    answered: (request, { statusCode: status, elapsedTime }) => {
      const { legacy, method, id } = request;
      const { path, client, parameters, admitted, failure } = legacy;
      const { address } = client;
      const route = routeOf(request);
      const type = parameters.get('type');
      metrics.requests.of(method, route).answered(status, elapsedTime / 1000);
      endRequest(legacy.trace, route, status);
      if (!admitted && failure !== null) metrics.refused(failure);
      if (route !== NO_ROUTE) uses.count({ address, type, status, error: failure });
      logAnswered(log, {
        request: id,
        method,
        path,
        route,
        status,
        durationMs: elapsedTime,
        user: admitted ? secretLabel : null,
        address,
        trace: legacy.trace?.id,
        failure,
      });
    },
  };
}
