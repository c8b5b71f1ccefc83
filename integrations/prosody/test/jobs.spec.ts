import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { passwordOf, World } from '../src/world.js';
import { type ApiProcess, startApi } from './faults/api-process.js';
import { complaintsOf } from './quiet-log.js';
import { RawClient } from './raw-client.js';

const suite = await suiteNeeds(describe, 'Bulk jobs', ['prosody']);

const LINES = 400;
const LINES_OF_A_BATCH = 100;
/** of an instance that is killed: how often another one may be quicker */
const ATTEMPTS = 10;

interface Job {
  readonly id: string;
  readonly status: string;
  readonly succeeded: number;
  readonly failed: number;
}

suite('Bulk jobs', () => {
  let world: World;
  let other: ApiProcess | null = null;
  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob', 'cat', 'gus', 'hal');
  });
  afterAll(async () => {
    const complaints = world ? complaintsOf(world) : [];
    await other?.process.kill();
    await world?.stop();
    expect(complaints).toEqual([]);
  });

  const read = async (id: string) => (await world.api.done('GET', `/jobs/${id}`)).json<Job>();

  const ended = (id: string) =>
    until('the job has ended', async () => {
      const job = await read(id);
      return !['queued', 'running'].includes(job.status) && job;
    });

  const done = async (type: string, lines: readonly object[]) =>
    ended(await world.api.job(type, lines));

  describe('of sessions', () => {
    it('close one session, and leave the others, or close all', async () => {
      const [desk, phone, tablet] = [
        await world.login('bob', { resource: 'desk' }),
        await world.login('bob', { resource: 'phone', transport: 'websocket' }),
        await world.login('cat', { resource: 'tablet', transport: 'bosh' }),
      ];
      const one = await done('sessions', [{ jid: 'bob@example.org/desk', reason: 'Update' }]);
      expect(one).toMatchObject({ status: 'done', succeeded: 1 });
      expect(await desk!.ended).toBe('not-authorized');
      await phone!.available();
      const all = await done('sessions', [{ jid: 'BOB@example.org' }, { jid: 'cat' }]);
      expect(all).toMatchObject({ status: 'done', succeeded: 2 });
      expect(await phone!.ended).toBe('not-authorized');
      expect(await tablet!.ended).toBe('not-authorized');
    });

    it('tell the reason', async () => {
      const raw = await RawClient.connect(world.prosody.place);
      await raw.authenticate('bob', passwordOf('bob'));
      await raw.ask(
        '<bind xmlns="urn:ietf:params:xml:ns:xmpp-bind"><resource>raw</resource></bind>',
      );
      await done('sessions', [{ jid: 'bob@example.org/raw', reason: 'Away & over' }]);
      await raw.closed();
      expect(raw.text.replaceAll('"', "'")).toContain(
        "<text xmlns='urn:ietf:params:xml:ns:xmpp-streams'>Away &amp; over</text>",
      );
    });
  });

  describe('of messages', () => {
    it('reach people, those who are offline later, and each of a group', async () => {
      await world.api.done('POST', '/groups', { name: 'Crew', members: ['gus', 'hal'] });
      const gus = await world.online('gus');
      const job = await done('messages', [
        { receiver: 'gus', type: 'chat', subject: 'Tea', body: 'At <noon>' },
        { receiver: 'group:Crew', body: 'All' },
        { receiver: 'hal', type: 'headline', body: 'Missed' },
      ]);
      expect(job).toMatchObject({ status: 'done', succeeded: 3, failed: 0 });
      const first = await gus.nextMessage();
      expect(first.attrs).toMatchObject({ from: 'example.org', type: 'chat' });
      expect([first.getChildText('subject'), first.getChildText('body')]).toEqual([
        'Tea',
        'At <noon>',
      ]);
      expect((await gus.nextMessage()).getChildText('body')).toBe('All');
      const hal = await world.online('hal');
      expect((await hal.nextMessage()).getChildText('body')).toBe('All');
      expect(hal.take((stanza) => stanza.is('message'))).toEqual([]);
      await Promise.all([gus.close(), hal.close()]);
    });

    it('repeat at most a batch when the instance is killed, and lose none', async () => {
      const ann = await world.online('ann');
      const bodies: string[] = [];
      const take = () => {
        const messages = ann.take((stanza) => stanza.is('message'));
        bodies.push(...messages.map((message) => message.getChildText('body')!));
        return bodies.length;
      };
      other = await startApi(world, world.prosody.url);
      const { id, wanted } = await begunBy(other);
      const count = () => take() && bodies.filter((body) => wanted.has(body)).length;
      await until('some have come', () => count() > 1.5 * LINES_OF_A_BATCH);
      await other.process.kill();
      other = null;
      await world.sql('update job set lease_until = now() where id = $1', [id]);
      const job = await ended(id);
      expect(job).toMatchObject({ status: 'done', succeeded: LINES, failed: 0 });
      await until('all have come', () => {
        count();
        return [...wanted].every((body) => bodies.includes(body));
      });
      expect(count() - LINES).toBeLessThanOrEqual(LINES_OF_A_BATCH);
      await ann.close();
    });
  });

  /** A job of messages to ann that the instance to be killed works on. @returns what they say */
  async function begunBy(instance: ApiProcess) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const bodies = Array.from({ length: LINES }, (_, at) => `${attempt}-${at}`);
      const lines = bodies.map((body) => ({ receiver: 'ann', body }));
      const id = await instance.job('messages', lines);
      await until('a batch is done', async () => (await read(id)).succeeded > 0);
      const metrics = await (await fetch(`${instance.managementUrl}/metrics`)).text();
      const isWorking = /^chat_admin_job_items_total\{.*"messages".*\} [1-9]/m.test(metrics);
      if (isWorking) return { id, wanted: new Set(bodies) };
      await world.api.done('POST', `/jobs/${id}/cancel`);
    }
    throw new Error('Another instance was always quicker');
  }
});
