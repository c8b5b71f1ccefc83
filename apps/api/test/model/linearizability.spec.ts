import { isLinearizable } from './linearizability.js';
import type { Model } from './linearizability.js';

type Step = { readonly write: number } | { readonly read: number };

const register: Model<number, Step> = {
  initial: 0,
  after: (state, step) => {
    if ('write' in step) return step.write;
    return step.read === state ? state : null;
  },
  key: String,
};
const call = (begun: number, ended: number, step: Step) => ({ begun, ended, step });

it('a concurrent read may see either value', () => {
  expect(isLinearizable([call(1, 4, { write: 7 }), call(2, 3, { read: 0 })], register)).toBe(true);
  expect(isLinearizable([call(1, 4, { write: 7 }), call(2, 3, { read: 7 })], register)).toBe(true);
});

it('an acknowledged write is visible from then on', () => {
  expect(isLinearizable([call(1, 2, { write: 7 }), call(3, 4, { read: 0 })], register)).toBe(false);
});

it('a value once seen is not undone', () => {
  const reads = [call(2, 3, { read: 7 }), call(4, 5, { read: 0 })];
  expect(isLinearizable([call(1, 6, { write: 7 }), ...reads], register)).toBe(false);
});

it('a value that nobody wrote is rejected', () => {
  expect(isLinearizable([call(1, 4, { write: 7 }), call(2, 3, { read: 8 })], register)).toBe(false);
});
