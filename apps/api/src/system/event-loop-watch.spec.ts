import { EventLoopWatch } from './event-loop-watch.js';

describe('EventLoopWatch', () => {
  let watch: EventLoopWatch;
  beforeEach(() => (watch = new EventLoopWatch()));
  afterEach(() => watch.stop());

  it('finds nothing while the loop turns', () => {
    expect(watch.stallMs()).toBe(0);
  });

  it('finds a stall that is still under way', () => {
    expect(watch.stallMs(performance.now() + 20_000)).toBeGreaterThan(19_000);
  });
});
