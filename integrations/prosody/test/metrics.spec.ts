import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { World } from '../src/world.js';
import { stopUnharmed } from './room-scene.js';

const suite = await suiteNeeds(describe, "Prosody's metrics", ['prosody']);

suite("Prosody's metrics", () => {
  let world: World;
  beforeAll(async () => (world = await World.start()));
  afterAll(() => stopUnharmed(world));

  it('are read by Prometheus on the HTTP port', async () => {
    await world.accounts('somebody');
    await world.online('somebody');
    const reply = await fetch(`${world.prosody.url}/metrics`);
    expect(reply.headers.get('content-type')).toMatch(/^application\/openmetrics-text/);
    const text = await reply.text();
    expect(text).toMatch(/^prosody_mod_c2s__connections\{.*\} 1$/m);
    expect(text).toMatch(/^# EOF$/m);
    expect(text).not.toContain('somebody');
  });
});
