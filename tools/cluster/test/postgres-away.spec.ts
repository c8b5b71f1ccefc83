import { setTimeout as delay } from 'node:timers/promises';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { readiness } from './cluster-state.js';
import { Environment } from './environment.js';
import type { Reply } from '../src/http.js';
import { Load } from '../src/load.js';

const suite = await suiteNeeds(describe, 'PostgreSQL away', ['redis-server', 'haproxy']);

const OUTAGE_MS = 10_000;

function isDatabaseAway(reply: Reply | null): boolean {
  if (reply?.status !== 503 || reply.type !== 'application/json') return false;
  const { exception, message } = JSON.parse(reply.text) as Record<string, string>;
  return (
    exception === 'ServiceUnavailableException' && message === 'The database cannot be reached'
  );
}

suite('PostgreSQL stopped for ten seconds under load', () => {
  let environment: Environment;
  beforeAll(async () => (environment = await Environment.start()));
  afterAll(() => environment?.stop());

  it('loses no acknowledged write, answers 503 in the meantime, and recovers by itself', async () => {
    const { cluster } = environment;
    const load = new Load(cluster.url);
    await load.progress();
    await environment.stopPostgres();
    await delay(OUTAGE_MS);
    expect(await readiness(cluster.managementUrls[0]!)).toBe('readiness/server');
    await environment.startPostgres();
    await load.progress();
    await cluster.untilReady([0, 1]);
    await load.progress();
    await load.stop();

    expect(await environment.lost(load)).toEqual([]);
    const unexpected = load.failures.filter(({ reply }) => !isDatabaseAway(reply));
    expect(unexpected).toEqual([]);
    expect(load.failures.length).toBeGreaterThan(Load.width);
    console.log(`PostgreSQL away: ${load.summary}`);
  });
});
