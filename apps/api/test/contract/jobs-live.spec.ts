import type { PersonalMessage } from '@chat-admin/domain/chat-server/message';
import type { LiveSession } from '@chat-admin/domain/chat-server/live-session';
import { ChatServerSpy } from '@chat-admin/domain/testing/chat-server-spy';
import { until } from '@chat-admin/debian-programs/until';
import { doJob, finished, forgetJobs, jobIn, resultsOf, uploadJob } from '../support/jobs.js';
import { makeKey } from '../support/keys.js';
import { createUsers, startOver } from '../support/people.js';
import { TestApi } from '../support/test-api.js';

/** A chat server that goes away by itself. */
class Failing extends ChatServerSpy {
  /** messages that it sends until then */
  answersLeft = Infinity;
  asked = 0;
  paceMs = 0;

  override async send(message: PersonalMessage): Promise<void> {
    this.asked += 1;
    if (this.answersLeft-- <= 0) this.away = true;
    if (this.paceMs > 0) await new Promise((resolve) => setTimeout(resolve, this.paceMs));
    await super.send(message);
  }
}

const chatServer = new Failing();
let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ failedLoginLimit: 0 }, undefined, { chatServer });
});
afterAll(() => api.stop());
beforeEach(async () => {
  chatServer.away = false;
  Object.assign(chatServer, { answersLeft: Infinity, asked: 0, paceMs: 0 });
  await startOver(api);
  await forgetJobs(api);
  await createUsers(api, 'ola', 'zoe');
  chatServer.present = ['desk', 'phone'].map((resource) => session('ola', resource));
  chatServer.heard();
});

const session = (username: string, resource: string): LiveSession => ({
  ...{ jid: `${username}@example.org/${resource}`, username, resource, nodeId: 'spy' },
  ...{ status: 'Authenticated', presence: null, hostAddress: '192.0.2.7', hostName: null },
  ...{ createdAt: new Date(0), lastActiveAt: new Date(0), secure: true },
});
const told = () =>
  chatServer.heard().filter((one) => typeof one !== 'string' && !('groups' in one));
const AWAY = 'The chat server cannot be reached';

/** Of the lines of a job, once it has ended. */
async function eventsOf(id: string): Promise<unknown[]> {
  return until('the job is told', async () => {
    const events = await api.database.sql(
      `select type, object, actor, source from event where source = 'job' order by id`,
    );
    const end = events.findIndex(({ object }) => object === `/jobs/${id}`);
    const begin = events.findLastIndex(({ type }, at) => at < end && type === 'job.finished') + 1;
    return end >= 0 && events.slice(begin, end);
  });
}

describe('lines of sessions', () => {
  const table = [
    'jid,reason',
    'Ola@example.org/desk,Update',
    'ola@example.org,',
    'Ola,Bye',
    'zoe,',
    'ghost@example.org,',
    'ola@example.org/nowhere,',
    'ola@elsewhere.test,',
    'a@b@c,',
    `ola,${'x'.repeat(256)}`,
  ].join('\n');
  const expected = [
    ['/sessions/ola/desk', 'updated'],
    ['/sessions/ola', 'updated'],
    ['/sessions/ola', 'updated'],
    ['/sessions/zoe', 'unchanged'],
    ['/sessions/ghost', 'unchanged'],
    ['/sessions/ola/nowhere', 'failed', 'Could not find session'],
    [undefined, 'failed', 'Could not find session'],
    [undefined, 'failed', 'Unable to parse value as jid: a@b@c'],
    ['/sessions/ola', 'failed', `Invalid value for parameter reason: ${'x'.repeat(100)}`],
  ];

  it('close one session, or all of a user', async () => {
    const { job, results } = await doJob(api, 'type=sessions', table);
    expect(results).toEqual(expected);
    expect(job).toMatchObject({ status: 'done', succeeded: 3, unchanged: 2, failed: 4 });
    const closed = (reason: string | null, resource?: string) => ({
      closed: 'ola',
      ...(resource && { resource }),
      reason,
    });
    expect(told()).toEqual([
      closed('Update', 'desk'),
      closed(null),
      closed('Bye'),
      { closed: 'zoe', reason: null },
      { closed: 'ghost', reason: null },
    ]);
    const entry = (await api.audited()).at(-1)!;
    expect([entry.summary, entry.details]).toEqual([
      `JOB sessions ${job.id}`,
      `object=/jobs/${job.id}; outcome=200; source=job; users=ola,zoe,ghost; failed=4; rows=9`,
    ]);
    const by = { type: 'session.closed', actor: 'secret', source: 'job' };
    expect(await eventsOf(job.id)).toEqual([
      { ...by, object: '/sessions/ola/desk' },
      { ...by, object: '/sessions/ola' },
    ]);
  });

  it('close nothing in a dry run, which says what would be closed', async () => {
    const { job, results } = await doJob(api, 'type=sessions&dryRun=true', table);
    expect([results, told()]).toEqual([expected, []]);
    expect(await eventsOf(job.id)).toEqual([]);
  });
});

