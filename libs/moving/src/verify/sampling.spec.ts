import { Samples } from './sampling.js';

const MOST = 1_000;
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

function chosen(of: readonly number[]): readonly number[] {
  const samples = new Samples<number>(MOST);
  for (const n of of) samples.remember([`user${n}`], () => n);
  return samples.values.toSorted((a, b) => a - b);
}

it.each([
  { things: 0, expected: 0 },
  { things: MOST - 1, expected: MOST - 1 },
  { things: MOST, expected: MOST },
  { things: MOST + 1, expected: MOST },
  { things: 2 * MOST + 1, expected: MOST },
  { things: 100_000, expected: MOST },
])('chooses $expected of $things', ({ things, expected }) => {
  expect(chosen(numbers(things))).toHaveLength(expected);
});

it('chooses the same ones in whatever order they come', () => {
  expect(chosen(numbers(50_000).reverse())).toEqual(chosen(numbers(50_000)));
});

it('chooses from everywhere', () => {
  const places = new Set(chosen(numbers(100_000)).map((n) => Math.floor(n / 10_000)));
  expect(places.size).toBe(10);
});

it('counts what has the same key', () => {
  const samples = new Samples<number>(2);
  for (const n of numbers(9)) samples.remember(['same'], () => n);
  expect(samples.values).toHaveLength(2);
});

it('takes a value of what may be chosen alone', () => {
  const samples = new Samples<number>(10);
  let taken = 0;
  for (const n of numbers(10_000)) samples.remember([`user${n}`], () => (taken += 1));
  expect(samples.values).toHaveLength(10);
  expect(taken).toBeLessThan(1_000);
});
