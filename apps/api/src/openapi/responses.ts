import { writeError } from '@chat-admin/codecs/errors/error.doc';
import type { ErrorForm } from '@chat-admin/codecs/errors/error.doc';
import {
  ERROR_ANSWERS,
  ERROR_CODE_HEADER,
  ERROR_CODES,
} from '@chat-admin/codecs/errors/error-answers';
import type { ErrorCode, ErrorValues } from '@chat-admin/codecs/errors/error-answers';
import type { DocumentSchema } from '@chat-admin/codecs/wire/describe';
import { filled } from '@chat-admin/domain/shared/error-declaration';
import { API_ROOT } from '../http/api-root.js';
import { problemTypes } from '../http/faults.js';
import { HISTORY_HEADER } from '../http/history-header.js';
import { IGNORED_HEADER } from '../http/ignored-header.js';
import { xmlOf } from './content.js';

const member = { type: 'string' } as const;
const about = (description: string) => ({ ...member, description });

export const ERROR: DocumentSchema = {
  type: 'object',
  required: ['resource', 'message', 'exception'],
  properties: {
    resource: about('What it is about'),
    message: about('What is wrong, always in the same words'),
    exception: about('What kind of refusal it is, for programs'),
    detail: about('What exactly is wrong, or what is allowed: with every 400 and 409'),
  },
  xml: { name: 'error' },
};

/** `components.schemas.ErrorCode` */
export const ERROR_CODE = {
  type: 'string',
  description: 'What has happened, for programs; the documentation page explains each',
  enum: ERROR_CODES,
} as const;

const CODE = { $ref: '#/components/schemas/ErrorCode' } as const;

export const PROBLEM = {
  type: 'object',
  description: 'RFC 9457',
  required: ['type', 'title', 'status', 'detail', 'resource', 'exception', 'code'],
  properties: {
    type: about('Path of the page that explains the code, or its URN if there is no page'),
    title: about('Name of the status'),
    status: { type: 'integer', description: 'The status' },
    detail: about('What is wrong'),
    resource: about('What it is about'),
    exception: about('What kind of refusal it is, for programs'),
    code: { ...CODE, description: 'What has happened, for programs' },
  },
} as const;

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds', schema: { type: 'integer' } },
} as const;
const CHALLENGE = {
  'WWW-Authenticate': { description: 'RFC 9110, 11.6.1', schema: { type: 'string' } },
} as const;

/** RFC 9110, 15.5.16; RFC 5789, 3.1 */
const TAKEN_INSTEAD = {
  Accept: { description: 'The media types that are taken', schema: { type: 'string' } },
  'Accept-Encoding': { description: 'The codings that are taken', schema: { type: 'string' } },
  'Accept-Patch': { description: 'The media types of patches', schema: { type: 'string' } },
} as const;

export const CREATED = {
  description: 'It did not exist',
  headers: { Location: { description: 'Path of what is new', schema: member } },
} as const;

/** `components.headers` */
export const HEADERS = {
  [ERROR_CODE_HEADER]: { description: 'What has happened', schema: CODE },
  ETag: {
    description: 'Strong tag of the document; its first 16 characters are the same in every form',
    schema: member,
  },
  RateLimit: {
    description:
      'Of a key with a rate: requests that are left (`r`), and seconds until more are (`t`)',
    schema: { type: 'string', examples: ['"key";r=512;t=37'] },
  },
  'RateLimit-Policy': {
    description: 'Of a key with a rate: requests (`q`) in so many seconds (`w`)',
    schema: { type: 'string', examples: ['"key";q=600;w=60'] },
  },
  'Content-Location': {
    description: 'Path of the document, if it has got another one',
    schema: member,
  },
  'Idempotency-Replayed': {
    description:
      '`true`: the answer of an earlier request; `truncated`: without its body, too long to keep',
    schema: { type: 'string', enum: ['true', 'truncated'] },
  },
  [IGNORED_HEADER]: {
    description:
      'Names in the request that nothing reads: parameters with `?` in front, then those of the document',
    schema: { type: 'string', examples: ['?page, userName, members.x'] },
  },
  'X-Dry-Run': {
    description: '`true`: it was only tried, nothing has changed',
    schema: { type: 'boolean' },
  },
  [HISTORY_HEADER]: {
    description:
      '`memory`: nothing is stored, this is what the chat server remembers; `unavailable`: it could not be asked',
    schema: { type: 'string', enum: ['memory', 'unavailable'] },
  },
  Link: {
    description: 'RFC 8288: `next` is the next page of a list, `deprecation` what to read',
    schema: member,
  },
  'X-Total-Count': {
    description: 'How many entries the list has, if `total` asks for it',
    schema: { type: 'integer', format: 'int64' },
  },
  'X-Total-Count-Limited': {
    description: '`true`: there are more than X-Total-Count says',
    schema: { type: 'boolean' },
  },
  Deprecation: {
    description: 'RFC 9745: since when new clients should not use this address',
    schema: { type: 'string', pattern: '^@\\d+$' },
  },
} as const;

