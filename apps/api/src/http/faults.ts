import { ERROR_CODE_HEADER } from '@chat-admin/codecs/errors/error-answers';
import type { ErrorCode } from '@chat-admin/codecs/errors/error-answers';
import { urnOf, writeError } from '@chat-admin/codecs/errors/error.doc';
import { databaseAway, faultOf, unexpected } from '@chat-admin/codecs/errors/wire-errors';
import type { WireFault } from '@chat-admin/codecs/errors/wire-errors';
import { isDatabaseAway } from '@chat-admin/persistence/database/database-away';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { carriesSession } from '../access/browser-sessions.js';
import { suitableChallenges } from '../access/challenges.js';
import { API_ROOT } from './api-root.js';
import { chooseErrorForm } from './negotiation.js';
import type { ErrorRepresentation } from './negotiation.js';
import { isBeforeRules, tellNothing } from './ignored.js';
import { openFormat } from './representation.js';

/** The client's view of an error, and whether the service is at fault. */
export function faultFor(error: unknown): { readonly fault: WireFault; readonly ours: boolean } {
  const known = faultOf(error);
  if (known !== null) return { fault: known, ours: false };
  if (isDatabaseAway(error)) return { fault: databaseAway(), ours: true };
  return { fault: unexpected(), ours: true };
}

/** The type of a problem. Contract: core 1.7 */
export type ProblemTypes = (code: ErrorCode) => string;

/** @param hasPage whether the service explains its errors */
export const problemTypes = (hasPage: boolean): ProblemTypes =>
  hasPage ? (code) => `${ERRORS_PAGE}#${code}` : urnOf;

const ERRORS_PAGE = `${API_ROOT}/docs/errors`;

/** The error document of a fault in the form that suits the request. Contract: core 1.7 */
export function describeFault(
  fault: WireFault,
  request: FastifyRequest,
  typeOf: ProblemTypes,
): ErrorRepresentation & { readonly text: string } {
  const { headers, wire } = request;
  const representation = chooseErrorForm(headers.accept, wire.contentType, openFormat(headers));
  const { code, status, exception, message, detail } = fault;
  const resource = fault.resource === null ? wire.path : asSent(fault.resource, code, request);
  const error = { code, status, exception, message, resource, detail };
  const text = writeError(representation.form, error, typeOf);
  return { ...representation, text };
}

/** Their resource is the prepared user name, whatever was sent. Contract: core 5.2, extensions X-3 */
const NAMES_PREPARED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'invalid-vcard',
  'own-account',
  'last-administrator',
]);

/** A user named by a JID in the path is told as sent. Contract: core 1.10 */
function asSent(resource: string, code: ErrorCode, { wire: { pathUser } }: FastifyRequest): string {
  return resource === pathUser?.name && !NAMES_PREPARED.has(code) ? pathUser.sent : resource;
}

/** Sets status and headers of a fault on the reply. */
export function applyFault(fault: WireFault, reply: FastifyReply): void {
  reply.code(fault.status).header(ERROR_CODE_HEADER, fault.code);
  if (isBeforeRules(fault.code)) tellNothing(reply);
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
