import { ERROR_ANSWERS, ERROR_CODES } from '@chat-admin/codecs/errors/error-answers';
import type { DocumentSchema } from '@chat-admin/codecs/wire/describe';

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

/** Statuses other than of a success, with what they mean. Contract: core 1.7 */
export const FAILURES = {
  400: ['BadRequest', 'A parameter or the body cannot be used'],
  401: ['Unauthorized', 'Credentials are missing or wrong'],
  403: ['Forbidden', 'The caller may not do this'],
  404: ['NotFound', 'What the path names does not exist'],
  406: ['NotAcceptable', 'None of the media types of Accept can be written'],
  408: ['RequestTimeout', 'Nothing came of the body for too long'],
  409: ['Conflict', 'It exists already, or the change would break a rule'],
  410: ['Gone', 'It is not there any more'],
  412: ['PreconditionFailed', 'A condition of the request does not hold'],
  413: ['ContentTooLarge', 'The body is longer, or has more entries, than allowed'],
  415: ['UnsupportedMediaType', 'The body has another media type or coding'],
  422: ['UnprocessableContent', 'The idempotency key was used with another request'],
  429: ['TooManyRequests', 'Too many failed logins from this address'],
  500: ['InternalServerError', 'A fault of the service'],
  503: ['ServiceUnavailable', 'The database or the chat server cannot be reached'],
} as const;

export type FailureStatus = keyof typeof FAILURES;
