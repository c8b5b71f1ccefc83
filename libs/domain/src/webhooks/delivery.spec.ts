import { isGone, isSuccess, MOST_ATTEMPTS, pauseAfter } from './delivery.js';
import type { AttemptResult } from './delivery.js';

const HOUR = 3600;
const DAY = 24 * HOUR;
const answer = (responseStatus: number, retryAfter: number | null = null): AttemptResult => ({
  responseStatus,
  retryAfter,
});
const TIMEOUT: AttemptResult = { error: 'timeout' };

it.each([
  [1, 5],
  [2, 300],
  [3, 1800],
  [4, 2 * HOUR],
  [5, 5 * HOUR],
  [6, 10 * HOUR],
  [7, 14 * HOUR],
  [8, 20 * HOUR],
  [9, DAY],
])('after failure %i it waits %i seconds, a fifth more or less', (attempts, seconds) => {
  expect(pauseAfter(attempts, TIMEOUT, 0.5)).toBeCloseTo(seconds);
  expect(pauseAfter(attempts, TIMEOUT, 0)).toBeCloseTo(seconds * 0.8);
  expect(pauseAfter(attempts, TIMEOUT, 1)).toBeCloseTo(seconds * 1.2);
});

it('the tenth failure is the last one, whatever the receiver wants', () => {
  expect(MOST_ATTEMPTS).toBe(10);
  expect(pauseAfter(10, TIMEOUT, 0.5)).toBeNull();
  expect(pauseAfter(10, answer(503, 60), 0.5)).toBeNull();
});

it('a receiver may ask for more time on any failure, up to a day, and not for less', () => {
  expect(pauseAfter(1, answer(503, 60), 0.5)).toBe(60);
  expect(pauseAfter(1, answer(404, 60), 0.5)).toBe(60);
  expect(pauseAfter(2, answer(429, 1), 0.5)).toBeCloseTo(300);
  expect(pauseAfter(1, answer(503, 2 * DAY), 0.5)).toBe(DAY);
  expect(pauseAfter(9, answer(503, DAY), 1)).toBeCloseTo(1.2 * DAY);
});

it('410 ends it at the first attempt', () => {
  expect(isGone(answer(410))).toBe(true);
  expect(pauseAfter(1, answer(410, 60), 0.5)).toBeNull();
  expect(isGone(TIMEOUT)).toBe(false);
});

it.each([
  [199, false],
  [200, true],
  [204, true],
  [299, true],
  [301, false],
  [500, false],
])('%i is a success: %p', (status, expected) => {
  expect(isSuccess(answer(status))).toBe(expected);
});

it('no answer is no success', () => {
  expect(isSuccess(TIMEOUT)).toBe(false);
});