const CODE_HEADER = {
  [ERROR_CODE_HEADER]: { $ref: `#/components/headers/${ERROR_CODE_HEADER}` },
} as const;
const IGNORED = { [IGNORED_HEADER]: { $ref: `#/components/headers/${IGNORED_HEADER}` } } as const;
const ETAG = { ETag: { $ref: '#/components/headers/ETag' } } as const;

/** `components.responses` of documents with a tag. Contract: extensions E2 */
export const NOT_MODIFIED = {
  description: 'The document still has a tag of If-None-Match',
  headers: ETAG,
} as const;

/** Statuses other than of a success, with what they mean. Contract: core 1.7 */
const FAILURES = {
  400: ['BadRequest', 'A parameter or the body cannot be used'],
  401: ['Unauthorized', 'Credentials are missing or wrong', CHALLENGE],
  403: ['Forbidden', 'The caller may not do this'],
  404: ['NotFound', 'What the path names does not exist'],
  406: ['NotAcceptable', 'None of the media types of Accept can be written'],
  408: ['RequestTimeout', 'Nothing came of the body for too long'],
  409: ['Conflict', 'It exists already, or the change would break a rule'],
  410: ['Gone', 'It is not there any more'],
  412: ['PreconditionFailed', 'A condition of the request does not hold', ETAG],
  413: ['ContentTooLarge', 'The body is longer, or has more entries, than allowed'],
  415: ['UnsupportedMediaType', 'The body has another media type or coding', TAKEN_INSTEAD],
  422: ['UnprocessableContent', 'The idempotency key was used with another request'],
  429: ['TooManyRequests', 'Too many failed logins from this address', RETRY_AFTER],
  500: ['InternalServerError', 'A fault of the service'],
  503: ['ServiceUnavailable', 'The database or the chat server cannot be reached', RETRY_AFTER],
} as const;

/** Those with which the rules of an endpoint refuse a request that could be read. Contract: core 1.2, check 16 */
const BY_RULES: ReadonlySet<FailureStatus> = new Set<FailureStatus>([400, 404, 409, 412]);

export type FailureStatus = keyof typeof FAILURES;

/** What every operation may be refused with; each says itself what else. Contract: core 1.7 */
export const GENERAL: readonly ErrorCode[] = [
  'unreadable-address',
  'unreadable-request',
  'unreadable-body',
  'invalid-header',
  'invalid-parameter',
  'invalid-value',
  'value-too-long',
  'authentication-failed',
  'session-ended',
  'api-disabled',
  'csrf-token-invalid',
  'scope-missing',
  'token-without-scope',
  'resource-not-found',
  'not-acceptable',
  'request-timeout',
  'request-in-progress',
  'precondition-failed',
  'body-too-large',
  'too-many-entries',
  'unsupported-media-type',
  'idempotency-key-reused',
  'too-many-requests',
  'unexpected-error',
  'chat-server-unavailable',
  'database-unavailable',
  'issuer-unavailable',
  'list-too-slow',
  'overloaded',
  'too-many-lists',
];

/** Values for examples; others are shown as `…`. */
const VALUES: { readonly [C in ErrorCode]?: ErrorValues<C> } = {
  'invalid-header': { name: 'If-None-Match' },
  'invalid-parameter': { name: 'limit', sent: 0 },
  'invalid-value': { value: 'maxUsers: many' },
  'value-too-long': { field: 'name', limit: '100 characters' },
  'unreadable-body': { reason: 'a JSON object is expected' },
  'events-gone': { id: 1041 },
  'scope-missing': { scope: 'users:read' },
  'too-many-entries': { things: 'properties', limit: 1000 },
};

