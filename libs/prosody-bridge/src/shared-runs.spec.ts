import { SharedRuns } from './shared-runs.js';

/** Work whose runs end when they are told to. */
function aWork() {
  const ends: (() => void)[] = [];
  let runs = 0;
  const shared = new SharedRuns(() => {
    const run = (runs += 1);
    return new Promise<number>((resolve) => ends.push(() => resolve(run)));
  });
  return { shared, end: () => ends.shift()!(), runs: () => runs };
}

describe('SharedRuns', () => {
  it('gives callers a run that began after their call, at most one more', async () => {
    const { shared, end, runs } = aWork();
    const first = shared.run();
    const others = [shared.run(), shared.run(), shared.run()];
    expect(runs()).toBe(1);
    end();
    expect(await first).toBe(1);
    await Promise.resolve();
    end();
    expect(await Promise.all(others)).toEqual([2, 2, 2]);
    expect(runs()).toBe(2);
  });

  it('never has two runs at once', async () => {
    let atOnce = 0;
    let most = 0;
    const shared = new SharedRuns(async () => {
      most = Math.max(most, (atOnce += 1));
      await Promise.resolve();
      atOnce -= 1;
    });
    const asked: Promise<void>[] = [];
    for (let turn = 0; turn < 50; turn += 1) {
      asked.push(shared.run());
      await Promise.resolve();
    }
    await Promise.all(asked);
    expect(most).toBe(1);
  });

  it('starts afresh once all callers are served', async () => {
    const { shared, end, runs } = aWork();
    for (const expected of [1, 2]) {
      const run = shared.run();
      end();
      expect(await run).toBe(expected);
    }
    expect(runs()).toBe(2);
  });
});
