import type { IncomingHttpHeaders } from 'node:http';
import type { FaultHeaders } from '@chat-admin/codecs/errors/wire-errors';

const BEARER = 'Bearer realm="REST API"';
const BASIC = 'Basic realm="REST API", charset="UTF-8"';

/** Headers of a 401: what a caller may try. RFC 9110, 15.5.2; contract: core 1.4 */
export const WITHOUT_BASIC: FaultHeaders = { 'WWW-Authenticate': [BEARER] };
export const WITH_BASIC: FaultHeaders = { 'WWW-Authenticate': [BEARER, BASIC] };

/** Whether a script of a page sends the request, for which a browser would open a dialog of its own. */
const isOfPage = (headers: IncomingHttpHeaders): boolean =>
  headers.origin !== undefined ||
  headers['x-requested-with'] !== undefined ||
  (headers['sec-fetch-mode'] ?? 'navigate') !== 'navigate';

/** Those that may be sent to whoever sent the headers. */
export const suitableChallenges = (
  challenges: readonly string[],
  headers: IncomingHttpHeaders,
): readonly string[] =>
  isOfPage(headers) ? challenges.filter((challenge) => challenge !== BASIC) : challenges;
