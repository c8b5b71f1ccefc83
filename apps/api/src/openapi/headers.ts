import { ERROR_CODE_HEADER } from '@chat-admin/codecs/errors/error-answers';
import { isDeprecatedAddress } from '../http/deprecation.js';
import { HISTORY_HEADER } from '../http/history-header.js';
import { IGNORED_HEADER } from '../http/ignored-header.js';
import type { DescribedRoute } from './described-route.js';
import type { FailureStatus } from './responses.js';

const member = { type: 'string' } as const;

/** `components.headers` */
export const HEADERS = {
  [ERROR_CODE_HEADER]: {
    description: 'What has happened',
    schema: { $ref: '#/components/schemas/ErrorCode' },
  },
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
  'X-Request-Id': {
    description: 'Id of the request, as sent, or a new one; log and audit entries have it',
    schema: member,
  },
  Location: { description: 'Path of what is new', schema: member },
  'Set-Cookie': { description: 'The cookie of the session, or its end', schema: member },
  'Content-Disposition': { description: 'RFC 6266: the name of the file', schema: member },
  'Retry-After': { description: 'Seconds', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: 'RFC 9110, 11.6.1', schema: member },
  Accept: { description: 'The media types that are taken', schema: member },
  'Accept-Encoding': { description: 'The codings that are taken', schema: member },
  'Accept-Patch': { description: 'The media types of patches', schema: member },
} as const;

type HeaderName = keyof typeof HEADERS;

/** References to these. */
export const headersNamed = (...names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Of every answer to who may call. */
const ALWAYS = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'] as const;

/** Of every success. */
export const EVERY_SUCCESS: readonly string[] = [...ALWAYS, IGNORED_HEADER];

/** Of a success. */
export function successHeaders(route: DescribedRoute): object {
  const { pattern, isTagged, lists, offersDryRun, replies, isStream } = route;
  const isFile = typeof replies === 'object' && replies !== null && 'label' in replies;
  return headersNamed(
    ...ALWAYS,
    IGNORED_HEADER,
    ...(isTagged ? ['ETag'] : []),
    ...(route.locates ? ['Location'] : []),
    ...(route.mayMove ? ['Content-Location'] : []),
    ...(route.setsCookie ? ['Set-Cookie'] : []),
    ...(isFile ? ['Content-Disposition'] : []),
    ...(offersDryRun ? ['X-Dry-Run'] : []),
    ...(route.takesIdempotencyKey ? ['Idempotency-Replayed'] : []),
    ...(isStream || lists !== null ? ['Link'] : []),
    ...(lists === null ? [] : ['X-Total-Count', 'X-Total-Count-Limited']),
    ...(isDeprecatedAddress(pattern) ? ['Deprecation', 'Link'] : []),
    ...route.tells,
  );
}

/** Of a success that has made what did not exist. */
export const createdHeaders = ({ locatesNew, offersDryRun }: DescribedRoute): object =>
  headersNamed(
    ...ALWAYS,
    IGNORED_HEADER,
    ...(locatesNew ? ['Location'] : []),
    ...(offersDryRun ? ['X-Dry-Run'] : []),
  );

/** What refusals have besides those of every answer. */
const OF_FAILURES: { readonly [S in FailureStatus]?: readonly HeaderName[] } = {
  400: [IGNORED_HEADER],
  401: ['WWW-Authenticate', 'Set-Cookie'],
  403: ['WWW-Authenticate'],
  404: [IGNORED_HEADER],
  409: [IGNORED_HEADER, 'Retry-After'],
  412: [IGNORED_HEADER, 'ETag'],
  415: ['Accept', 'Accept-Encoding', 'Accept-Patch'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** Of a refusal. Contract: core 1.2, check 16 */
export const failureHeaders = (status: FailureStatus): object =>
  headersNamed(...ALWAYS, ERROR_CODE_HEADER, ...(OF_FAILURES[status] ?? []));

/** `components.responses` of documents with a tag. Contract: extensions E2 */
export const NOT_MODIFIED = {
  description: 'The document still has a tag of If-None-Match',
  headers: headersNamed('X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'ETag'),
} as const;
