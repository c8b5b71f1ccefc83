import { Slowness } from './slowness.js';

it('tells times of each generator in units of a bare loop', () => {
  const slowness = new Slowness();
  slowness.measureLoop();
  slowness.note('texts', 1);
  slowness.note('texts', 3);
  expect(slowness.lines()).toEqual([
    expect.stringMatching(/^texts: 2 requests, mean \d+\.\d, slowest \d+\.\d bare loops$/),
  ]);
});
