import { remember } from '@chat-admin/server/edge/remember';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_ROOT } from './api-root.js';
import type { Query } from './query-string.js';

/** Addresses of the reference beside the plural ones; they stay, and new clients should not use them. */
const SINGULAR_AFFILIATION = /\/(owner|admin|member|outcast)(?=\/|$)/;
/** The misspelt name of the reference beside the right one. */
const MISSPELT = 'encypted';
/** 2025-01-01 */
const SINCE = '@1735689600';
const DOCUMENTATION = `<${API_ROOT}/docs/>; rel="deprecation"`;

/** @param pattern of a route */
export function isDeprecatedAddress(pattern: string): boolean {
  return SINGULAR_AFFILIATION.test(pattern);
}

const isDeprecated = remember((pattern = '') => isDeprecatedAddress(pattern));

/** Adds the headers of RFC 9745 to the answer, if the request uses what new clients should not. Contract: extensions E9 */
export function announceDeprecation(request: FastifyRequest, reply: FastifyReply): void {
  const { route } = request.wire;
  if (route === null) return;
  const { queries } = route.endpoint;
  const isMisspelt = queries?.includes(MISSPELT) && MISSPELT in (request.query as Query);
  if (!isMisspelt && !isDeprecated(route.pattern)) return;
  const link = reply.getHeader('Link');
  reply.header('Deprecation', SINCE);
  reply.header('Link', link === undefined ? DOCUMENTATION : `${String(link)}, ${DOCUMENTATION}`);
}
