import { DomainError } from '@chat-admin/domain/shared/domain-error';
import { filled } from '@chat-admin/domain/shared/error-declaration';
import { ScopeMissing } from '@chat-admin/domain/shared/scopes';
import { ERROR_ANSWERS } from './error-answers.js';
import type { ErrorCode, ErrorValues, IsExplained } from './error-answers.js';

/** Of an error response; a list is sent as a header for each. */
export type FaultHeaders = Readonly<Record<string, string | string[]>>;

/** What an answer says besides the text of its error. */
interface Answer {
  /** `null`: the address of the request */
  readonly resource?: string | null;
  /** besides those of the error */
  readonly headers?: FaultHeaders;
  /** what exactly is wrong, or what is allowed. Contract: extensions E10, I-5 */
  readonly detail?: string | null;
}

type AnswerOf<C extends ErrorCode> = [IsExplained<C>] extends [true]
  ? [Answer & { readonly detail: string }]
  : [Answer?];

/** An error response. */
export class WireFault<C extends ErrorCode = ErrorCode> extends Error {
  readonly status: number;
  readonly exception: string;
  readonly resource: string | null;
  readonly headers: FaultHeaders;
  readonly detail: string | null;

  /** @param values of the text, or the whole message */
  constructor(
    readonly code: C,
    values: ErrorValues<C> | string,
    ...answer: AnswerOf<C>
  ) {
    const { resource = null, headers = {}, detail = null }: Answer = answer[0] ?? {};
    const form = ERROR_ANSWERS[code];
    super(typeof values === 'string' ? values : filled(form.text, values));
    this.name = 'WireFault';
    this.status = form.status;
    this.exception = form.exception;
    this.resource = resource;
    this.headers = { ...form.headers, ...headers };
    this.detail = detail;
  }
}

// Errors not specific to an endpoint. Contract: core 1.7

/** What an address is made of. */
export const PERCENT_ENCODED = 'percent-encoded UTF-8 without U+0000';

/** @param detail what is allowed */
export const unreadableAddress = (detail: string) =>
  new WireFault('unreadable-address', {}, { detail });

/** Contract: core 1.1 */
export const unencodedAddress = () =>
  new WireFault(
    'unreadable-address',
    {},
    {
      headers: { Connection: 'close' },
      detail: 'percent-encode it: RFC 3986, section 2.1',
    },
  );

export const unreadableRequest = () =>
  new WireFault('unreadable-request', {}, { detail: 'a request as RFC 9112 has it' });

/** @param names of it. Contract: core 1.6, CK-4 */
export const documentUnknown = (names: string) =>
  new WireFault('document-unknown', {}, { detail: names });

/** @param detail what is allowed */
export const invalidParameter = (name: string, sent: string, detail: string) =>
  new WireFault('invalid-parameter', { name, sent }, { detail });

/** @param detail what is allowed */
export const invalidHeader = (name: string, detail: string) =>
  new WireFault('invalid-header', { name }, { detail });

export const idempotencyUnsupported = () =>
  new WireFault(
    'idempotency-unsupported',
    {},
    { detail: 'leave the header out: an answer that has a secret is not kept' },
  );

export const notAuthenticated = (headers: FaultHeaders = {}) =>
  new WireFault('authentication-failed', {}, { headers });

/** Contract: extensions E5.5 */
export const sessionEnded = (headers: FaultHeaders = {}) =>
  new WireFault('session-ended', {}, { headers });

/** The cookie and the answer of the issuer do not belong together. Contract: extensions E14 */
export const signInEnded = () => new WireFault('sign-in-ended', {});

/** @param code as OAuth 2.0 names it, such as `access_denied` */
export const issuerRefused = (code: string) => new WireFault('issuer-refused', { code });

/** Contract: extensions E14 */
export const passwordsOff = () => new WireFault('passwords-off', {});

/** Contract: extensions E14 */
export const logoutTokenInvalid = () =>
  new WireFault(
    'logout-token-invalid',
    {},
    {
      detail:
        'a fresh logout token of the issuer, as OpenID Connect Back-Channel Logout 1.0 has it',
    },
  );

