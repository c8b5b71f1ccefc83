import { writeError } from '@chat-admin/codecs/errors/error.doc';
import type { ErrorForm } from '@chat-admin/codecs/errors/error.doc';
import {
  apiDisabled,
  crossSiteRequest,
  databaseAway,
  faultOf,
  idempotencyKeyReused,
  invalidHeader,
  invalidParameter,
  issuerAway,
  noScopeNamed,
  notAcceptable,
  notAuthenticated,
  nothingHere,
  preconditionFailed,
  requestInProgress,
  sessionEnded,
  tooLarge,
  tooMany,
  tooSlow,
  unexpected,
  unreadableAddress,
  unsupportedType,
} from '@chat-admin/codecs/errors/wire-errors';
import type { WireFault } from '@chat-admin/codecs/errors/wire-errors';
import { InvalidValue, UnreadableBody } from '@chat-admin/codecs/wire/body-faults';
import { Overloaded, TooManyLists } from '@chat-admin/domain/shared/domain-error';
import { EventsGone } from '@chat-admin/domain/events/errors';
import { ChatServerAway } from '@chat-admin/domain/chat-server/chat-server';
import { ListTooSlow } from '@chat-admin/domain/shared/paging';
import { ScopeMissing } from '@chat-admin/domain/shared/scopes';
import { TooManyParts } from '@chat-admin/domain/shared/limits';
import { MOST_PROPERTIES } from '@chat-admin/domain/users/user';
import { FileGone, PasswordsGone } from '@chat-admin/domain/jobs/errors';
import { xmlOf } from './content.js';
import { REFUSALS } from './refusals.js';
import { API_ROOT } from '../http/api-root.js';
import type { DocumentSchema } from '@chat-admin/codecs/wire/describe';

const member = { type: 'string' } as const;
const about = (description: string) => ({ ...member, description });

export const ERROR: DocumentSchema = {
  type: 'object',
  required: ['resource', 'message', 'exception'],
  properties: {
    resource: about('What it is about'),
    message: about('What is wrong, always in the same words'),
    exception: about('What kind of refusal it is, for programs'),
    detail: about('What exactly is wrong, for people'),
  },
  xml: { name: 'error' },
};

export const PROBLEM = {
  type: 'object',
  description: 'RFC 9457',
  required: ['type', 'title', 'status', 'detail', 'resource', 'exception'],
  properties: {
    type: about('`about:blank`'),
    title: about('Name of the status'),
    status: { type: 'integer', description: 'The status' },
    detail: about('What is wrong'),
    resource: about('What it is about'),
    exception: about('What kind of refusal it is, for programs'),
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
  'X-Dry-Run': {
    description: '`true`: it was only tried, nothing has changed',
    schema: { type: 'boolean' },
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

export type FailureStatus = keyof typeof FAILURES;

/** What every operation may be refused with; each says itself what else. Contract: core 1.7 */
const FAULTS: readonly WireFault[] = [
  unreadableAddress(),
  invalidHeader('If-None-Match'),
  invalidParameter('limit', '0'),
  faultOf(new UnreadableBody('a JSON object is expected'))!,
  faultOf(new InvalidValue('maxUsers', 'many'))!,
  faultOf(new EventsGone('Events up to 1041 are no longer kept', '7'))!,
  notAuthenticated(),
  sessionEnded(),
  apiDisabled(),
  faultOf(new ScopeMissing(['users:read']))!,
  noScopeNamed(),
  crossSiteRequest(),
  nothingHere(),
  notAcceptable(),
  preconditionFailed(null),
  tooSlow(),
  tooLarge(),
  faultOf(new TooManyParts(MOST_PROPERTIES))!,
  unsupportedType([]),
  requestInProgress('5f0c'),
  faultOf(new PasswordsGone())!,
  faultOf(new FileGone())!,
  idempotencyKeyReused('5f0c'),
  tooMany(60),
  unexpected(),
  databaseAway(),
  issuerAway(),
  faultOf(new ChatServerAway())!,
  faultOf(new ListTooSlow())!,
  faultOf(new Overloaded())!,
  faultOf(new TooManyLists())!,
];

const ERROR_SCHEMA = { $ref: '#/components/schemas/Error' };
const PROBLEM_SCHEMA = { $ref: '#/components/schemas/Problem' };

type Shown = Pick<WireFault, 'exception' | 'message'> & Partial<Pick<WireFault, 'resource'>>;

const FORMS = { xml: 'AsXml', json: '', problem: 'AsProblem' } as const;

const exampleName = (status: number, { exception, message }: Shown, form: ErrorForm): string =>
  `${status}${exception}${message.replaceAll(/[^A-Za-z]+(\w?)/g, (_, next: string) => next.toUpperCase())}${FORMS[form]}`;

function exampleOf(status: number, fault: Shown, form: ErrorForm): object {
  const { exception, message, resource } = fault;
  const error = { status, exception, message, resource: resource ?? `${API_ROOT}/users/ola` };
  const value: unknown = JSON.parse(writeError(form === 'xml' ? 'json' : form, error));
  const text = form === 'xml' ? { 'x-xml': writeError('xml', error) } : {};
  return { summary: message, value, ...text };
}

function examplesOf(status: number, form: ErrorForm, faults: readonly Shown[]): object {
  const names = faults.map((fault) => exampleName(status, fault, form));
  const examples = names.map((name) => [name, { $ref: `#/components/examples/${name}` }]);
  return faults.length === 0 ? {} : { examples: Object.fromEntries(examples) as object };
}

/** `components.examples` */
export const failureExamples = Object.fromEntries(
  [...FAULTS, ...REFUSALS].flatMap((fault) =>
    (Object.keys(FORMS) as ErrorForm[]).map((form) => [
      exampleName(fault.status, fault, form),
      exampleOf(fault.status, fault, form),
    ]),
  ),
);

function failureResponse(status: FailureStatus, faults: readonly Shown[]): object {
  const [, description, headers] = FAILURES[status];
  const examples = (form: ErrorForm) => examplesOf(status, form, faults);
  return {
    description,
    ...(headers ? { headers } : {}),
    content: {
      ...xmlOf({ schema: ERROR_SCHEMA, ...examples('xml') }),
      'application/json': { schema: ERROR_SCHEMA, ...examples('json') },
      'application/problem+json': { schema: PROBLEM_SCHEMA, ...examples('problem') },
    },
  };
}

const faultsWith = (status: number) => FAULTS.filter((fault) => fault.status === status);

const STATUSES = Object.keys(FAILURES).map(Number) as FailureStatus[];

/** `components.responses` */
export const failureResponses = Object.fromEntries(
  STATUSES.map((status) => [FAILURES[status][0], failureResponse(status, faultsWith(status))]),
);

/**
 * A refusal as an operation answers it.
 * @param own what it is refused with besides what all may be
 */
export function failureOf(status: FailureStatus, own: readonly Shown[]): object {
  if (own.length === 0) return { $ref: `#/components/responses/${FAILURES[status][0]}` };
  return failureResponse(status, [...own, ...faultsWith(status)]);
}
