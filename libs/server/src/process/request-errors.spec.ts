import { jest } from '@jest/globals';
import { RequestErrors } from './request-errors.js';

describe('errors of requests', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  function logged() {
    const lines: unknown[] = [];
    const error = (first: unknown, message?: string) => void lines.push(message ?? first);
    return { lines, errors: new RequestErrors({ error }) };
  }
  const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

  it('are one line a second while the database is away, with the number of the others', () => {
    const { lines, errors } = logged();
    for (let second = 0; second < 3; second += 1) {
      for (let request = 0; request < 100; request += 1) errors.error('GET /users failed', away);
      jest.advanceTimersByTime(1_000);
    }
    const more = (count: number) => `The database is away: ${count} more errors within a second`;
    expect(lines).toEqual(['GET /users failed', more(99), more(100), more(100)]);
    jest.advanceTimersByTime(60_000);
    errors.error('GET /users failed', away);
    expect(lines.slice(4)).toEqual(['GET /users failed']);
  });

  it('are a line each otherwise', () => {
    const { lines, errors } = logged();
    for (const message of ['a', 'b', 'c']) errors.error(message, new Error('of ours'));
    expect(lines).toEqual(['a', 'b', 'c']);
  });
});
