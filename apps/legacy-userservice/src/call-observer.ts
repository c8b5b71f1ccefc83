import type { AnsweredRequest } from '@chat-admin/server/process/log';
import {
  isUserserviceAddress,
  USERSERVICE_ADDRESSES,
} from '@chat-admin/server/edge/userservice-address';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { UsageMetrics } from './usage-metrics.js';
import './call-state.js';

/** Logs each answered request and counts each use. Never logs the query string. */
export function observeCalls(
  log: Logger,
  metrics: UsageMetrics,
  secretLabel: string,
): (request: FastifyRequest, reply: FastifyReply) => void {
  return ({ legacy, method, id }, { statusCode, elapsedTime }) => {
    const { path, client, parameters, admitted, failure } = legacy;
    const { address } = client;
    const served = isUserserviceAddress(path);
    const type = parameters.get('type');
    if (served) metrics.count({ address, type, status: statusCode, error: failure });
    const line: AnsweredRequest = {
      request: id,
      method,
      path,
      route: served ? USERSERVICE_ADDRESSES[0] : '(none)',
      status: statusCode,
      durationMs: Math.round(elapsedTime * 1000) / 1000,
      user: admitted ? secretLabel : null,
      address,
    };
    log.info({ ...line, error: failure });
  };
}
