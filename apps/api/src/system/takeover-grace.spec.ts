import { TakeoverGrace } from './takeover-grace.js';

describe('TakeoverGrace', () => {
  let now: number;
  let waits: boolean;
  let grace: TakeoverGrace;
  beforeEach(() => {
    [now, waits] = [1_000, true];
    grace = new TakeoverGrace(
      () => Promise.resolve(waits),
      () => now,
    );
  });

  it('lasts 15 seconds, and begins again once the chat server was reached', async () => {
    expect(await grace.covers()).toBe(true);
    now += 14_999;
    expect(await grace.covers()).toBe(true);
    now += 1;
    expect(await grace.covers()).toBe(false);
    grace.reached();
    expect(await grace.covers()).toBe(true);
  });

  it('is none where no other chat server waits', async () => {
    waits = false;
    expect(await grace.covers()).toBe(false);
  });
});
