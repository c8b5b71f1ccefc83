import { GatheredRuns } from './gathered-runs.js';
import type { Gathered } from './gathered-runs.js';

/** Work whose runs end when they are told to, with the number of the run. */
function aWork(most?: number) {
  const ends: (() => void)[] = [];
  const runs: Gathered<string>[] = [];
  const gathered = new GatheredRuns<string, number>((run) => {
    const number = runs.push(run);
    return new Promise((resolve) => ends.push(() => resolve(number)));
  }, most);
  return { gathered, end: () => ends.shift()!(), runs };
}

describe('GatheredRuns', () => {
  it('gives callers a run that began after their call, at most one more', async () => {
    const { gathered, end, runs } = aWork();
    const first = gathered.run(['a']);
    const others = [gathered.run(['b']), gathered.run(), gathered.run(['c', 'd'])];
    expect(runs).toHaveLength(1);
    end();
    expect(await first).toBe(1);
    await Promise.resolve();
    end();
    expect(await Promise.all(others)).toEqual([2, 2, 2]);
    expect(runs.map(({ items, calls }) => [items, calls])).toEqual([
      [['a'], 1],
      [['b', 'c', 'd'], 3],
    ]);
  });

  it('never has two runs at once', async () => {
    let atOnce = 0;
    let most = 0;
    const gathered = new GatheredRuns<string, void>(async () => {
      most = Math.max(most, (atOnce += 1));
      await Promise.resolve();
      atOnce -= 1;
    });
    const asked: Promise<void>[] = [];
    for (let turn = 0; turn < 50; turn += 1) {
      asked.push(gathered.run());
      await Promise.resolve();
    }
    await Promise.all(asked);
    expect(most).toBe(1);
  });

  it('a run that fails fails for its callers, and the next one begins', async () => {
    let runs = 0;
    const gathered = new GatheredRuns<string, number>(async () => {
      if ((runs += 1) === 1) throw new Error('not now');
      return runs;
    });
    const [first, second] = [gathered.run(), gathered.run()];
    await expect(first).rejects.toThrow('not now');
    expect(await second).toBe(2);
  });

  it('starts afresh once all callers are served', async () => {
    const { gathered, end, runs } = aWork();
    for (const expected of [1, 2]) {
      const run = gathered.run();
      end();
      expect(await run).toBe(expected);
    }
    expect(runs).toHaveLength(2);
  });

  it('keeps the order of the calls, and items of one call together, in runs of limited size', async () => {
    const { gathered, end, runs } = aWork(3);
    const calls = [['a'], ['b', 'c'], ['d'], ['e'], ['f', 'g', 'h', 'i']].map((items) =>
      gathered.run(items),
    );
    for (const call of calls) {
      await Promise.race([call, new Promise((resolve) => setImmediate(resolve))]);
      if (runs.length < 4) end();
    }
    end();
    await Promise.all(calls);
    expect(runs.map(({ items }) => items.join(''))).toEqual(['a', 'bcd', 'e', 'fghi']);
  });
});
