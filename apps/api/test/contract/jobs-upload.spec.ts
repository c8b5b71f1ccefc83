import { Agent, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { CostlyCalls } from '@chat-admin/domain/testing/costly-calls';
import { until } from '@chat-admin/debian-programs/until';
import { doJob, finished, forgetJobs, jobIn, uploadJob } from '../support/jobs.js';
import { makeKey } from '../support/keys.js';
import { startOver } from '../support/people.js';
import { errorText, TestApi } from '../support/test-api.js';
import { TEST_SECRET } from '../support/test-config.js';

let api: TestApi;
beforeAll(async () => (api = await TestApi.start({ failedLoginLimit: 0, jobMaxBytes: 100_000 })));
afterAll(() => api.stop());
/** What refused uploads have begun is discarded beside, so that the two may meet. */
async function withoutJobs(): Promise<void> {
  try {
    await forgetJobs(api);
  } catch (error) {
    if ((error as { readonly code?: string }).code !== '40P01') throw error;
    await withoutJobs();
  }
}
beforeEach(async () => {
  await startOver(api);
  await withoutJobs();
});

const ROOT = '/plugins/restapi/v1/jobs';
const jobs = () => api.database.sql('select id, status from job');
const batches = () => api.database.sql('select from job_batch');

it('is answered with the job and its address', async () => {
  const reply = await uploadJob(api, 'type=Groups&onExisting=skip', 'name\nA\nB');
  const { id, created, ...job } = jobIn(reply);
  expect([reply.status, reply.headers.location]).toEqual([202, `${ROOT}/${id}`]);
  expect(created).toMatch(/\+00:00$/);
  expect(job).toEqual({
    ...{ type: 'groups', status: 'queued', dryRun: false, onExisting: 'skip', createdBy: 'secret' },
    ...{ lines: 2, processed: 0, succeeded: 0, unchanged: 0, failed: 0, passwords: false },
  });
  await finished(api, id);
  const xml = await api.call('GET', `/jobs/${id}`, 'xml');
  expect(xml.text).toMatch(/<job><id>\d+<\/id><type>groups<\/type><status>done<\/status>/);
});

it.each([
  ['', 'type'],
  ['type=', 'type'],
  ['type=nope', 'type'],
  ['type=persons', 'type'],
  ['type=users&onExisting=x', 'onExisting'],
  ['type=users&generatePasswords=x', 'generatePasswords'],
  ['type=users&unknownColumns=Ignore', 'unknownColumns'],
])('refuses the parameters %j before the body is read', async (query, name) => {
  const reply = await uploadJob(api, query, 'nope');
  expect(reply.status).toBe(400);
  expect(reply.text).toContain(`Invalid value for parameter ${name}`);
  expect(await jobs()).toEqual([]);
});

const ALL_TYPES = 'send text/csv, application/x-ndjson, application/json or application/xml';
const WITHOUT_XML = 'send text/csv, application/x-ndjson or application/json';
const CHARSETS = 'send it in utf-8, utf-16, iso-8859-1 or windows-1252';
it.each<[string, Record<string, string>, string]>([
  ['text/plain', {}, ALL_TYPES],
  ['', {}, ALL_TYPES],
  ['text/csv', { 'Content-Encoding': 'br' }, 'send it plain or as gzip'],
  ...['application/xml', 'text/xml'].map((type): [string, Record<string, string>, string] => [
    ...([type, { query: 'type=memberships' }, WITHOUT_XML] as const),
  ]),
  ...['utf-7', 'cp1252', '"utf8"', ''].map((charset): [string, Record<string, string>, string] => [
    ...([`text/csv;header=present; charset=${charset}`, {}, CHARSETS] as const),
  ]),
])('refuses the media type %j %j', async (contentType, { query, ...headers }, detail) => {
  const reply = await uploadJob(api, query ?? 'type=users', 'username\nola', {
    contentType,
    headers,
  });
  expect([reply.status, await jobs()]).toEqual([415, []]);
  expect(JSON.parse(reply.text)).toMatchObject({ detail });
});

it('needs the scope of its type before the body is read', async () => {
  const key = await makeKey(api, ['jobs:write', 'groups:write']);
  const reply = await uploadJob(api, 'type=users', 'nope', { authorization: key.bearer });
  expect([reply.status, reply.headers['www-authenticate']]).toEqual([
    403,
    expect.stringContaining('scope="users:write"'),
  ]);
  expect(reply.text).toEqual(
    errorText('json', 'ForbiddenException', 'The scope users:write is needed', ROOT),
  );
});

it.each([
  ['username,nope\nola', 'unknown column nope'],
  ['name\nola', 'there is no column username'],
  ['username\n', 'there is no line'],
  ['username\n"ola\n', 'a quote is not closed'],
])('refuses the table %j, and keeps nothing', async (table, reason) => {
  const reply = await uploadJob(api, 'type=users', table);
  expect(reply.text).toEqual(
    errorText('json', 'IllegalArgumentException', `Could not read the table: ${reason}`, 'jobs'),
  );
  expect([reply.status, await jobs(), await batches()]).toEqual([400, [], []]);
});

it('refuses documents as anywhere: of another type, unreadable, empty', async () => {
  for (const [body, text] of [
    ['<groups/>', 'Could not read the request body'],
    ['<users>', 'Could not read the request body'],
    ['<users/>', 'Could not read the table: there is no line'],
  ] as const) {
    const reply = await uploadJob(api, 'type=users', body, { contentType: 'application/xml' });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(text)]);
  }
  expect(await jobs()).toEqual([]);
});

