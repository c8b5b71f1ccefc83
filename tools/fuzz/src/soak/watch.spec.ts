import { Watch } from './watch.js';

const watchOf = (usages: readonly { memory: number; descriptors: number }[]) => {
  const watch = new Watch({ part: async () => null });
  for (const [index, usage] of usages.entries()) watch.add('part', index * 1000, usage);
  return watch;
};
const steady = Array.from({ length: 40 }, (_, index) => ({
  memory: 200 + (index % 7),
  descriptors: 50,
}));

describe('Watch', () => {
  it('finds no growth where there is none, also after a warm start', () => {
    expect(watchOf(steady).growth()).toEqual([]);
    const warm = steady.map((usage, index) => (index < 5 ? { ...usage, memory: 20 } : usage));
    expect(watchOf(warm).growth()).toEqual([]);
  });

  it('finds memory and descriptors that grow', () => {
    const leaking = steady.map(({ memory, descriptors }, index) => ({
      memory: memory + 20 * index,
      descriptors: descriptors + 10 * index,
    }));
    expect(watchOf(leaking).growth()).toEqual([
      expect.stringMatching(/^part: memory grew from \d+ to \d+$/),
      expect.stringMatching(/^part: descriptors grew from \d+ to \d+$/),
    ]);
  });

  it('sees a process and its children', async () => {
    const watch = new Watch({ tests: async () => process.pid, gone: async () => null });
    await watch.sample(0);
    expect(watch.lines()[0]).toMatch(
      /^tests: [1-9]\d+, 0, 0, 0 MiB; [1-9]\d*, 0, 0, 0 descriptors$/,
    );
  });
});
