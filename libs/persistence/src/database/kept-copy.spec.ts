import { KeptCopy } from './kept-copy.js';

describe('A kept copy', () => {
  it('is read anew for each that asks, at whatever moment of a reading', async () => {
    let stored = 0;
    let kept = -1;
    const load = async () => {
      const read = stored;
      await Promise.resolve();
      kept = read;
    };
    const copy = new KeptCopy(load, () => undefined);
    for (let turns = 0; turns < 12; turns += 1) {
      const reading = copy.refresh();
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      stored += 1;
      await copy.refresh();
      expect([turns, kept]).toEqual([turns, stored]);
      await reading;
    }
  });

  it('keeps what it has when a reading fails, and reads at the next', async () => {
    const errors: unknown[] = [];
    let kept = 'old';
    let fault: Error | null = new Error('away');
    const load = () => {
      if (fault !== null) return Promise.reject(fault);
      kept = 'new';
      return Promise.resolve();
    };
    const copy = new KeptCopy(load, (error) => errors.push(error));
    await copy.refresh();
    expect([kept, errors]).toEqual(['old', [fault]]);
    fault = null;
    await copy.refresh();
    expect(kept).toBe('new');
  });
});
