import { withGaps } from './gaps';

describe('A line over time', () => {
  it('breaks off where samples are missing', () => {
    expect(withGaps([0, 60, 120, 600, 660], [1, 2, 3, 4, 5], 60)).toEqual([
      [0, 60, 120, 180, 600, 660],
      [1, 2, 3, null, 4, 5],
    ]);
  });

  it('goes on over samples that are late', () => {
    expect(withGaps([0, 80], [1, 2], 60)).toEqual([
      [0, 80],
      [1, 2],
    ]);
  });

  it('is empty without samples', () => {
    expect(withGaps([], [], 60)).toEqual([[], []]);
  });
});
