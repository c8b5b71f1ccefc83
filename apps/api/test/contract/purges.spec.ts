import { expectError, refusal } from '../support/expectations.js';
import { doJob, finished, forgetJobs, jobIn, resultsOf, uploadJob } from '../support/jobs.js';
import { makeKey, makeNamedKey } from '../support/keys.js';
import { createRoom, createUsers } from '../support/people.js';
import { forms, TestApi } from '../support/test-api.js';

const PATH = '/chatrooms/tea/chathistory';
const ROOM = '/chatrooms/tea?servicename=conference';
const NOON = '2026-01-01T12:00:00Z';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await createUsers(api, 'ola', 'eve');
  for (const name of ['tea', 'den']) {
    await createRoom(api, name, [{ who: 'admin@example.org', affiliation: 'owner' }]);
  }
});
afterAll(() => api.stop());
beforeEach(async () => {
  await forgetJobs(api);
  await api.database.sql('delete from room_message; delete from message_archive');
  await said('tea', 2_500);
  await said('den', 3);
});

/** So many before noon, a second apart, and one at noon. */
const said = (room: string, count: number) =>
  api.database.sql(
    `insert into room_message (room_id, nickname, sender, body, sent_at)
     select room.id, 'Ann', 'ann@example.org/x', 'word', timestamptz '${NOON}' - n * interval '1 s'
     from room, generate_series(0, $2::integer) n where name = $1`,
    [room, count],
  );
const kept = async () => {
  const [row] = await api.database.sql(`
    select count(*) filter (where name = 'tea')::integer as tea,
      count(*) filter (where name = 'den')::integer as den
    from room_message join room on room.id = room_id`);
  return row;
};
const summaries = async () => (await api.audited()).map(({ summary }) => summary);
const events = () =>
  api.database.sql(`
    select object, source from (
      select type, object, source from event
      union all select type, object, origin ->> 'source' from event_outbox) told
    where type = 'history.purged' order by object`);

it('a room loses what was said before a moment, in steps of which two entries tell', async () => {
  await api.audited();
  const reply = await api.call('DELETE', `${PATH}?before=${NOON}`, 'json');
  const job = jobIn(reply);
  expect([reply.status, reply.headers['location'], job.type, job['lines']]).toEqual([
    ...[202, expect.stringMatching(`/plugins/restapi/v1/jobs/${job.id}$`), 'purge', 1],
  ]);
  expect(await finished(api, job.id)).toMatchObject({ status: 'done', succeeded: 1 });
  expect(await resultsOf(api, job.id)).toEqual([[ROOM, 'removed', '2500 messages']]);
  expect(await kept()).toEqual({ tea: 1, den: 4 });
  const entry = `JOB purge ${job.id}`;
  expect(await summaries()).toEqual(['DELETE history conference/tea', entry, entry]);
  expect(await events()).toEqual([{ object: ROOM, source: 'job' }]);
});

it('a dry run counts', async () => {
  const reply = await api.call('DELETE', `${PATH}?dryRun=true`, 'xml');
  expect(reply.status).toBe(202);
  const id = /<id>(\d+)<\/id>/.exec(reply.text)![1]!;
  await finished(api, id);
  expect(await resultsOf(api, id)).toEqual([[ROOM, 'removed', '2501 messages']]);
  expect(await kept()).toEqual({ tea: 2501, den: 4 });
});

it('lines are done one after the other; without messages nothing changes', async () => {
  const told = (await events()).length;
  await api.audited();
  const table = [
    'room,before,reason',
    ...[`den,${NOON},old`, `den,${NOON},old`, 'nowhere,,old', ',,old', 'tea,,old'],
  ].join('\n');
  const { results } = await doJob(api, 'type=purge', table);
  expect(results).toEqual([
    ['/chatrooms/den?servicename=conference', 'removed', '3 messages'],
    ['/chatrooms/den?servicename=conference', 'unchanged', '0 messages'],
    [
      '/chatrooms/nowhere?servicename=conference',
      'failed',
      'Chat room does not exist or is not accessible.',
    ],
    [undefined, 'failed', 'Invalid value for person: '],
    [ROOM, 'removed', '2501 messages'],
  ]);
  expect(await kept()).toEqual({ tea: 0, den: 1 });
  expect(await events()).toHaveLength(told + 2);
  const [, first] = await api.audited();
  expect(first!.details).toMatch(/; rooms=den,nowhere,tea; .*reason=old/);
});

