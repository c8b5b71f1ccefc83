import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import { stopUnharmed } from './room-scene.js';

const suite = await suiteNeeds(describe, 'Notices that come late', ['prosody']);

/** When they arrive, the account may have been unlocked, or recreated, with an open session. */
suite('Notices that come late', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann');
  });
  afterAll(() => stopUnharmed(world));

  const ping = xml('ping', { xmlns: 'urn:xmpp:ping' });

  it.each(['locked', 'deleted'])(
    'close no session of a user who is no longer: %s',
    async (event) => {
      const ann = await world.online('ann');
      const { status, body } = await world.prosody.bridge('POST', '/bridge/users', {
        usernames: ['ann'],
        event,
      });
      expect({ status, body }).toEqual({ status: 200, body: { closed: 0 } });
      await ann.get(ping);
      await ann.close();
    },
  );

  it.each(['locked', 'gone', 'departed'])(
    'the reconciliation closes no session of a user who was: %s',
    async (state) => {
      const ann = await world.online('ann');
      await ann.set(
        xml('query', { xmlns: 'jabber:iq:private' }, xml('note', { xmlns: 'note' }, state)),
      );
      // What the database says while Prosody asks in pieces is old when the last piece has come.
      await world.sql('alter function engine.stale(jsonb) rename to current_stale');
      await world.sql(
        `create function engine.stale(live jsonb) returns jsonb language sql security definer
         set search_path = public, pg_temp as
         $$ select engine.current_stale(live) || '{"${state}":["ann"]}' $$`,
      );
      const { body } = await world.prosody.bridge('POST', '/bridge/reconcile');
      await world.sql('drop function engine.stale(jsonb)');
      await world.sql('alter function engine.current_stale(jsonb) rename to stale');
      expect(body).toMatchObject({ [state]: ['ann'] });
      const kept = await ann.get(
        xml('query', { xmlns: 'jabber:iq:private' }, xml('note', { xmlns: 'note' })),
      );
      expect(kept.getChild('query')?.getChildText('note')).toBe(state);
      await ann.close();
    },
  );
});
