import { writeError } from '@chat-admin/codecs/errors/error.doc';
import { databaseAway, faultOf, unexpected } from '@chat-admin/codecs/errors/wire-errors';
import type { WireFault } from '@chat-admin/codecs/errors/wire-errors';
import { isDatabaseAway } from '@chat-admin/persistence/database/database-away';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { carriesSession } from '../access/browser-sessions.js';
import { suitableChallenges } from '../access/challenges.js';
import { chooseErrorForm } from './negotiation.js';
import type { ErrorRepresentation } from './negotiation.js';
import { openFormat } from './representation.js';

/** The client's view of an error, and whether the service is at fault. */
export function faultFor(error: unknown): { readonly fault: WireFault; readonly ours: boolean } {
  const known = faultOf(error);
  if (known !== null) return { fault: known, ours: false };
  if (isDatabaseAway(error)) return { fault: databaseAway(), ours: true };
  return { fault: unexpected(), ours: true };
}

/** The error document of a fault in the form that suits the request. Contract: core 1.7 */
export function describeFault(
  fault: WireFault,
  request: FastifyRequest,
): ErrorRepresentation & { readonly text: string } {
  const { headers, wire } = request;
  const representation = chooseErrorForm(headers.accept, wire.contentType, openFormat(headers));
  const { status, exception, message, resource, detail } = fault;
  const text = writeError(representation.form, {
    status,
    exception,
    message,
    resource: resource === null ? wire.path : asSent(resource, request),
    detail,
  });
  return { ...representation, text };
}

/** A user named by a JID in the path is told as sent. Contract: core 1.10 */
function asSent(resource: string, { wire: { pathUser } }: FastifyRequest): string {
  return resource === pathUser?.name ? pathUser.sent : resource;
}

/** Sets status and headers of a fault on the reply. */
export function applyFault(fault: WireFault, reply: FastifyReply): void {
  reply.code(fault.status);
  // of what was undone
  reply.removeHeader('Set-Cookie');
  const { request } = reply;
  const { 'WWW-Authenticate': challenges = [], ...headers } = fault.headers;
  reply.headers(headers);
  // browsers would ask their user
  if (isOfBrowser(request)) return;
  const suitable = suitableChallenges([challenges].flat(), request.headers);
  if (suitable.length > 0) reply.header('WWW-Authenticate', suitable);
}

const isOfBrowser = (request: FastifyRequest): boolean =>
  request.wire.route?.endpoint.signsIn === true || carriesSession(request);
