import { SAMPLES, sampling } from './sampling.js';

const keys = (count: number) => Array.from({ length: count }, (_, n) => [`user${n}`]);
const chosen = (count: number) => keys(count).filter(sampling(count));

it('chooses all where there are not more than it wants', () => {
  expect(chosen(SAMPLES)).toHaveLength(SAMPLES);
});

it('chooses about as many as it wants of more, always the same ones', () => {
  const few = chosen(100_000);
  expect(few.length).toBeGreaterThan(0.9 * SAMPLES);
  expect(few.length).toBeLessThan(1.1 * SAMPLES);
  expect(chosen(100_000)).toEqual(few);
});

it('whether one is chosen does not depend on where it comes', () => {
  const isSampled = sampling(50_000);
  const reversed = keys(50_000).reverse().filter(isSampled);
  expect(reversed.reverse()).toEqual(keys(50_000).filter(isSampled));
});
