import { ERRORS } from '@chat-admin/domain/shared/declared-errors';
import type { DomainErrorCode } from '@chat-admin/domain/shared/domain-error';
import type { ErrorKind, ValuesOf } from '@chat-admin/domain/shared/error-declaration';

type Headers = Readonly<Record<string, string>>;

/** How an error is answered. */
export interface ErrorAnswer {
  readonly status: number;
  readonly exception: string;
  /** the message; `{name}` stands for a value */
  readonly text: string;
  readonly headers: Headers;
}

const RETRY_SOON = { 'Retry-After': '2' };

/** Of the errors of the domain. Contract: core 9 */
const OF_KINDS = {
  invalid: { status: 400 },
  'too-large': { status: 413 },
  forbidden: { status: 403 },
  'not-found': { status: 404 },
  'already-exists': { status: 409 },
  'not-allowed': { status: 409 },
  gone: { status: 410 },
  unreachable: { status: 503 },
  'too-slow': { status: 503 },
  busy: { status: 503, headers: RETRY_SOON },
} as const satisfies Readonly<
  Record<ErrorKind, { readonly status: number; readonly headers?: Headers }>
>;

/** The statuses whose answers say what exactly is wrong, or what is allowed. Contract: extensions E10, I-5 */
type ExplainedStatus = 400 | 409 | 415;

/** The end of the request is unknown, so the connection has to be closed. */
const LAST_ANSWER = { Connection: 'close' };

const form = <const S extends number, const T extends string>(
  status: S,
  exception: string,
  text: T,
  headers: Headers = {},
) => ({ status, exception, text, headers });

const ILLEGAL_ARGUMENT = 'IllegalArgumentException';
const NOT_AUTHORIZED = 'NotAuthorizedException';
const FORBIDDEN = 'ForbiddenException';
const TOO_MANY = 'TooManyRequestsException';
const NOT_IMPLEMENTED = 'NotImplementedException';
const UNAVAILABLE = 'ServiceUnavailableException';

