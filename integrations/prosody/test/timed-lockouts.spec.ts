import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { passwordOf, World } from '../src/world.js';
import { complaintsOf } from './quiet-log.js';
import { RawClient } from './raw-client.js';

const suite = await suiteNeeds(describe, 'Lockouts with times', ['prosody']);

const seconds = (amount: number) => new Date(Date.now() + amount * 1000).toISOString();

suite('Lockouts with times', () => {
  let world: World;
  beforeEach(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob');
  });
  afterEach(async () => {
    const complaints = world ? complaintsOf(world) : [];
    await world?.stop();
    expect(complaints).toEqual([]);
  });

  const put = (body: object) => world.api.done('PUT', '/lockouts/bob', body);

  /** What a login ends with; `null`: it succeeds. */
  async function refusal(): Promise<string | null> {
    try {
      await (await world.login('bob')).close();
      return null;
    } catch (error) {
      return (error as { condition: string }).condition;
    }
  }

  const isOver = async () =>
    (await world.sql('select from lockout where ends_at > clock_timestamp()')).length === 0;

  it('of three seconds refuse logins, and then no more, without any call', async () => {
    await put({ until: seconds(3) });
    expect(await refusal()).toBe('account-disabled');
    await until('the lockout is over', isOver);
    expect(await refusal()).toBeNull();
    await until(
      'the row is gone',
      async () => (await world.sql('select from lockout')).length === 0,
    );
    const ends = await world.sql(`select summary from audit_entry where username = 'service'`);
    expect(ends).toEqual([{ summary: 'END lockout bob' }]);
  });

  it('end without the API, too', async () => {
    await put({ until: seconds(3) });
    expect(await refusal()).toBe('account-disabled');
    await world.app.close();
    await until('the lockout is over', isOver);
    expect(await world.sql('select from lockout')).toHaveLength(1);
    expect(await refusal()).toBeNull();
  });

  it('begin when they are to: sessions are closed then, and nobody else', async () => {
    const [ann, bob] = [await world.online('ann'), await world.online('bob')];
    await put({ from: seconds(2), reason: 'Spam in tearoom' });
    expect(await refusal()).toBeNull();
    expect(await bob.ended).toBe('not-authorized');
    expect(await refusal()).toBe('account-disabled');
    await ann.available();
    await ann.close();
  });

  it('begin without the API, too, and tell neither reason nor end', async () => {
    const raw = await RawClient.login(world.prosody.place, 'bob', passwordOf('bob'));
    await put({ from: seconds(2), until: seconds(3_600), reason: 'Spam in tearoom' });
    await world.app.close();
    await raw.closed();
    expect(raw.text).toMatch(
      /<stream:error><not-authorized xmlns=['"]urn:ietf:params:xml:ns:xmpp-streams['"]\/><\/stream:error>/,
    );
    expect(await refusal()).toBe('account-disabled');
  });
});