describe('limits', () => {
  it('hold for the body, inflated', async () => {
    const table = `name\n${'x'.repeat(50)}\n`.concat('y\n'.repeat(60_000));
    const plain = await uploadJob(api, 'type=groups', table);
    const zipped = await uploadJob(api, 'type=groups', gzipSync(table), {
      headers: { 'Content-Encoding': 'gzip' },
    });
    expect([plain.status, zipped.status]).toEqual([413, 413]);
    expect(await jobs()).toEqual([]);
  });

  it('let a line that is too long fail alone', async () => {
    const { results } = await doJob(api, 'type=groups', `name\nA\n${'x'.repeat(65_537)}\nB`);
    expect(results).toEqual([
      ['/groups/A', 'created'],
      [undefined, 'failed', 'Could not read the line: it has more than 65536 bytes'],
      ['/groups/B', 'created'],
    ]);
  });

  it('hold for the entries of documents as for lines', async () => {
    const marks = '\u0301\u0316'.repeat(20_000);
    const entries = [
      { username: 'a', password: `a${marks}` },
      { username: 'b', password: 'p1' },
    ];
    const tooLong = [undefined, 'failed', 'Could not read the line: it has more than 65536 bytes'];
    const json = await doJob(api, 'type=users', JSON.stringify({ users: entries }), {
      contentType: 'application/json',
    });
    expect(json.results).toEqual([tooLong, ['/users/b', 'created']]);
    const user = ({ username, password }: (typeof entries)[number]) =>
      `<user><username>${username}</username><password>${password}</password></user>`;
    const xml = await doJob(
      api,
      'type=users&onExisting=skip',
      `<users>${entries.map(user).join('')}</users>`,
      { contentType: 'application/xml' },
    );
    expect(xml.results).toEqual([tooLong, ['/users/b', 'unchanged']]);
  });

  it('refuse a password before it is prepared', async () => {
    const calls = new CostlyCalls();
    try {
      const password = `a${'\u0301\u0316'.repeat(10_000)}`;
      const line = JSON.stringify({ username: 'a', password });
      const { results } = await doJob(api, 'type=users', line, {
        contentType: 'application/x-ndjson',
      });
      expect(results).toEqual([['/users/a', 'failed', 'Invalid value for password']]);
      expect(calls.longest('normalize')).toBe(0);
    } finally {
      calls.restore();
    }
  });

  it('hold for jobs that are not finished', async () => {
    await api.database.sql(`
      insert into job (type, status, dry_run, on_existing, generate_passwords, service, maker_id,
                       maker_name, maker_kind, maker_scopes, at_console, lines, lease_until)
      select 'groups', 'running', false, 'fail', false, '', 'secret:a', 'a', 'secret', '{*}', false, 1,
             now() + interval '1 hour' from generate_series(1, 100)`);
    const reply = await uploadJob(api, 'type=groups', 'name\nA');
    expect([reply.status, reply.text]).toEqual([
      409,
      errorText('json', 'NotAllowedException', 'Could not create the job', ROOT),
    ]);
  });

  it('leave others as many places as one maker takes', async () => {
    const { bearer } = await makeKey(api, ['jobs:write', 'groups:write']);
    await uploadJob(api, 'type=groups', 'name\nA');
    await api.database.sql(`
      insert into job (type, status, dry_run, on_existing, generate_passwords, service, maker_id,
                       maker_name, maker_kind, maker_scopes, at_console, lines, lease_until)
      select 'groups', case when n > 25 then 'running' else 'uploading' end, false, 'fail', false, '',
             maker_id, 'a', 'secret', '{*}', false, 1, now() + interval '1 hour'
      from job, generate_series(1, 50) as n`);
    expect((await uploadJob(api, 'type=groups', 'name\nB')).status).toBe(409);
    const others = { authorization: bearer };
    expect((await uploadJob(api, 'type=groups', 'name\nC', others)).status).toBe(202);
  });
});

