import { jest } from '@jest/globals';
import { createLog, logAnswered, readable } from './log.js';

const at = { '@timestamp': '2026-11-21T14:02:11.265Z' };

describe('readable', () => {
  it('shows a request on one line', () => {
    const line = {
      ...at,
      'log.level': 'info',
      'http.request.method': 'GET',
      'url.path': '/users/ola',
      'http.response.status_code': 200,
      'event.duration': 1_234_000,
      'user.name': 'secret',
    };
    expect(readable(JSON.stringify(line))).toBe('14:02:11 GET /users/ola 200 1.2 ms secret\n');
  });

  it('shows an unauthenticated caller as nobody', () => {
    const line = {
      ...at,
      'log.level': 'info',
      'http.request.method': 'GET',
      'url.path': '/users',
      'http.response.status_code': 401,
      'event.duration': 1_000_000,
    };
    expect(readable(JSON.stringify(line))).toBe('14:02:11 GET /users 401 1.0 ms -\n');
  });

  it('shows an error with its stack', () => {
    const line = {
      ...at,
      'log.level': 'error',
      message: 'GET /users failed',
      'error.message': 'no',
      'error.stack_trace': 'Error: no\n    at here',
    };
    expect(readable(JSON.stringify(line))).toBe(
      '14:02:11 ERROR GET /users failed\nError: no\n    at here\n',
    );
  });
});

it('a line has the time of its millisecond', () => {
  jest.useFakeTimers({ now: Date.parse('2026-11-21T14:02:11.265Z') });
  try {
    const times: string[] = [];
    const write = (line: string) => void times.push((JSON.parse(line) as typeof at)['@timestamp']);
    const log = createLog('info', 'json', { write });
    log.info('one');
    log.info('two');
    jest.advanceTimersByTime(1);
    log.info('three');
    expect(times).toEqual([at['@timestamp'], at['@timestamp'], '2026-11-21T14:02:11.266Z']);
  } finally {
    jest.useRealTimers();
  }
});

describe('an error', () => {
  it('is logged with its message, code and stack only', () => {
    const written: string[] = [];
    const log = createLog('warn', 'json', { write: (line) => void written.push(line) });
    const error = Object.assign(new Error('it broke', { cause: new Error('a wire was cut') }), {
      code: '57P01',
      client: { secretKey: 'hidden-key' },
      parameters: ['hidden-parameter'],
    });
    log.warn(error, 'A connection was lost');
    const line = JSON.parse(written.join('')) as Record<string, string>;
    expect(line).toMatchObject({
      message: 'A connection was lost',
      'log.level': 'warn',
      'error.type': 'Error',
      'error.code': '57P01',
    });
    expect(Object.keys(line).filter((name) => name.startsWith('err'))).toEqual([
      'error.type',
      'error.code',
      'error.message',
      'error.stack_trace',
    ]);
    expect(line['error.message']).toMatch(/^it broke/);
    expect(line['error.stack_trace']).toContain('a wire was cut');
    expect(written.join('')).not.toContain('hidden');
  });
});

it('a request is told in the names of ECS, its duration in nanoseconds', () => {
  const written: string[] = [];
  const log = createLog('info', 'json', { write: (line) => void written.push(line) });
  logAnswered(log, {
    request: 'r-1',
    method: 'GET',
    path: '/users/ola',
    route: '/users/:username',
    status: 404,
    durationMs: 1.25,
    user: null,
    address: 'unknown',
  });
  const line = JSON.parse(written.join('')) as Record<string, unknown>;
  expect(line).toEqual({
    '@timestamp': expect.any(String) as string,
    'log.level': 'info',
    'service.name': 'chat-admin',
    'service.version': expect.any(String) as string,
    'service.node.name': expect.any(String) as string,
    'process.pid': process.pid,
    'event.dataset': 'chat-admin.access',
    'http.request.id': 'r-1',
    'http.request.method': 'GET',
    'url.path': '/users/ola',
    'http.route': '/users/:username',
    'http.response.status_code': 404,
    'event.duration': 1_250_000,
  });
});

it('readable lines show control characters and foreign line ends escaped', () => {
  const time = { '@timestamp': '2026-01-01T10:00:00.000Z', 'log.level': 'warn' };
  const odd = 'a\u0085\u009b31m\u2028b\nc\u202e';
  const shown = String.raw`a\u0085\u009b31m\u2028b\u000ac\u202e`;
  expect(readable(JSON.stringify({ ...time, message: odd }))).toBe(`10:00:00 warn ${shown}\n`);
  const request = { ...time, 'http.request.method': 'GET', 'url.path': '/x', 'user.name': odd };
  expect(readable(JSON.stringify(request))).toBe(`10:00:00 GET /x undefined 0.0 ms ${shown}\n`);
  const failed = { ...time, message: 'm', 'error.stack_trace': 'Error: \u009bx\n    at y' };
  expect(readable(JSON.stringify(failed))).toBe(
    `10:00:00 warn m\n${String.raw`Error: \u009bx`}\n    at y\n`,
  );
});
