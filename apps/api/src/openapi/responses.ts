import type { DocumentSchema } from '@chat-admin/codecs/wire/describe';

const member = { type: 'string' } as const;

export const ERROR: DocumentSchema = {
  type: 'object',
  required: ['resource', 'message', 'exception'],
  properties: { resource: member, message: member, exception: member, detail: member },
  xml: { name: 'error' },
};

export const PROBLEM = {
  type: 'object',
  description: 'RFC 9457',
  required: ['type', 'title', 'status', 'detail', 'resource', 'exception'],
  properties: {
    type: member,
    title: member,
    status: { type: 'integer' },
    detail: member,
    resource: member,
    exception: member,
  },
} as const;

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds', schema: { type: 'integer' } },
} as const;
const CHALLENGE = {
  'WWW-Authenticate': { description: 'RFC 9110, 11.6.1', schema: { type: 'string' } },
} as const;

export const CREATED = {
  description: 'It did not exist',
  headers: { Location: { description: 'Path of what is new', schema: member } },
} as const;

/** `components.headers` */
export const HEADERS = {
  ETag: {
    description: 'Strong tag of the document; its first 16 characters are the same in every form',
    schema: member,
  },
} as const;

export const ETAG = { ETag: { $ref: '#/components/headers/ETag' } } as const;

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
  409: ['Conflict', 'It exists already, or the change would break a rule'],
  413: ['ContentTooLarge', 'The body is longer, or has more entries, than allowed'],
  415: ['UnsupportedMediaType', 'The body has another media type or coding'],
  429: ['TooManyRequests', 'Too many failed logins from this address', RETRY_AFTER],
  500: ['InternalServerError', 'A fault of the service'],
  503: ['ServiceUnavailable', 'The database or the chat server cannot be reached', RETRY_AFTER],
} as const;

export type FailureStatus = keyof typeof FAILURES;

/** `components.responses` */
export const failureResponses = Object.fromEntries(
  Object.values(FAILURES).map(([name, description, headers]) => [
    name,
    {
      description,
      ...(headers ? { headers } : {}),
      content: {
        'application/xml': { schema: { $ref: '#/components/schemas/Error' } },
        'application/json': { schema: { $ref: '#/components/schemas/Error' } },
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
      },
    },
  ]),
);

export const failureReference = (status: FailureStatus): object => ({
  $ref: `#/components/responses/${FAILURES[status][0]}`,
});
