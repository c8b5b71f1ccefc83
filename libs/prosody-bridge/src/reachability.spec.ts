import { BridgeFailure } from './bridge-client.js';
import { Reachability } from './reachability.js';

const REFUSED = new BridgeFailure('no connection (ECONNREFUSED)', true, 'ECONNREFUSED');
const TOLD_REFUSED = 'The chat server is unavailable: no connection (ECONNREFUSED)';
const TOLD_UP = 'The chat server is available';
/** an interval at which no scheduled probe occurs during the test */
const NEVER_MS = 1_000_000;

describe('Reachability of a chat server started together with the service', () => {
  let now: number;
  let told: string[];
  let failure: BridgeFailure | null;
  let reachability: Reachability;
  const tell = (message: string): void => void told.push(message);
  const checkAt = (time: number, found: BridgeFailure | null): Promise<boolean> => {
    now = time;
    failure = found;
    return reachability.check();
  };
  beforeEach(() => {
    now = 5_000;
    told = [];
    reachability = new Reachability({
      probe: () => (failure === null ? Promise.resolve() : Promise.reject(failure)),
      log: { info: tell, warn: tell },
      everyMs: NEVER_MS,
      awayEveryMs: NEVER_MS,
      startMs: 10_000,
      clock: () => now,
    });
  });
  afterEach(() => reachability.close());

  it('does not report refused connections while it may be starting', async () => {
    expect(await checkAt(5_000, REFUSED)).toBe(false);
    expect(reachability.tried).toBe(true);
    expect(await checkAt(14_999, REFUSED)).toBe(false);
    expect(told).toEqual([]);
    expect(await checkAt(15_100, null)).toBe(true);
    expect(told).toEqual([TOLD_UP]);
  });

  it('reports once that it takes too long', async () => {
    await checkAt(5_000, REFUSED);
    await checkAt(15_000, REFUSED);
    await checkAt(16_000, REFUSED);
    expect(told).toEqual([TOLD_REFUSED]);
  });

  it('reports refused connections immediately once it was available', async () => {
    await checkAt(5_000, null);
    await checkAt(6_000, REFUSED);
    await checkAt(7_000, null);
    expect(told).toEqual([TOLD_UP, TOLD_REFUSED, TOLD_UP]);
  });

  it('reports any other reason immediately', async () => {
    await checkAt(5_000, new BridgeFailure('it refuses the token (CHAT_SERVER_TOKEN)', true));
    await checkAt(5_100, new BridgeFailure('no connection (ENOTFOUND)', true, 'ENOTFOUND'));
    expect(told).toEqual([
      'The chat server is unavailable: it refuses the token (CHAT_SERVER_TOKEN)',
      'The chat server is unavailable: no connection (ENOTFOUND)',
    ]);
  });
});