it('what was said meanwhile stays, and each message goes once, whoever goes on', async () => {
  const uploaded = await uploadJob(api, 'type=purge', 'room\nden');
  await finished(api, jobIn(uploaded).id);
  // as an instance leaves it that ends between two steps
  const [job] = await api.database.sql(`
    with added as (
      insert into job (type, status, dry_run, on_existing, generate_passwords, service, maker_id,
                       maker_name, maker_kind, maker_scopes, at_console, lines, instance, lease_until)
      select 'purge', 'running', false, 'fail', false, 'conference', maker_id, maker_name, maker_kind,
             maker_scopes, false, 1, gen_random_uuid(), now() - interval '1 s'
      from job order by id desc limit 1 returning id)
    insert into job_batch (job_id, number, lines_before, lines)
    select id, 0, 0, '[{"read":{"room":"tea"},"progress":{"removed":4000,"before":"2026-01-01T11:59:00.000Z"}}]'
    from added returning job_id::text as id`);
  const id = String(job!['id']);
  expect(await finished(api, id)).toMatchObject({ status: 'done' });
  expect(await resultsOf(api, id)).toEqual([[ROOM, 'removed', '6440 messages']]);
  expect(await kept()).toEqual({ tea: 61, den: 0 });
});

it('the archive of a person needs a right that has to be named', async () => {
  await api.database.sql(`
    select engine.archive_message('ola', jsonb_build_object('contact', 'eve@example.org', 'received', true,
      'stanza', '<message><body>Hi</body></message>')) from generate_series(1, 3)`);
  const refused = await doJob(api, 'type=purge', 'person\nola');
  expect(refused.results).toEqual([
    [undefined, 'failed', 'The scope conversations:write is needed'],
  ]);
  const { bearer } = await makeNamedKey(api, [
    ...(['jobs:read', 'jobs:write', 'history:read', 'history:write'] as const),
    'conversations:write',
  ]);
  const by = { authorization: bearer };
  const table = 'person,room\nola@example.org,\nola,tea\nnobody,\nola@elsewhere.example,';
  const { results } = await doJob(api, 'type=purge', table, by);
  expect(results).toEqual([
    ['/users/ola', 'removed', '3 messages'],
    [undefined, 'failed', 'Invalid value for person: ola'],
    ['/users/nobody', 'failed', 'Could not get user'],
    [undefined, 'failed', expect.stringContaining('non-local')],
  ]);
  expect(await api.database.sql('select from archived_message')).toEqual([]);
});

describe.each(forms)('is refused, in %s', (form) => {
  it.each([
    [`${PATH}?before=x`, 400, 'IllegalArgumentException', 'Invalid value for parameter before: x'],
    [
      '/chatrooms/nowhere/chathistory',
      404,
      'RoomNotFoundException',
      'Chat room does not exist or is not accessible.',
    ],
  ])('%s', async (path, status, exception, message) => {
    const resource = status === 404 ? 'nowhere' : `/plugins/restapi/v1${PATH}`;
    const reply = await api.call('DELETE', path, form);
    expectError(reply, form, refusal(status, exception)(message, resource));
    expect(await kept()).toEqual({ tea: 2501, den: 4 });
  });

  it('while there are too many jobs', async () => {
    await api.database.sql(`
      insert into job (type, status, dry_run, on_existing, generate_passwords, service, maker_id,
                       maker_name, maker_kind, maker_scopes, at_console, lines, lease_until)
      select 'groups', 'running', false, 'fail', false, '', 'secret:a', 'a', 'secret', '{*}', false, 1,
             now() + interval '1 hour' from generate_series(1, 100)`);
    const expected = refusal(409, 'NotAllowedException');
    const reply = await api.call('DELETE', PATH, form);
    expectError(reply, form, expected('Could not create the job', `/plugins/restapi/v1${PATH}`));
    expect(await kept()).toEqual({ tea: 2501, den: 4 });
  });

  it('to who may only read', async () => {
    const { bearer } = await makeKey(api, ['history:read', 'jobs:write']);
    const reply = await api.send('DELETE', PATH, {
      authorization: bearer,
      headers: { Accept: `application/${form}` },
    });
    expect(reply.status).toBe(403);
  });
});
