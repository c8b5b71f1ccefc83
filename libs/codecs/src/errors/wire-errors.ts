import { DomainError, type DomainErrorCode } from '@chat-admin/domain/shared/domain-error';
import { ScopeMissing } from '@chat-admin/domain/shared/scopes';
import { InvalidValue, UnknownMember, UnreadableBody } from '../wire/body-faults.js';

/** The error texts of the deprecated user service. Contract: muc-and-legacy 11.3 */
export type LegacyError =
  | 'IllegalArgumentException'
  | 'UserNotFoundException'
  | 'UserAlreadyExistsException'
  | 'RequestNotAuthorised'
  | 'UserServiceDisabled'
  | 'SharedGroupException';

export interface WireError {
  readonly status: number;
  readonly exception: string;
  readonly legacy: LegacyError;
  readonly headers: Readonly<Record<string, string>>;
}

const ILLEGAL_ARGUMENT = 'IllegalArgumentException';

/** The form of each domain error on the wire. Contract: core 9 */
export const WIRE_ERRORS: Readonly<Record<DomainErrorCode, WireError>> = {
  'invalid-argument': wire(400, ILLEGAL_ARGUMENT, ILLEGAL_ARGUMENT),
  'password-missing': wire(400, 'PasswordIsNull', ILLEGAL_ARGUMENT),
  'user-not-found': wire(404, 'UserNotFoundException', 'UserNotFoundException'),
  'user-already-exists': wire(409, 'UserAlreadyExistsException', 'UserAlreadyExistsException'),
  'roster-item-not-found': wire(404, 'RosterItemNotFound', 'UserNotFoundException'),
  'shared-group': wire(400, 'SharedGroupException', 'SharedGroupException'),
  'group-not-found': wire(404, 'GroupNotFoundException', ILLEGAL_ARGUMENT),
  'group-already-exists': wire(409, 'GroupAlreadyExistsException', ILLEGAL_ARGUMENT),
  'property-not-found': wire(404, 'PropertyNotFoundException', ILLEGAL_ARGUMENT),
  'property-protected': wire(403, 'NotAllowedException', ILLEGAL_ARGUMENT),
  'audit-write-only': wire(403, 'AuditWriteOnlyException', ILLEGAL_ARGUMENT),
  'cluster-node-not-found': wire(404, 'ClusterNodeNotFoundException', ILLEGAL_ARGUMENT),
  'service-not-found': wire(404, 'MUCServiceNotFoundException', ILLEGAL_ARGUMENT),
  'room-not-found': wire(404, 'RoomNotFoundException', ILLEGAL_ARGUMENT),
  'message-not-found': wire(404, 'MessageNotFoundException', ILLEGAL_ARGUMENT),
  'photo-not-found': wire(404, 'PhotoNotFoundException', ILLEGAL_ARGUMENT),
  'lockout-not-found': wire(404, 'LockoutNotFoundException', ILLEGAL_ARGUMENT),
  'session-not-found': wire(404, 'SessionNotFoundException', ILLEGAL_ARGUMENT),
  'occupant-not-found': wire(404, 'OccupantNotFoundException', ILLEGAL_ARGUMENT),
  'key-not-found': wire(404, 'KeyNotFoundException', ILLEGAL_ARGUMENT),
  'events-gone': wire(410, 'EventsGoneException', ILLEGAL_ARGUMENT),
  'scope-missing': wire(403, 'ForbiddenException', ILLEGAL_ARGUMENT),
  'key-too-strong': wire(403, 'ForbiddenException', ILLEGAL_ARGUMENT),
  'webhook-too-weak': wire(403, 'ForbiddenException', ILLEGAL_ARGUMENT),
  'already-exists': wire(409, 'AlreadyExistsException', ILLEGAL_ARGUMENT),
  'not-allowed': wire(409, 'NotAllowedException', ILLEGAL_ARGUMENT),
  'chat-server-away': wire(503, 'ServiceUnavailableException', ILLEGAL_ARGUMENT),
  'too-many-parts': wire(413, 'PayloadTooLargeException', ILLEGAL_ARGUMENT),
  overloaded: busy(),
  'too-many-lists': busy(),
  'list-too-slow': wire(503, 'ServiceUnavailableException', ILLEGAL_ARGUMENT),
  'job-not-found': wire(404, 'JobNotFoundException', ILLEGAL_ARGUMENT),
  'not-the-maker': wire(403, 'ForbiddenException', ILLEGAL_ARGUMENT),
  'passwords-gone': wire(410, 'PasswordsGoneException', ILLEGAL_ARGUMENT),
  'file-gone': wire(410, 'FileGoneException', ILLEGAL_ARGUMENT),
  'webhook-not-found': wire(404, 'WebhookNotFoundException', ILLEGAL_ARGUMENT),
};

