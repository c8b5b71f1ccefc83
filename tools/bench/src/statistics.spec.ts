import { ratios, spread } from './statistics.js';

describe('spread', () => {
  it.each([
    [[3, 1, 2], { median: 2, min: 1, max: 3 }],
    [[4, 1, 2, 3], { median: 2.5, min: 1, max: 4 }],
    [[7], { median: 7, min: 7, max: 7 }],
  ])('of %j', (values, expected) => {
    expect(spread(values)).toEqual(expected);
  });

  it('refuses an empty list', () => {
    expect(() => spread([])).toThrow('Nothing was measured');
  });
});

it('ratios are computed per round', () => {
  expect(ratios([2, 9], [1, 3])).toEqual([2, 3]);
});
