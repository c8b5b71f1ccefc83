import {
  ERROR_ANSWERS,
  ERROR_CODE_HEADER,
  ERROR_CODES,
} from '@chat-admin/codecs/errors/error-answers';
import type { DocumentSchema } from '@chat-admin/codecs/wire/describe';
import { HISTORY_HEADER } from '../http/history-header.js';
import { IGNORED_HEADER } from '../http/ignored-header.js';

const member = { type: 'string' } as const;
const about = (description: string) => ({ ...member, description });

const EXCEPTIONS = {
  'x-extensible-enum': [
    ...new Set(Object.values(ERROR_ANSWERS).map(({ exception }) => exception)),
  ].sort(),
};

export const ERROR: DocumentSchema = {
  type: 'object',
  description: 'A refusal',
  required: ['resource', 'message', 'exception'],
  properties: {
    resource: about('What it is about'),
    message: about('What is wrong, always in the same words'),
    exception: { ...about('What kind of refusal it is, for programs'), ...EXCEPTIONS },
    detail: about('What exactly is wrong, or what is allowed: with every 400 and 409'),
  },
  xml: { name: 'error' },
};

/** `components.schemas.ErrorCode` */
export const ERROR_CODE = {
  type: 'string',
  description: 'What has happened, for programs; the documentation page explains each',
  'x-extensible-enum': ERROR_CODES,
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
    exception: { ...about('What kind of refusal it is, for programs'), ...EXCEPTIONS },
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

export const CODE_HEADER = {
  [ERROR_CODE_HEADER]: { $ref: `#/components/headers/${ERROR_CODE_HEADER}` },
} as const;
export const IGNORED = { [IGNORED_HEADER]: { $ref: `#/components/headers/${IGNORED_HEADER}` } } as const;
const ETAG = { ETag: { $ref: '#/components/headers/ETag' } } as const;

/** `components.responses` of documents with a tag. Contract: extensions E2 */
export const NOT_MODIFIED = {
  description: 'The document still has a tag of If-None-Match',
  headers: ETAG,
} as const;

/** Statuses other than of a success, with what they mean. Contract: core 1.7 */
export const FAILURES = {
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

export type FailureStatus = keyof typeof FAILURES;