/** Soon it will be otherwise. */
function busy(): WireError {
  return wire(503, 'ServiceUnavailableException', ILLEGAL_ARGUMENT, { 'Retry-After': '2' });
}

function wire(
  status: number,
  exception: string,
  legacy: LegacyError,
  headers: Readonly<Record<string, string>> = {},
): WireError {
  return { status, exception, legacy, headers };
}

/** Of an error response; a list is sent as a header for each. */
export type FaultHeaders = Readonly<Record<string, string | string[]>>;

/** An error response. `resource: null` means the address of the request. */
export class WireFault extends Error {
  constructor(
    readonly status: number,
    readonly exception: string,
    message: string,
    readonly resource: string | null = null,
    readonly headers: FaultHeaders = {},
    readonly detail: string | null = null,
  ) {
    super(message);
    this.name = 'WireFault';
  }
}

// Errors not specific to an endpoint. Contract: core 1.7

export const unreadableAddress = () =>
  new WireFault(400, 'IllegalArgumentException', 'Could not read the request address');

/** The end of the request is unknown, so the connection has to be closed. */
const LAST_ANSWER = { Connection: 'close' };

/** Contract: core 1.1 */
export const unencodedAddress = () =>
  new WireFault(
    400,
    ILLEGAL_ARGUMENT,
    'Could not read the request address',
    null,
    LAST_ANSWER,
    'percent-encode it: RFC 3986, section 2.1',
  );

export const unreadableRequest = () =>
  new WireFault(400, 'IllegalArgumentException', 'Could not read the request', null, LAST_ANSWER);

export const invalidParameter = (name: string, value: string) =>
  new WireFault(400, 'IllegalArgumentException', `Invalid value for parameter ${name}: ${value}`);

export const invalidHeader = (name: string) =>
  new WireFault(400, ILLEGAL_ARGUMENT, `Invalid value for header ${name}`);

export const idempotencyUnsupported = () =>
  new WireFault(400, ILLEGAL_ARGUMENT, 'Idempotency-Key is not supported at this address');

export const notAuthenticated = (headers: FaultHeaders = {}) =>
  new WireFault(401, 'NotAuthorizedException', 'Authentication failed', null, headers);

/** Contract: extensions E5.5 */
export const sessionEnded = (headers: Readonly<Record<string, string>> = {}) =>
  new WireFault(401, 'NotAuthorizedException', 'The session has ended', null, headers);

/** Contract: extensions E5.5 */
export const crossSiteRequest = () =>
  new WireFault(403, 'ForbiddenException', 'The CSRF token is missing or wrong');

export const apiDisabled = () =>
  new WireFault(403, 'ForbiddenException', 'The REST API is disabled');

export const nothingHere = () =>
  new WireFault(404, 'NotFoundException', 'There is no resource at this address');

/** @param allow the value of the `Allow` header: `GET, PUT, HEAD, OPTIONS` */
export const methodNotAllowed = (allow: string) =>
  new WireFault(
    405,
    'MethodNotAllowedException',
    'The method is not supported at this address',
    null,
    { Allow: allow },
  );

export const notAcceptable = () =>
  new WireFault(406, 'NotAcceptableException', 'None of the accepted media types can be produced');

/** @param tag that a GET would have, `null` if there is none */
export const preconditionFailed = (tag: string | null) =>
  new WireFault(
    412,
    'PreconditionFailedException',
    'The precondition of the request is not met',
    null,
    tag === null ? {} : { ETag: tag },
  );

export const tooLarge = () =>
  new WireFault(413, 'PayloadTooLargeException', 'The request body is too large');

/** It brings nothing any longer. Contract: core 1.11 */
export const tooSlow = () =>
  new WireFault(
    408,
    'RequestTimeoutException',
    'The request did not arrive in time',
    null,
    LAST_ANSWER,
  );

const unsupportedMedia = (detail: string, headers: FaultHeaders) =>
  new WireFault(
    415,
    'UnsupportedMediaTypeException',
    'The type or coding of the request body is not supported',
    null,
    headers,
    detail,
  );

