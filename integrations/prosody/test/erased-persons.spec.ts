import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../src/chat-client.js';
import { type Stanza, xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import { type ApiProcess, startApi } from './faults/api-process.js';
import { complaintsOf } from './quiet-log.js';
import { aRoom, MUC, presenceOf, type Room, setSubject, shownSubject } from './room-scene.js';

const MAM = 'urn:xmpp:mam:2';
const PEOPLE = 400;
const LINES_OF_A_BATCH = 100;
/** of an instance that is killed: how often another one may be quicker */
const ATTEMPTS = 10;

const suite = await suiteNeeds(describe, 'Erased persons', ['prosody']);

interface Job {
  readonly status: string;
  readonly processed: number;
  readonly succeeded: number;
  readonly failed: number;
}

suite('Erased persons', () => {
  let world: World;
  let other: ApiProcess | null = null;
  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob', 'eve');
  });
  afterAll(async () => {
    const complaints = world ? complaintsOf(world) : [];
    await other?.process.kill();
    await world?.stop();
    expect(complaints).toEqual([]);
  });

  const isRemoval = (stanza: Stanza) =>
    stanza.getChild('query', 'jabber:iq:roster')?.getChild('item')?.attrs['subscription'] ===
    'remove';

  const read = async (id: string) => (await world.api.done('GET', `/jobs/${id}`)).json<Job>();
  const ended = (id: string) =>
    until('the job has ended', async () => {
      const job = await read(id);
      return !['queued', 'running'].includes(job.status) && job;
    });
  const erase = async (...lines: readonly object[]) =>
    ended(await world.api.job('person-erase', lines));

  /** All that eve is sent on entering: who is there, the history, the subject. */
  async function shownAtEntry(eve: ChatClient, room: Room): Promise<readonly string[]> {
    await eve.send(xml('presence', { to: room.occupant('Eve') }, xml('x', { xmlns: MUC })));
    const subject = await shownSubject(eve, room, 'Shopping');
    return [...eve.take(), subject].map(String);
  }

  /** The archive of a room as it is sent (XEP-0313). */
  async function archiveOf(eve: ChatClient, room: Room): Promise<readonly string[]> {
    await eve.set(xml('query', { xmlns: MAM }), room.jid);
    return eve.take((stanza) => stanza.getChild('result', MAM) !== undefined).map(String);
  }

  it('lose their sessions, their login, and their name in the history of rooms', async () => {
    const room = await aRoom(world, {
      logEnabled: true,
      canAnyoneDiscoverJID: true,
      canOccupantsChangeSubject: true,
      owners: ['bob@example.org'],
    });
    const [ann, bob, eve] = [
      await world.online('ann', { resource: 'desk' }),
      await world.online('bob', { resource: 'desk' }),
      await world.online('eve', { resource: 'desk' }),
    ];
    await world.api.done('POST', '/users/bob/roster', { jid: ann.bareJid, subscriptionType: 3 });
    await bob.get(xml('query', { xmlns: 'jabber:iq:roster' }));
    await ann.join(room.jid, 'Annie');
    await bob.join(room.jid, 'Bob');
    await ann.say(room.jid, 'Milk?');
    await setSubject(ann, room, 'Shopping');
    await shownSubject(bob, room, 'Shopping');
    await bob.say(room.jid, 'No thanks');

    const left = presenceOf(bob, room, 'Annie', ({ attrs }) => attrs['type'] === 'unavailable');
    expect(await erase({ jid: ann.bareJid })).toMatchObject({ status: 'done', succeeded: 1 });
    expect(await ann.ended).toBe('not-authorized');
    await left;
    await expect(world.login('ann')).rejects.toThrow();

    await until('the contact is gone', () => bob.take(isRemoval).length > 0);

    const shown = await shownAtEntry(eve, room);
    const archive = await archiveOf(eve, room);
    for (const texts of [shown, archive]) {
      expect(texts.filter((text) => text.includes('Milk?'))).toHaveLength(1);
      expect(texts.filter((text) => text.includes('No thanks'))).toHaveLength(1);
      expect(texts.filter((text) => /ann(ie)?\b/i.test(text))).toEqual([]);
    }
  });

  it('are erased once each, whichever instance is killed', async () => {
    other = await startApi(world, world.prosody.url);
    const { id, prefix } = await begunBy(other);
    await other.process.kill();
    other = null;
    const { processed } = await read(id);
    expect(processed).toBeLessThan(PEOPLE);
    await world.sql('update job set lease_until = now() where id = $1', [id]);
    expect(await ended(id)).toMatchObject({ status: 'done', succeeded: PEOPLE, failed: 0 });
    const named = `${prefix}-%`;
    expect(
      await world.sql(
        `select count(*)::integer as results, count(distinct object)::integer as people
         from job_result where job_id = $1 and outcome = 'removed'`,
        [id],
      ),
    ).toEqual([{ results: PEOPLE, people: PEOPLE }]);
    expect(await world.sql('select from account where username like $1', [named])).toEqual([]);
    expect(
      await world.sql(
        'select count(sender)::integer as named, count(*)::integer as said from room_message where body = $1',
        [prefix],
      ),
    ).toEqual([{ named: 0, said: PEOPLE }]);
    const entries = await world.sql('select from audit_entry where summary = $1', [
      `JOB person-erase ${id}`,
    ]);
    expect(entries).toHaveLength(PEOPLE / LINES_OF_A_BATCH);
  });

  /** A job that the instance to be killed works on, of people who have each said one thing. */
  async function begunBy(instance: ApiProcess) {
    const room = await aRoom(world, { owners: ['bob@example.org'] });
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const prefix = `crowd${attempt}`;
      const names = Array.from({ length: PEOPLE }, (_, at) => `${prefix}-${at}`);
      await world.sql('insert into account (username) select unnest($1::text[])', [names]);
      await world.sql(
        `insert into room_message (room_id, nickname, sender, body)
         select id, person, person || '@example.org/desk', $1 from room, unnest($2::text[]) as person
         where room.name = $3`,
        [prefix, names, room.name],
      );
      const lines = names.map((jid) => ({ jid }));
      const id = await instance.job('person-erase', lines);
      await until('a batch is done', async () => (await read(id)).processed > 0);
      const metrics = await (await fetch(`${instance.managementUrl}/metrics`)).text();
      if (/^chat_admin_job_items_total\{.*"person-erase".*\} [1-9]/m.test(metrics)) {
        return { id, prefix };
      }
      await world.api.done('POST', `/jobs/${id}/cancel`);
    }
    throw new Error('Another instance was always quicker');
  }
});
