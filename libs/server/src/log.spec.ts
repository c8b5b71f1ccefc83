import { readable } from './log.js';

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

  it('shows who cannot prove anything as nobody', () => {
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

  it('shows a fault with where it happened', () => {
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