/** Errors of HTTP, which no endpoint and no rule raises. Contract: core 1.7 */
const OF_HTTP = {
  'unreadable-address': form(400, ILLEGAL_ARGUMENT, 'Could not read the request address'),
  'unreadable-request': form(400, ILLEGAL_ARGUMENT, 'Could not read the request', LAST_ANSWER),
  'document-unknown': form(
    400,
    ILLEGAL_ARGUMENT,
    'Could not read the request body: nothing of the document is known here',
  ),
  'invalid-header': form(400, ILLEGAL_ARGUMENT, 'Invalid value for header {name}'),
  'idempotency-unsupported': form(
    400,
    ILLEGAL_ARGUMENT,
    'Idempotency-Key is not supported at this address',
  ),
  'logout-token-invalid': form(400, ILLEGAL_ARGUMENT, 'Invalid logout token'),
  'authentication-failed': form(401, NOT_AUTHORIZED, 'Authentication failed'),
  'session-ended': form(401, NOT_AUTHORIZED, 'The session has ended'),
  'sign-in-ended': form(401, NOT_AUTHORIZED, 'The sign-in has ended'),
  'issuer-refused': form(401, NOT_AUTHORIZED, 'The issuer has refused: {code}'),
  'csrf-token-invalid': form(403, FORBIDDEN, 'The CSRF token is missing or wrong'),
  'api-disabled': form(403, FORBIDDEN, 'The REST API is disabled'),
  'passwords-off': form(403, FORBIDDEN, 'Sign in with the issuer'),
  'token-without-scope': form(403, FORBIDDEN, 'The token names no scope'),
  'resource-not-found': form(404, 'NotFoundException', 'There is no resource at this address'),
  'method-not-allowed': form(
    405,
    'MethodNotAllowedException',
    'The method is not supported at this address',
  ),
  'not-acceptable': form(
    406,
    'NotAcceptableException',
    'None of the accepted media types can be produced',
  ),
  'request-timeout': form(
    408,
    'RequestTimeoutException',
    'The request did not arrive in time',
    LAST_ANSWER,
  ),
  'request-in-progress': form(
    409,
    'IdempotencyConflictException',
    'A request with this idempotency key is in progress',
    { 'Retry-After': '1' },
  ),
  'precondition-failed': form(
    412,
    'PreconditionFailedException',
    'The precondition of the request is not met',
  ),
  'body-too-large': form(413, 'PayloadTooLargeException', 'The request body is too large'),
  'unsupported-media-type': form(
    415,
    'UnsupportedMediaTypeException',
    'The type or coding of the request body is not supported',
  ),
  'expectation-failed': form(417, 'ExpectationFailedException', 'The expectation cannot be met'),
  'idempotency-key-reused': form(
    422,
    'IdempotencyKeyReusedException',
    'The idempotency key was used with another request',
  ),
  'too-many-requests': form(429, TOO_MANY, 'Too many requests'),
  'too-many-streams': form(429, TOO_MANY, 'Too many event streams are open', {
    'Retry-After': '5',
  }),
  'header-too-large': form(
    431,
    'RequestHeaderFieldsTooLargeException',
    'The request address or a header is too long',
    LAST_ANSWER,
  ),
  'unexpected-error': form(500, 'InternalServerErrorException', 'Unexpected server error'),
  'method-not-implemented': form(501, NOT_IMPLEMENTED, 'The method is not implemented'),
  'transfer-coding-not-implemented': form(
    501,
    NOT_IMPLEMENTED,
    'The transfer coding is not implemented',
    LAST_ANSWER,
  ),
  'check-failed': form(503, UNAVAILABLE, 'Check failed: {check}'),
  'database-unavailable': form(503, UNAVAILABLE, 'The database cannot be reached', {
    'Retry-After': '5',
  }),
  'directory-unavailable': form(503, UNAVAILABLE, 'The directory cannot be reached', {
    'Retry-After': '5',
  }),
  'issuer-unavailable': form(503, UNAVAILABLE, 'The token issuer cannot be reached'),
  'user-service-unavailable': form(503, UNAVAILABLE, 'The user service cannot be reached'),
  'http-version-not-supported': form(
    505,
    'HTTPVersionNotSupportedException',
    'The HTTP version is not supported',
    LAST_ANSWER,
  ),
} as const;

type OfHttp = typeof OF_HTTP;

/** What has happened: one word for programs. Contract: core 1.7 */
export type ErrorCode = DomainErrorCode | keyof OfHttp;

/** The values that the text of an error has places for. */
export type ErrorValues<C extends ErrorCode> = ValuesOf<
  C extends DomainErrorCode
    ? (typeof ERRORS)[C]['text']
    : C extends keyof OfHttp
      ? OfHttp[C]['text']
      : never
>;

type StatusOf<C extends ErrorCode> = C extends DomainErrorCode
  ? (typeof OF_KINDS)[(typeof ERRORS)[C]['kind']]['status']
  : C extends keyof OfHttp
    ? OfHttp[C]['status']
    : never;

/** Whether the answer has to have a detail; `boolean` while it is not known which error it is. */
export type IsExplained<C extends ErrorCode> = C extends ErrorCode
  ? StatusOf<C> extends ExplainedStatus
    ? true
    : false
  : never;

const ofDomain = Object.entries(ERRORS).map(([code, { kind, exception, text }]) => {
  const { status, headers = {} }: { readonly status: number; readonly headers?: Headers } =
    OF_KINDS[kind];
  return [code, { status, exception, text, headers }] as const;
});

/** The answers of all errors, by code. */
export const ERROR_ANSWERS: Readonly<Record<ErrorCode, ErrorAnswer>> = {
  ...(Object.fromEntries(ofDomain) as Record<DomainErrorCode, ErrorAnswer>),
  ...OF_HTTP,
};

/** Of every error response of the API. Contract: core 1.7 */
export const ERROR_CODE_HEADER = 'X-Error-Code';

/** In alphabetical order. */
export const ERROR_CODES = Object.keys(ERROR_ANSWERS).sort() as ErrorCode[];