describe('lines of messages', () => {
  const table = [
    'receiver;type;subject;body',
    'Ola;chat;Break;At nine',
    'group:Crew;;;All',
    'group:Empty;;;Nobody',
    'ghost;;;x',
    'group:Nope;;;x',
    'ola;groupchat;;x',
    'ola;;;',
    ';;;x',
  ].join('\n');
  const empty = 'Message content/body is null or empty';
  const expected = [
    ['/messages/users/ola', 'updated'],
    ['/messages/groups/Crew', 'updated'],
    ['/messages/groups/Empty', 'unchanged'],
    ['/messages/users/ghost', 'failed', 'Could not get user'],
    ['/messages/groups/Nope', 'failed', 'Could not find group'],
    ['/messages/users/ola', 'failed', 'Invalid value for type: groupchat'],
    ['/messages/users/ola', 'failed', empty],
    [undefined, 'failed', 'Could not get user'],
  ];

  beforeEach(async () => {
    await api.call('POST', '/groups', 'json', { name: 'Crew', members: ['ola', 'zoe', 'ghost'] });
    await api.call('POST', '/groups', 'json', { name: 'Empty', members: ['ghost'] });
    chatServer.heard();
  });

  it('send them to people and groups', async () => {
    const { job, results } = await doJob(api, 'type=messages', table);
    expect(results).toEqual(expected);
    expect(told()).toEqual([
      { sent: { to: ['ola@example.org'], type: 'chat', subject: 'Break', body: 'At nine' } },
      {
        sent: {
          ...{ to: ['ola@example.org', 'zoe@example.org'], type: 'normal', subject: null },
          body: 'All',
        },
      },
    ]);
    const { details } = (await api.audited()).at(-1)!;
    expect(details).toBe(
      `object=/jobs/${job.id}; outcome=200; source=job; users=ola,ghost; groups=Crew,Empty,Nope; failed=5; rows=8`,
    );
    const by = { type: 'message.sent', actor: 'secret', source: 'job' };
    expect(await eventsOf(job.id)).toEqual([
      { ...by, object: '/messages/users/ola' },
      { ...by, object: '/messages/groups/Crew' },
    ]);
  });

  it('send nothing in a dry run', async () => {
    const { results } = await doJob(api, 'type=messages&dryRun=true', table);
    expect([results, told()]).toEqual([expected, []]);
  });

  it('need the scope for messages, which shows results, too', async () => {
    const { bearer } = await makeKey(api, ['jobs:read', 'jobs:write', 'messages:write']);
    const reply = await uploadJob(api, 'type=messages', 'receiver,body\nola,x', {
      authorization: bearer,
    });
    const { id } = await finished(api, jobIn(reply).id);
    const path = `/jobs/${id}/results`;
    expect((await api.send('GET', path, { authorization: bearer })).status).toBe(200);
    const other = (await makeKey(api, ['jobs:read', 'jobs:write', '*:read'])).bearer;
    expect((await api.send('GET', path, { authorization: other })).text).toContain(
      'The scope messages:write is needed',
    );
  });

  it('fail while the chat server cannot be reached, of which a batch asks once', async () => {
    chatServer.answersLeft = 2;
    const lines = Array.from({ length: 120 }, (_, index) => `ola,"Message, ${index}"`);
    const { job } = await doJob(api, 'type=messages', `receiver,body\n${lines.join('\n')}`);
    expect(job).toMatchObject({ status: 'done', succeeded: 2, failed: 118 });
    expect((await resultsOf(api, job.id)).slice(1, 4)).toEqual([
      ['/messages/users/ola', 'updated'],
      ['/messages/users/ola', 'failed', AWAY],
      ['/messages/users/ola', 'failed', AWAY],
    ]);
    const [exceptions] = await api.database.sql(
      'select array_agg(distinct exception) as names from job_result where exception is not null',
    );
    expect(exceptions).toEqual({ names: ['ServiceUnavailableException'] });
    // the third, and the first of each other batch: more than two where the machine is slow, but no line for itself
    expect(chatServer.asked).toBeGreaterThanOrEqual(4);
    expect(chatServer.asked).toBeLessThan(lines.length / 4);
    expect(told()).toHaveLength(2);
  });

  it('end their batch early where each takes long, so that a cancelled job ends soon', async () => {
    chatServer.paceMs = 300;
    const lines = Array.from({ length: 90 }, (_, index) => `ola,${index}`);
    const reply = await uploadJob(api, 'type=messages', `receiver,body\n${lines.join('\n')}`);
    const { id } = jobIn(reply);
    await until('some are sent', () => chatServer.asked > 3);
    const cancelled = jobIn(await api.call('POST', `/jobs/${id}/cancel`, 'json'));
    expect(cancelled.status).toBe('cancelled');
    const results = await resultsOf(api, id);
    expect(results).toHaveLength(Number(cancelled['processed']));
    expect(results.length).toBeLessThan(90);
    expect(told()).toHaveLength(results.length);
    expect(await api.database.sql('select from job_batch')).toEqual([]);
  });

  it('go on where a batch has ended early', async () => {
    chatServer.paceMs = 300;
    const lines = Array.from({ length: 12 }, (_, index) => `ola,${index}`);
    const { job, results } = await doJob(
      api,
      'type=messages',
      `receiver,body\n${lines.join('\n')}`,
    );
    expect(job).toMatchObject({ status: 'done', lines: 12, processed: 12, succeeded: 12 });
    expect(results).toHaveLength(12);
    const bodies = told().map((one) => (one as { sent: PersonalMessage }).sent.body);
    expect(bodies).toEqual(lines.map((_, index) => String(index)));
    const entries = (await api.audited()).filter(({ summary }) => summary.startsWith('JOB'));
    expect(entries.length).toBeGreaterThan(1);
  });
});