it.each([
  ['a table that is refused', 'nope\n', 400],
  ['one that is too long', 'name\n', 413],
])('carries on with the connection of %s', async (_what, start, status) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (method: string, headers: object, body?: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { hostname: host, port } = api.baseUrl;
      const options = { agent, host, port, path: `${ROOT}?type=groups`, method };
      const sent = request({ ...options, headers: { Authorization: TEST_SECRET, ...headers } });
      sent.on('error', reject);
      sent.on('response', (reply) => reply.resume().on('end', () => resolve(reply.statusCode)));
      sent.end(body);
    });
  try {
    const table = { 'Content-Type': 'text/csv', 'Transfer-Encoding': 'chunked' };
    expect(await send('POST', table, start + 'x\n'.repeat(400_000))).toBe(status);
    expect(await send('GET', {})).toBe(200);
  } finally {
    agent.destroy();
  }
});

it('inflates tables', async () => {
  const reply = await uploadJob(api, 'type=groups', gzipSync('name\nZipped'), {
    headers: { 'Content-Encoding': 'gzip' },
  });
  expect((await finished(api, jobIn(reply).id))['succeeded']).toBe(1);
  const damaged = gzipSync('name\nDamaged').subarray(0, 20);
  const refused = await uploadJob(api, 'type=groups', damaged, {
    headers: { 'Content-Encoding': 'gzip' },
  });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Could not read')]);
});

it('leaves nothing of an upload that breaks', async () => {
  const sent = request({
    host: api.baseUrl.hostname,
    port: api.baseUrl.port,
    method: 'POST',
    path: `${ROOT}?type=groups`,
    headers: { Authorization: TEST_SECRET, 'Content-Type': 'text/csv' },
  });
  sent.on('error', () => undefined);
  sent.write('name\nA\n');
  await until('the upload has begun', async () => (await jobs()).length === 1);
  expect(await jobs()).toEqual([expect.objectContaining({ status: 'uploading' })]);
  expect(JSON.parse((await api.call('GET', '/jobs', 'json')).text)).toEqual({ jobs: [] });
  sent.destroy();
  await until('nothing is left', async () => (await jobs()).length === 0);
});

it('acts once with an idempotency key', async () => {
  const post = (table: string) =>
    uploadJob(api, 'type=groups', table, { headers: { 'Idempotency-Key': 'order-7' } });
  const [first, again, other] = [
    await post('name\nOnce'),
    await post('name\nOnce'),
    await post('name\nX'),
  ];
  expect([first.status, again.status, other.status]).toEqual([202, 202, 422]);
  expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
  expect(again.headers.location).toBe(first.headers.location);
  await until('one is left', async () => (await jobs()).length === 1);
});

it('forgets uploads of instances that have gone', async () => {
  await api.database.sql(`
    insert into job (type, status, dry_run, on_existing, generate_passwords, service, maker_id,
                     maker_name, maker_kind, maker_scopes, at_console, lease_until)
    select 'groups', 'uploading', false, 'fail', false, '', 'a', 'a', 'secret', '{*}', false,
           now() - interval '1 second'`);
  await api.database.sql(`insert into job_batch select id, 0, 0, '[]' from job`);
  await api.app.persistence.jobs.tidy();
  expect([await jobs(), await batches()]).toEqual([[], []]);
});
