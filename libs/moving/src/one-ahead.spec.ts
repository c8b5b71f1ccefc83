import { setImmediate as turn } from 'node:timers/promises';
import { oneAhead } from './one-ahead.js';

/** What happens, in its order. */
let told: string[];
beforeEach(() => {
  told = [];
});

async function* made(count: number, fault?: Error): AsyncGenerator<number> {
  try {
    for (let n = 0; n < count; n += 1) {
      told.push(`made ${n}`);
      yield n;
    }
    if (fault) throw fault;
  } finally {
    told.push('ended');
  }
}

it('makes one thing while another is worked on, and no more', async () => {
  for await (const n of oneAhead(made(3))) {
    await turn();
    told.push(`done ${n}`);
  }
  expect(told).toEqual([...['made 0', 'made 1', 'done 0', 'made 2', 'done 1', 'ended', 'done 2']]);
});

it('tells what fails after what was made before', async () => {
  const taken: number[] = [];
  const fault = new Error('lost');
  const take = async () => {
    for await (const n of oneAhead(made(2, fault))) {
      await turn();
      taken.push(n);
    }
  };
  await expect(take()).rejects.toBe(fault);
  expect(taken).toEqual([0, 1]);
});

it('ends what is read when the work fails', async () => {
  const take = async () => {
    for await (const n of oneAhead(made(9))) throw new Error(`no ${n}`);
  };
  await expect(take()).rejects.toThrow('no 0');
  expect(told).toEqual(['made 0', 'made 1', 'ended']);
});