describe('lines of rooms', () => {
  beforeEach(async () => {
    const body = { roomName: 'tearoom', naturalName: 'Tea', description: 'T', owners: ['ann'] };
    expect((await api.call('POST', '/chatrooms', 'json', body)).status).toBe(201);
    chatServer.heard();
  });

  it('destroy rooms with a reason and another room', async () => {
    const TEAROOM = '/chatrooms/tearoom?servicename=conference';
    const lines = [
      { room: 'tearoom', action: 'remove', alternateRoom: 'nowhere' },
      { room: 'tearoom', action: 'remove', reason: 'x'.repeat(256) },
      { room: 'tearoom', reason: 'Moved' },
      { room: 'tearoom', alternateRoom: 'den@conference.example.org' },
      {
        room: 'tearoom',
        action: 'remove',
        reason: 'Moved',
        alternateRoom: 'den@conference.example.org',
      },
    ];
    const { results } = await doJob(
      api,
      'type=rooms',
      lines.map((line) => JSON.stringify(line)).join('\n'),
      { contentType: 'application/x-ndjson' },
    );
    expect(results).toEqual([
      [TEAROOM, 'failed', 'Unable to parse value as jid: nowhere'],
      [TEAROOM, 'failed', expect.stringContaining('Invalid value for parameter reason: xxx')],
      [TEAROOM, 'failed', 'Unknown member: reason'],
      [TEAROOM, 'failed', 'Unknown member: alternateRoom'],
      [TEAROOM, 'removed'],
    ]);
    expect(told()).toEqual([
      {
        destroyed: { service: 'conference', room: 'tearoom' },
        ...{ reason: 'Moved', alternateRoom: 'den@conference.example.org' },
      },
    ]);
  });
});

it('asks no chat server where none is attached: nobody is there, nothing is sent', async () => {
  const alone = await TestApi.start({ failedLoginLimit: 0 });
  try {
    await createUsers(alone, 'ola');
    const sessions = await doJob(alone, 'type=sessions', 'jid\nola\nola@example.org/desk');
    const messages = await doJob(alone, 'type=messages', 'receiver,body\nola,x');
    expect([sessions.results, messages.results]).toEqual([
      [
        ['/sessions/ola', 'unchanged'],
        ['/sessions/ola/desk', 'failed', 'Could not find session'],
      ],
      [['/messages/users/ola', 'unchanged']],
    ]);
  } finally {
    await alone.stop();
  }
});
