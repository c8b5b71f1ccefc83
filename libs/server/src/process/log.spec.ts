import { createLog, readable } from './log.js';

const at = { time: '2026-11-21T14:02:11.265Z' };

describe('readable', () => {
  it('shows a request on one line', () => {
    const line = {
      ...at,
      level: 30,
      method: 'GET',
      path: '/users/ola',
      status: 200,
      durationMs: 1.234,
      user: 'secret',
    };
    expect(readable(JSON.stringify(line))).toBe('14:02:11 GET /users/ola 200 1.2 ms secret\n');
  });

  it('shows an unauthenticated caller as nobody', () => {
    const line = {
      ...at,
      level: 30,
      method: 'GET',
      path: '/users',
      status: 401,
      durationMs: 1,
      user: null,
    };
    expect(readable(JSON.stringify(line))).toBe('14:02:11 GET /users 401 1.0 ms -\n');
  });

  it('shows an error with its stack', () => {
    const line = {
      ...at,
      level: 50,
      msg: 'GET /users failed',
      err: { message: 'no', stack: 'Error: no\n    at here' },
    };
    expect(readable(JSON.stringify(line))).toBe(
      '14:02:11 ERROR GET /users failed\nError: no\n    at here\n',
    );
  });
});

it('a line has the time of its millisecond', () => {
  const { jest } = import.meta;
  jest.useFakeTimers({ now: Date.parse('2026-11-21T14:02:11.265Z') });
  try {
    const times: string[] = [];
    const write = (line: string) => void times.push((JSON.parse(line) as typeof at).time);
    const log = createLog('info', false, { write });
    log.info('one');
    log.info('two');
    jest.advanceTimersByTime(1);
    log.info('three');
    expect(times).toEqual([at.time, at.time, '2026-11-21T14:02:11.266Z']);
  } finally {
    jest.useRealTimers();
  }
});

describe('an error', () => {
  it('is logged with its message, code and stack only', () => {
    const written: string[] = [];
    const log = createLog('warn', false, { write: (line) => void written.push(line) });
    const error = Object.assign(new Error('it broke', { cause: new Error('a wire was cut') }), {
      code: '57P01',
      client: { secretKey: 'hidden-key' },
      parameters: ['hidden-parameter'],
    });
    log.warn(error, 'A connection was lost');
    const line = JSON.parse(written.join('')) as { msg: string; err: Record<string, string> };
    expect(line).toMatchObject({
      msg: 'A connection was lost',
      err: { type: 'Error', code: '57P01' },
    });
    expect(Object.keys(line.err)).toEqual(['type', 'code', 'message', 'stack']);
    expect(line.err['message']).toMatch(/^it broke/);
    expect(line.err['stack']).toContain('a wire was cut');
    expect(written.join('')).not.toContain('hidden');
  });
});