/** Contract: extensions E5.5 */
export const crossSiteRequest = () => new WireFault('csrf-token-invalid', {});

export const apiDisabled = () => new WireFault('api-disabled', {});

export const nothingHere = () => new WireFault('resource-not-found', {});

/** @param allow the value of the `Allow` header: `GET, PUT, HEAD, OPTIONS` */
export const methodNotAllowed = (allow: string) =>
  new WireFault('method-not-allowed', {}, { headers: { Allow: allow } });

export const notAcceptable = () => new WireFault('not-acceptable', {});

/** @param tag that a GET would have, `null` if there is none */
export const preconditionFailed = (tag: string | null) =>
  new WireFault('precondition-failed', {}, { headers: tag === null ? {} : { ETag: tag } });

export const tooLarge = () => new WireFault('body-too-large', {});

/** It brings nothing any longer. Contract: core 1.11 */
export const tooSlow = () => new WireFault('request-timeout', {});

const unsupportedMedia = (detail: string, headers: FaultHeaders) =>
  new WireFault('unsupported-media-type', {}, { headers, detail });

/** @param taken in place of it; `text/xml` is for those who have sent it always. RFC 9110 section 15.5.16 */
export const unsupportedType = (taken: readonly string[], headers: FaultHeaders = {}) =>
  unsupportedMedia(`send ${oneOf(taken.filter((type) => type !== 'text/xml'))}`, {
    Accept: taken.join(', '),
    ...headers,
  });

export const unsupportedCoding = () =>
  unsupportedMedia('send it plain or as gzip', { 'Accept-Encoding': 'gzip' });

export const unsupportedCharset = (taken: readonly string[]) =>
  unsupportedMedia(`send it in ${oneOf(taken)}`, {});

const oneOf = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;

/** Another request has used the key. Contract: extensions E4.1 */
export const idempotencyKeyReused = (key: string) =>
  new WireFault('idempotency-key-reused', {}, { resource: key });

/** A request with the key is being carried out. Contract: extensions E4.1 */
export const requestInProgress = (key: string) =>
  new WireFault(
    'request-in-progress',
    {},
    { resource: key, detail: 'send it again when that one is answered' },
  );

export const tooMany = (retryAfterSeconds: number) =>
  new WireFault('too-many-requests', {}, { headers: { 'Retry-After': String(retryAfterSeconds) } });

/** Contract: extensions E8.2 */
export const tooManyStreams = () => new WireFault('too-many-streams', {});

/** The parser gives up. */
export const headerTooLarge = () => new WireFault('header-too-large', {});

/** RFC 9110 section 15.5.18 */
export const expectationFailed = () => new WireFault('expectation-failed', {});

export const unexpected = () => new WireFault('unexpected-error', {});

export const notImplemented = () => new WireFault('method-not-implemented', {});

export const unknownTransferCoding = () => new WireFault('transfer-coding-not-implemented', {});

/** RFC 9110 section 15.6.6 */
export const unknownVersion = () => new WireFault('http-version-not-supported', {});

/** Of the bodies of those who are not known yet. Contract: core 1.11 */
export const tooManyStrangers = () =>
  new WireFault('overloaded', {}, { headers: { 'Retry-After': '1' } });

/** @param check the name of the check, such as `readiness/server` */
export const checkFailed = (check: string) => new WireFault('check-failed', { check });

// Contract: extensions E5.4

export const noScopeNamed = () => new WireFault('token-without-scope', {});

export const issuerAway = () => new WireFault('issuer-unavailable', {});

/** The directory that keeps the password. Contract: extensions E13.5 */
export const directoryAway = () => new WireFault('directory-unavailable', {});

/** It cannot be reached, or takes no writes. */
export const databaseAway = () => new WireFault('database-unavailable', {});

export const userServiceAway = () => new WireFault('user-service-unavailable', {});

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
  if (!(error instanceof DomainError)) return null;
  const { code, message, resource, detail } = error;
  const headers = error instanceof ScopeMissing ? insufficientScope(error) : {};
  return new WireFault(code, message, { resource, headers, detail });
}