/** Details of them. */
const DETAILS: { readonly [C in ErrorCode]?: string } = {
  'invalid-header': '* or entity tags in quotes, separated by commas',
  'invalid-parameter': '1 to 1000',
  'invalid-value': 'a whole number',
  'value-too-long': 'at most 100 characters',
  'unreadable-body': 'an object in braces: {…}',
  'user-already-exists': 'the user name is taken: ola',
};

/** The message of an error with values that it may have. */
export function sampleMessage(code: ErrorCode): string {
  const values: Readonly<Record<string, string | number>> = VALUES[code] ?? {};
  const { text } = ERROR_ANSWERS[code];
  return filled(text, new Proxy({}, { get: (_, name: string) => values[name] ?? '…' }));
}

const ERROR_SCHEMA = { $ref: '#/components/schemas/Error' };
const PROBLEM_SCHEMA = { $ref: '#/components/schemas/Problem' };

const FORMS = { xml: '-xml', json: '', problem: '-problem' } as const;

const exampleName = (code: ErrorCode, form: ErrorForm): string => `${code}${FORMS[form]}`;

const typeOf = problemTypes(true);

function exampleOf(code: ErrorCode, form: ErrorForm): object {
  const { status, exception } = ERROR_ANSWERS[code];
  const message = sampleMessage(code);
  const resource = `${API_ROOT}/users/ola`;
  const detail = status === 400 || status === 409 ? (DETAILS[code] ?? '…') : null;
  const error = { code, status, exception, message, resource, detail };
  const value: unknown = JSON.parse(writeError(form === 'xml' ? 'json' : form, error, typeOf));
  const text = form === 'xml' ? { 'x-xml': writeError('xml', error) } : {};
  return { summary: message, value, ...text };
}

function examplesOf(form: ErrorForm, codes: readonly ErrorCode[]): object {
  const names = codes.map((code) => exampleName(code, form));
  const examples = names.map((name) => [name, { $ref: `#/components/examples/${name}` }]);
  return codes.length === 0 ? {} : { examples: Object.fromEntries(examples) as object };
}

/** `components.examples`. @param own codes of operations */
export const failureExamples = (own: readonly ErrorCode[]): object =>
  Object.fromEntries(
    [...new Set([...GENERAL, ...own])].flatMap((code) =>
      (Object.keys(FORMS) as ErrorForm[]).map((form) => [
        exampleName(code, form),
        exampleOf(code, form),
      ]),
    ),
  );

function failureResponse(status: FailureStatus, codes: readonly ErrorCode[]): object {
  const [, description, headers] = FAILURES[status];
  const examples = (form: ErrorForm) => examplesOf(form, codes);
  return {
    description,
    headers: { ...headers, ...CODE_HEADER, ...(BY_RULES.has(status) ? IGNORED : {}) },
    content: {
      ...xmlOf({ schema: ERROR_SCHEMA, ...examples('xml') }),
      'application/json': { schema: ERROR_SCHEMA, ...examples('json') },
      'application/problem+json': { schema: PROBLEM_SCHEMA, ...examples('problem') },
    },
  };
}

const withStatus = (status: number, codes: readonly ErrorCode[]) =>
  codes.filter((code) => ERROR_ANSWERS[code].status === status);

const STATUSES = Object.keys(FAILURES).map(Number) as FailureStatus[];

/** `components.responses`: what operations share */
export const failureResponses = Object.fromEntries(
  STATUSES.filter((status) => withStatus(status, GENERAL).length > 0).map((status) => [
    FAILURES[status][0],
    failureResponse(status, withStatus(status, GENERAL)),
  ]),
);

/**
 * A refusal as an operation answers it.
 * @param own what it is refused with besides what all may be
 */
export function failureOf(status: FailureStatus, own: readonly ErrorCode[]): object {
  const codes = withStatus(status, own);
  if (codes.length === 0) return { $ref: `#/components/responses/${FAILURES[status][0]}` };
  return failureResponse(status, [...new Set([...codes, ...withStatus(status, GENERAL)])]);
}