/** @param taken in place of it; `text/xml` is for those who have sent it always. RFC 9110 section 15.5.16 */
export const unsupportedType = (taken: readonly string[], headers: FaultHeaders = {}) =>
  unsupportedMedia(`send ${oneOf(taken.filter((type) => type !== 'text/xml'))}`, {
    Accept: taken.join(', '),
    ...headers,
  });

export const unsupportedCoding = () =>
  unsupportedMedia('send it plain or as gzip', { 'Accept-Encoding': 'gzip' });

const oneOf = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;

/** Another request has used the key. Contract: extensions E4.1 */
export const idempotencyKeyReused = (key: string) =>
  new WireFault(
    422,
    'IdempotencyKeyReusedException',
    'The idempotency key was used with another request',
    key,
  );

/** A request with the key is being carried out. Contract: extensions E4.1 */
export const requestInProgress = (key: string) =>
  new WireFault(
    409,
    'IdempotencyConflictException',
    'A request with this idempotency key is in progress',
    key,
    { 'Retry-After': '1' },
  );

export const tooMany = (retryAfterSeconds: number) =>
  new WireFault(429, 'TooManyRequestsException', 'Too many requests', null, {
    'Retry-After': String(retryAfterSeconds),
  });

/** Contract: extensions E8.2 */
export const tooManyStreams = () =>
  new WireFault(429, 'TooManyRequestsException', 'Too many event streams are open', null, {
    'Retry-After': '5',
  });

/** RFC 9110 section 15.5.18 */
export const expectationFailed = () =>
  new WireFault(417, 'ExpectationFailedException', 'The expectation cannot be met');

export const unexpected = () =>
  new WireFault(500, 'InternalServerErrorException', 'Unexpected server error');

export const notImplemented = () =>
  new WireFault(501, 'NotImplementedException', 'The method is not implemented');

export const unknownTransferCoding = () =>
  new WireFault(
    501,
    'NotImplementedException',
    'The transfer coding is not implemented',
    null,
    LAST_ANSWER,
  );

/** RFC 9110 section 15.6.6 */
export const unknownVersion = () =>
  new WireFault(
    505,
    'HTTPVersionNotSupportedException',
    'The HTTP version is not supported',
    null,
    LAST_ANSWER,
  );

/** Of the bodies of those who are not known yet. Contract: core 1.11 */
export const tooManyStrangers = () =>
  new WireFault(
    503,
    'ServiceUnavailableException',
    'Too much work is waiting, try again later',
    null,
    { 'Retry-After': '1' },
  );

/** @param check the name of the check, such as `readiness/server` */
export const checkFailed = (check: string) =>
  new WireFault(503, 'ServiceUnavailableException', `Check failed: ${check}`);

// Contract: extensions E5.4

export const noScopeNamed = () =>
  new WireFault(403, 'ForbiddenException', 'The token names no scope');

export const issuerAway = () =>
  new WireFault(503, 'ServiceUnavailableException', 'The token issuer cannot be reached');

/** It cannot be reached, or takes no writes. */
export const databaseAway = () =>
  new WireFault(503, 'ServiceUnavailableException', 'The database cannot be reached', null, {
    'Retry-After': '5',
  });

const UNUSABLE_BODY = [UnreadableBody, InvalidValue, UnknownMember];

/** RFC 6750, section 3. */
const bearerChallenge = (parameters: string) => ({
  'WWW-Authenticate': `Bearer realm="REST API", ${parameters}`,
});

/** Headers of a 401 of a key or token. Contract: extensions E5.1 */
export const INVALID_TOKEN = bearerChallenge('error="invalid_token"');

const insufficientScope = ({ missing }: ScopeMissing) =>
  bearerChallenge(`error="insufficient_scope", scope="${missing.join(' ')}"`);

/** The response for an error; `null` for errors that are not disclosed to clients. */
export function faultOf(error: unknown): WireFault | null {
  if (error instanceof WireFault) return error;
  if (UNUSABLE_BODY.some((kind) => error instanceof kind)) {
    return new WireFault(400, ILLEGAL_ARGUMENT, (error as Error).message);
  }
  if (error instanceof DomainError) {
    const { status, exception, headers: usual } = WIRE_ERRORS[error.code];
    const headers = error instanceof ScopeMissing ? insufficientScope(error) : usual;
    return new WireFault(status, exception, error.message, error.resource, headers, error.detail);
  }
  return null;
}
