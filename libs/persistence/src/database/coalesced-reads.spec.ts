import { CoalescedReads } from './coalesced-reads.js';

function recorded() {
  const calls: (readonly string[])[] = [];
  const reads = new CoalescedReads<string, string>({
    one: (key) => {
      calls.push([key]);
      return key === 'bad' ? Promise.reject(new Error('bad')) : Promise.resolve(`one ${key}`);
    },
    many: (keys) => {
      calls.push(keys);
      if (keys.includes('bad')) return Promise.reject(new Error('bad'));
      const known = keys.filter((key) => key !== 'missing');
      return Promise.resolve(new Map(known.map((key) => [key, `many ${key}`])));
    },
  });
  return { calls, reads };
}

describe('CoalescedReads', () => {
  it('reads a single key with the statement for one key', async () => {
    const { calls, reads } = recorded();
    expect(await reads.get('a')).toBe('one a');
    expect(calls).toEqual([['a']]);
  });

  it('reads the keys of one turn together, each key once', async () => {
    const { calls, reads } = recorded();
    const found = await Promise.all(['a', 'b', 'a', 'missing'].map((key) => reads.get(key)));
    expect(found).toEqual(['many a', 'many b', 'many a', null]);
    expect(calls).toEqual([['a', 'b', 'missing']]);
  });

  it('never answers a later request from an earlier statement', async () => {
    const { calls, reads } = recorded();
    const first = reads.get('a');
    await new Promise(setImmediate);
    const second = reads.get('a');
    await Promise.all([first, second]);
    expect(calls).toEqual([['a'], ['a']]);
  });

  it('fails all callers of a failed batch and no others', async () => {
    const { reads } = recorded();
    const batch = await Promise.allSettled([reads.get('a'), reads.get('bad')]);
    expect(batch.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await reads.get('a')).toBe('one a');
  });

  it('splits large batches', async () => {
    const { calls, reads } = recorded();
    const keys = Array.from({ length: 600 }, (_, index) => `k${index}`);
    const found = await Promise.all(keys.map((key) => reads.get(key)));
    expect(found).toEqual(keys.map((key) => `many ${key}`));
    expect(calls.map(({ length }) => length)).toEqual([256, 256, 88]);
  });

  it('has one statement at a time if it is told so, also after one that fails', async () => {
    const batches: number[] = [];
    let [running, most] = [0, 0];
    const many = async (keys: readonly string[]) => {
      batches.push(keys.length);
      most = Math.max(most, (running += 1));
      await new Promise(setImmediate);
      running -= 1;
      if (batches.length === 2) throw new Error('the database is away');
      return new Map(keys.map((key) => [key, key]));
    };
    const one = async (key: string) => (await many([key])).get(key)!;
    const reads = new CoalescedReads<string, string>({ one, many }, 1);
    const asked = await Promise.allSettled(
      Array.from({ length: 2_000 }, async (_, index) => {
        // not all in one turn
        if (index % 2 === 0) await new Promise(setImmediate);
        return reads.get(`k${index}`);
      }),
    );
    expect(most).toBe(1);
    expect(batches).toEqual([256, 256, 256, 256, 256, 256, 256, 208]);
    expect(asked.filter(({ status }) => status === 'rejected')).toHaveLength(256);
  });
});
