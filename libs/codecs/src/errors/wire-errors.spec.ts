import { DomainError, InvalidArgument } from '@chat-admin/domain/shared/domain-error';
import {
  apiDisabled,
  databaseAway,
  faultOf,
  invalidParameter,
  methodNotAllowed,
  notAcceptable,
  notAuthenticated,
  nothingHere,
  tooLarge,
  tooMany,
  unexpected,
  unreadableAddress,
  unsupportedCoding,
  unsupportedType,
} from './wire-errors.js';
import { ERROR_ANSWERS, ERROR_CODES } from './error-answers.js';
import { InvalidValue, UnreadableBody } from '../wire/body-faults.js';

it.each([
  [unreadableAddress('why'), 400, 'IllegalArgumentException', 'Could not read the request address'],
  [
    invalidParameter('limit', 'x', 'why'),
    400,
    'IllegalArgumentException',
    'Invalid value for parameter limit: x',
  ],
  [notAuthenticated(), 401, 'NotAuthorizedException', 'Authentication failed'],
  [apiDisabled(), 403, 'ForbiddenException', 'The REST API is disabled'],
  [nothingHere(), 404, 'NotFoundException', 'There is no resource at this address'],
  [
    methodNotAllowed('GET'),
    405,
    'MethodNotAllowedException',
    'The method is not supported at this address',
  ],
  [
    notAcceptable(),
    406,
    'NotAcceptableException',
    'None of the accepted media types can be produced',
  ],
  [tooLarge(), 413, 'PayloadTooLargeException', 'The request body is too large'],
  [
    unsupportedType(['application/xml']),
    415,
    'UnsupportedMediaTypeException',
    'The type or coding of the request body is not supported',
  ],
  [
    unsupportedCoding(),
    415,
    'UnsupportedMediaTypeException',
    'The type or coding of the request body is not supported',
  ],
  [tooMany(7), 429, 'TooManyRequestsException', 'Too many requests'],
  [unexpected(), 500, 'InternalServerErrorException', 'Unexpected server error'],
  [databaseAway(), 503, 'ServiceUnavailableException', 'The database cannot be reached'],
])('has the fault %p of the contract', (fault, status, exception, message) => {
  expect(fault).toMatchObject({ status, exception, message, resource: null });
  expect(faultOf(fault)).toBe(fault);
});

it('sends the headers that belong to a fault', () => {
  expect(methodNotAllowed('GET, HEAD').headers).toEqual({ Allow: 'GET, HEAD' });
  expect(tooMany(7).headers).toEqual({ 'Retry-After': '7' });
  const challenge = { 'WWW-Authenticate': 'Basic realm="REST API"' };
  expect(notAuthenticated(challenge).headers).toEqual(challenge);
  expect(nothingHere().headers).toEqual({});
  expect(unsupportedType(['a/b', 'c/d', 'text/xml'])).toMatchObject({
    headers: { Accept: 'a/b, c/d, text/xml' },
    detail: 'send a/b or c/d',
  });
  expect(unsupportedCoding().headers).toEqual({ 'Accept-Encoding': 'gzip' });
});

it('uses the request address as the resource of body errors', () => {
  for (const error of [new UnreadableBody('why', 'what'), new InvalidValue('size', 'x', 'what')]) {
    expect(error.resource).toBeNull();
    expect(faultOf(error)).toMatchObject({
      status: 400,
      exception: 'IllegalArgumentException',
      message: error.message,
      resource: null,
    });
  }
  expect(new UnreadableBody('why', 'what').message).toBe('Could not read the request body: why');
});

it('shows at most 100 whole characters of a value, and nothing of a secret', () => {
  expect(new InvalidValue('size', '', 'what').message).toBe('Invalid value for size: ');
  expect(new InvalidValue('size', 'a'.repeat(100), 'what').message).toBe(
    `Invalid value for size: ${'a'.repeat(100)}`,
  );
  expect(new InvalidValue('size', 'a'.repeat(101), 'what').message).toBe(
    `Invalid value for size: ${'a'.repeat(100)}`,
  );
  const wide = '\u{1f600}';
  expect(new InvalidValue('size', `a${wide.repeat(300)}`, 'what').message).toBe(
    `Invalid value for size: a${wide.repeat(99)}`,
  );
  expect(new InvalidValue('password', null, 'what').message).toBe('Invalid value for password');
});

it('answers domain errors by their declaration, with message and resource verbatim', () => {
  const error = new DomainError('user-not-found', { resource: 'ghost' });
  expect(faultOf(error)).toMatchObject({
    code: 'user-not-found',
    status: 404,
    exception: 'UserNotFoundException',
    message: 'Could not get user',
    resource: 'ghost',
  });
  const empty = new InvalidArgument('message-body-missing', { resource: '', detail: 'why' });
  expect(faultOf(empty)?.resource).toBe('');
  const room = new InvalidArgument('invalid-room-name', { resource: 'a b', detail: 'why' });
  expect(faultOf(room)).toMatchObject({ detail: 'why' });
});

it('has one code for each text of the catalogues, and each in the form of the others', () => {
  const texts = Object.values(ERROR_ANSWERS).map(
    ({ status, exception, text }) => `${status} ${exception} ${text}`,
  );
  expect(new Set(texts).size).toBe(texts.length);
  expect(ERROR_CODES).toHaveLength(texts.length);
  for (const code of ERROR_CODES) {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(ERROR_ANSWERS[code].status).toBeGreaterThanOrEqual(400);
    expect(ERROR_ANSWERS[code].exception).toMatch(/^[A-Z]\w+$/);
  }
});

it('does not disclose other errors', () => {
  for (const error of [
    new Error('secret'),
    new TypeError(),
    'text',
    null,
    undefined,
    { status: 404 },
  ]) {
    expect(faultOf(error)).toBeNull();
  }
});
