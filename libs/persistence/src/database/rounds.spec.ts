import { jest } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { Rounds } from './rounds.js';

const GATHER_MS = 10;
const APART_MS = 50;
const PACE = { gatherMs: GATHER_MS, apartMs: APART_MS };
const LOOK_MS = 2_000;

let rounds: Rounds;
let begun: number;
let wanted: number;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  begun = 0;
  wanted = LOOK_MS;
  rounds = new Rounds(() => {
    begun += 1;
    return Promise.resolve(wanted);
  }, PACE);
});
afterEach(async () => {
  await rounds.stop();
  jest.useRealTimers();
});

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

it('has one round for all who wake it within a moment', async () => {
  for (let i = 0; i < 5; i++) rounds.wake();
  await pass(GATHER_MS);
  expect(begun).toBe(1);
});

it('is not kept asleep by being woken again and again, and not busy either', async () => {
  for (let ms = 0; ms < 210; ms++) {
    rounds.wake();
    await pass(1);
  }
  expect(begun).toBe(5);
});

it('comes again when the last round wanted it', async () => {
  rounds.wake();
  await pass(GATHER_MS + LOOK_MS - 1);
  expect(begun).toBe(1);
  await pass(1);
  expect(begun).toBe(2);
});

it('looks again soon when it is woken during a round', async () => {
  let end: (delayMs: number) => void = () => undefined;
  rounds = new Rounds(() => {
    begun += 1;
    return new Promise((resolve) => (end = resolve));
  }, PACE);
  rounds.wake();
  await pass(GATHER_MS);
  rounds.wake();
  await pass(LOOK_MS);
  expect(begun).toBe(1);
  end(LOOK_MS);
  await pass(APART_MS - 1);
  expect(begun).toBe(1);
  await pass(1);
  expect(begun).toBe(2);
  end(LOOK_MS);
});

it('waits for the round that runs, and begins none after it', async () => {
  let end: (delayMs: number) => void = () => undefined;
  rounds = new Rounds(() => new Promise((resolve) => (end = resolve)), PACE);
  rounds.wake();
  await pass(GATHER_MS);
  let stopped = false;
  const stop = rounds.stop().then(() => (stopped = true));
  await turn();
  expect(stopped).toBe(false);
  end(0);
  await stop;
  rounds.wake();
  await pass(LOOK_MS);
  expect(jest.getTimerCount()).toBe(0);
});

it('is done in nobody’s name', async () => {
  const names = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  rounds = new Rounds(() => {
    seen.push(names.getStore());
    return Promise.resolve(LOOK_MS);
  }, PACE);
  names.run('alice', () => rounds.wake());
  await pass(GATHER_MS);
  expect(seen).toEqual([undefined]);
});
