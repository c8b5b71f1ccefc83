import { jest } from '@jest/globals';
import { EachMinute } from './each-minute.js';

const MINUTE_MS = 60_000;

beforeEach(() => {
  jest.useFakeTimers({ now: 100 * MINUTE_MS + 59_000 });
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('works in the first seconds of each minute until it is stopped', async () => {
  const times: number[] = [];
  const minutes = new EachMinute(
    async () => void times.push(Date.now() % MINUTE_MS),
    () => undefined,
  );
  minutes.start();
  await jest.advanceTimersByTimeAsync(3 * MINUTE_MS);
  expect(times).toEqual([2_500, 2_500, 2_500]);
  await minutes.stop();
  await jest.advanceTimersByTimeAsync(3 * MINUTE_MS);
  expect(times).toHaveLength(3);
});

it('goes on after failures, and tells of the first of them', async () => {
  const failures: unknown[] = [];
  let calls = 0;
  const minutes = new EachMinute(
    () => (++calls === 3 ? Promise.resolve() : Promise.reject(new Error(`${calls}`))),
    (error) => failures.push(error),
  );
  minutes.start();
  await jest.advanceTimersByTimeAsync(4 * MINUTE_MS);
  await minutes.stop();
  expect(failures).toEqual([new Error('1'), new Error('4')]);
});

it('is never under way twice, and is waited for at the end', async () => {
  let calls = 0;
  let finish = () => undefined as void;
  const minutes = new EachMinute(
    () => {
      calls++;
      return new Promise((resolve) => (finish = resolve));
    },
    () => undefined,
  );
  minutes.start();
  await jest.advanceTimersByTimeAsync(3 * MINUTE_MS);
  expect(calls).toBe(1);
  let isStopped = false;
  const stopped = minutes.stop().then(() => (isStopped = true));
  await jest.advanceTimersByTimeAsync(MINUTE_MS);
  expect(isStopped).toBe(false);
  finish();
  await stopped;
});
