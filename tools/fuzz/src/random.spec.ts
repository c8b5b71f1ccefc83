import { Random } from './random.js';

const draw = (random: Random) => Array.from({ length: 5 }, () => random.below(1_000_000));

describe('Random', () => {
  it('repeats itself with the same seed, and not with another', () => {
    expect(draw(new Random(7))).toEqual(draw(new Random(7)));
    expect(draw(new Random(7))).not.toEqual(draw(new Random(8)));
    expect(draw(Random.part(7, 0))).not.toEqual(draw(Random.part(7, 1)));
  });

  it('reaches every choice', () => {
    const random = new Random(1);
    const seen = new Set(Array.from({ length: 200 }, () => random.pick(['a', 'b', 'c'])));
    expect([...seen].sort()).toEqual(['a', 'b', 'c']);
    expect(random.shuffled([1, 2, 3]).sort()).toEqual([1, 2, 3]);
  });
});
