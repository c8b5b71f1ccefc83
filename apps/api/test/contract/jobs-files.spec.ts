import { unzipped } from '@chat-admin/port-suites/unzipped';
import { doJob, forgetJobs, jobIn, uploadJob } from '../support/jobs.js';
import { makeKey } from '../support/keys.js';
import { MERGE_PATCH } from '../support/patches.js';
import { createGroups, createRoom, createUsers, PASSWORD, startOver } from '../support/people.js';
import { errorText, TestApi } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => (api = await TestApi.start({ failedLoginLimit: 0 })));
afterAll(() => api.stop());
beforeEach(async () => {
  await startOver(api);
  await forgetJobs(api);
  await createUsers(api, 'ola', 'zoe');
});

const ROOT = '/plugins/restapi/v1/jobs';
const exported = (jid: string, query = '') =>
  doJob(api, `type=person-export${query}`, `jid\n${jid}`);
const rename = (from: string, username: string) =>
  api.send('PATCH', `/users/${from}`, {
    headers: { 'Content-Type': MERGE_PATCH },
    body: JSON.stringify({ username }),
  });
const fetchIt = (id: string, authorization?: string, headers = {}) =>
  api.send('POST', `/jobs/${id}/file`, { headers, authorization });
const gone = (form: 'xml' | 'json', id: string) =>
  errorText(form, 'FileGoneException', 'The file has been handed out', `${ROOT}/${id}/file`);
/** The first line of each file is its head. */
const linesIn = (files: ReadonlyMap<string, Buffer>, name: string) =>
  files
    .get(name)!
    .toString()
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the file of a person-export', () => {
  it('has what is kept of the person, and nothing of others', async () => {
    await createGroups(api, { name: 'Crew', members: ['ola', 'zoe'] });
    await createGroups(api, { name: 'Night', members: ['zoe'] });
    await createRoom(api, 'tearoom', [
      { who: 'ola@example.org', affiliation: 'owner', nickname: 'Olly' },
      { who: 'zoe@example.org', affiliation: 'owner' },
    ]);
    await createRoom(api, 'secret-room', [{ who: 'zoe@example.org', affiliation: 'owner' }]);
    await api.database.sql(`
      insert into room_message (room_id, nickname, sender, body, sent_at)
      select id, nick, jid, nick || ' was here', '2026-01-02T03:04:05.678Z'
      from room, (values ('Olly', 'ola@example.org/desk'), ('Zed', 'zoe@example.org/desk')) as said (nick, jid)
      where name = 'tearoom'`);
    await api.database.sql(`insert into account_role values ('ola', 'auditor')`);
    await api.call('PUT', '/lockouts/ola', 'json', { reason: 'Holiday' });
    await api.call('DELETE', '/users/zoe/groups/Night', 'json');
    // refused; its path names nobody
    await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
    const { job, results } = await exported('OLA@example.org');
    expect(results).toEqual([['/users/ola', 'created']]);
    const reply = await fetchIt(job.id);
    expect([reply.status, reply.headers]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="person.zip"',
        'content-length': String(reply.bytes.length),
        'cache-control': 'no-store',
      }),
    ]);
    expect(reply.headers['content-encoding']).toBeUndefined();
    const files = unzipped(reply.bytes);
    expect(linesIn(files, 'user.ndjson')).toMatchObject([{ username: 'ola', role: 'auditor' }]);
    expect(linesIn(files, 'lockout.ndjson')).toMatchObject([{ reason: 'Holiday' }]);
    expect(linesIn(files, 'groups.ndjson')).toEqual([{ name: 'Crew', role: 'member' }]);
    const room = 'tearoom@conference.example.org';
    expect(linesIn(files, 'affiliations.ndjson')).toEqual([
      { room, affiliation: 'owner', nickname: 'Olly' },
    ]);
    const [time, nickname, body] = ['2026-01-02T03:04:05.678+00:00', 'Olly', 'Olly was here'];
    expect(linesIn(files, 'messages.ndjson')).toEqual([{ room, time, nickname, body }]);
    const audit = linesIn(files, 'audit.ndjson');
    expect(audit.map(({ details }) => details)).toContainEqual(
      expect.stringContaining('object=/lockouts/ola; outcome=201'),
    );
    expect(audit.map(({ summary }) => summary)).toContain('POST user ola');
    const all = Buffer.concat([...files.values()]).toString();
    expect(all).not.toMatch(/zoe|Zed|Night|secret-room/);
    expect(files.get('user.ndjson')!.toString()).toMatch(
      /^\{"format":"chat-admin","version":1,"domain":"example.org","exported_at":"[^"]+Z"\}\n/,
    );
  });

  it('of an account that is called like the shared secret has what the account has done alone', async () => {
    const by = (name: string) => `Basic ${Buffer.from(`${name}:${PASSWORD}`).toString('base64')}`;
    await createUsers(api, 'secret');
    await api.call('PUT', '/users/zoe', 'json', { name: 'By the shared secret' });
    await api.setProperty('admin.authorizedJIDs', 'secret@example.org');
    await api.setProperty('plugin.restapi.httpAuth', 'basic');
    const locked = await api.send('POST', '/lockouts/zoe', { authorization: by('secret') });
    expect(locked.status).toBe(201);
    await api.setProperty('plugin.restapi.httpAuth', 'secret');
    // of a former release, which did not tell who it was
    await api.database.sql(`insert into audit_entry (username, occurred_at, summary, node, details)
      values ('secret', now(), 'DELETE user olm', 'n', 'object=/users/olm; outcome=200; address=192.0.2.7')`);
    const kinds = await api.database.sql(
      `select distinct kind from audit_entry where username = 'secret' order by kind`,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['account', 'label', null]);
    const { job } = await exported('secret');
    const audit = linesIn(unzipped((await fetchIt(job.id)).bytes), 'audit.ndjson');
    expect(audit.filter(({ details }) => String(details).includes('address='))).toMatchObject([
      { username: 'secret', summary: 'POST lockout zoe' },
    ]);
    // what the shared secret has done to the account
    expect(audit.map(({ summary }) => summary)).toContain('POST users secret');
    expect(audit.filter((entry) => 'kind' in entry)).toEqual([]);
    expect(audit.map(({ summary }) => summary).join()).not.toMatch(/PUT user zoe|olm/);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['made anew after a deletion', () => api.call('DELETE', '/users/una', 'json')],
    ['made anew after a rename', () => rename('una', 'uma')],
    ['renamed to it', () => rename('una', 'uma')],
  ])('of an account %s has nothing of the one that had the name', async (way, leave) => {
    await api.database.sql('delete from audit_entry');
    await createUsers(api, 'una', 'bob');
    await api.setProperty('admin.authorizedJIDs', 'una@example.org,bob@example.org');
    await api.setProperty('plugin.restapi.httpAuth', 'basic');
    const [una, bob] = ['una', 'bob'].map(
      (name) => `Basic ${Buffer.from(`${name}:${PASSWORD}`).toString('base64')}`,
    );
    expect((await api.send('POST', '/lockouts/zoe', { authorization: una })).status).toBe(201);
    await api.send('POST', '/lockouts/ola', { authorization: bob });
    await api.setProperty('plugin.restapi.httpAuth', 'secret');
    await api.call('PUT', '/users/una', 'json', { name: 'Una' });
    await leave();
    await api.database.sql(`
      insert into audit_entry (username, occurred_at, summary, node, details)
      values ('una', now(), 'DELETE user olm', 'n', 'object=/users/olm; outcome=200');
      update audit_entry set occurred_at = occurred_at - interval '1 minute';
      update account set created_at = created_at - interval '1 hour'`);
    if (way === 'renamed to it') await rename('bob', 'una');
    else await createUsers(api, 'una');
    const auditOf = async (name: string) => {
      const { job } = await exported(name);
      const entries = linesIn(unzipped((await fetchIt(job.id)).bytes), 'audit.ndjson');
      return entries.map(({ username, summary }) => `${String(username)}: ${String(summary)}`);
    };
    expect(await auditOf('una')).toEqual(
      way === 'renamed to it'
        ? ['bob: POST lockout ola', 'secret: PATCH user bob']
        : ['secret: POST users una'],
    );
    if (way === 'made anew after a rename') {
      expect(await auditOf('uma')).toContain('una: POST lockout zoe');
    }
  });

  it('is larger than what is in memory at once, and comes whole', async () => {
    await createRoom(api, 'tearoom', [{ who: 'ola@example.org', affiliation: 'owner' }]);
    await api.database.sql(`
      insert into room_message (room_id, nickname, sender, body)
      select id, 'Olly', 'ola@example.org/desk',
        (select string_agg(md5(n::text || m::text), '') from generate_series(1, 100) m)
      from room, generate_series(1, 500) n where name = 'tearoom'`);
    const { job } = await exported('ola');
    const [{ pieces }] = (await api.database.sql(
      'select count(*)::integer as pieces from job_file_piece',
    )) as [{ pieces: number }];
    expect(pieces).toBeGreaterThan(2);
    const gzip = { 'Accept-Encoding': 'gzip' };
    const files = unzipped((await fetchIt(job.id, undefined, gzip)).bytes);
    expect(linesIn(files, 'messages.ndjson')).toHaveLength(500);
  });

  it('is for the maker alone, who has all rights', async () => {
    const { job } = await exported('ola');
    const { bearer: another } = await makeKey(api, ['*']);
    const other = await fetchIt(job.id, another, { Accept: 'application/json' });
    const refusal = 'Only the maker of the job may fetch its file';
    expect([other.status, other.text]).toEqual([
      403,
      errorText('json', 'ForbiddenException', refusal, `${ROOT}/${job.id}/file`),
    ]);
    const { bearer } = await makeKey(api, ['*:read', 'jobs:write', 'users:write']);
    const weak = await fetchIt(job.id, bearer);
    expect([weak.status, weak.text]).toEqual([403, expect.stringContaining('The scope * is')]);
    expect((await fetchIt(job.id)).status).toBe(200);
  });

  it('waits for the end of the job', async () => {
    const { job } = await exported('ola');
    await api.database.sql(`
      update job set status = 'running', finished_at = null, instance = gen_random_uuid(),
                     lease_until = now() + interval '1 hour'`);
    const early = await fetchIt(job.id, undefined, { Accept: 'application/json' });
    expect([early.status, early.text]).toEqual([
      409,
      errorText('json', 'NotAllowedException', 'The job is not finished', `${ROOT}/${job.id}/file`),
    ]);
  });

  it('goes 10 minutes after the first fetch, or 24 hours after the end', async () => {
    const { job } = await exported('ola');
    const left = async () =>
      (await api.database.sql(
        `select round(extract(epoch from expires_at - now()) / 60)::integer as minutes from job_file`,
      )) as { minutes: number }[];
    expect(await left()).toEqual([{ minutes: 24 * 60 }]);
    expect((await fetchIt(job.id)).status).toBe(200);
    expect(await left()).toEqual([{ minutes: 10 }]);
    await api.database.sql(`update job_file set expires_at = now() + interval '2 minutes'`);
    expect((await fetchIt(job.id)).status).toBe(200);
    expect(await left()).toEqual([{ minutes: 2 }]);
    await api.database.sql('update job_file set expires_at = now()');
    for (const form of ['xml', 'json'] as const) {
      const late = await fetchIt(job.id, undefined, { Accept: `application/${form}` });
      expect([late.status, late.text]).toEqual([410, gone(form, job.id)]);
    }
    await api.app.persistence.jobs.tidy();
    expect(await api.database.sql('select from job_file')).toEqual([]);
    expect(await api.database.sql('select from job_file_piece')).toEqual([]);
  });

  it('goes with the job', async () => {
    const { job } = await exported('ola');
    expect((await api.send('DELETE', `/jobs/${job.id}`)).status).toBe(200);
    expect((await fetchIt(job.id)).status).toBe(404);
    expect(await api.database.sql('select from job_file_piece')).toEqual([]);
  });

  // as where somebody deletes the job while its file is fetched
  it('is gone, and the answer whole, where its content has just been deleted', async () => {
    const { job } = await exported('ola');
    await api.database.sql('delete from job_file_piece');
    const reply = await fetchIt(job.id);
    expect([reply.status, reply.text]).toEqual([410, gone('xml', job.id)]);
    expect(reply.headers['content-length']).toBe(String(reply.bytes.length));
  });

  it('is not there where none is made, at any time', async () => {
    const unknown = await exported('ghost');
    expect(unknown.results).toEqual([['/users/ghost', 'failed', 'Could not get user']]);
    const dry = await exported('ola', '&dryRun=true');
    expect(dry.results).toEqual([['/users/ola', 'created']]);
    const other = await doJob(api, 'type=groups', 'name\nA');
    for (const { job } of [unknown, dry, other]) {
      const reply = await fetchIt(job.id);
      expect([reply.status, reply.text]).toEqual([410, gone('xml', job.id)]);
    }
    expect(await api.database.sql('select from job_file_piece')).toEqual([]);
  });

  it('cannot be tried, and takes no idempotency key', async () => {
    const { job } = await exported('ola');
    const tried = await api.send('POST', `/jobs/${job.id}/file?dryRun=true`);
    expect([tried.status, tried.text]).toEqual([400, expect.stringContaining('dryRun: true')]);
    expect((await fetchIt(job.id, undefined, { 'Idempotency-Key': 'a' })).status).toBe(400);
    expect(
      (await api.database.sql(`select from job_file where expires_at > now() + interval '1 hour'`))
        .length,
    ).toBe(1);
  });

  it.each(['/jobs/99/file', '/jobs/x/file'])('%s is of no job', async (path) => {
    expect((await api.send('POST', path)).status).toBe(404);
  });
});

describe('lines of person-export', () => {
  it('are one alone, with a JID', async () => {
    for (const table of ['jid\nola\nzoe', 'username\nola', 'jid\n']) {
      const reply = await uploadJob(api, 'type=person-export', table);
      expect([table, reply.status]).toEqual([table, 400]);
    }
    const { results } = await exported('ola@elsewhere.test');
    expect(results).toEqual([[undefined, 'failed', expect.any(String)]]);
  });

  it('leave an entry that names whom they are about', async () => {
    const { job } = await exported('ola');
    expect((await api.audited()).at(-1)).toMatchObject({
      summary: `JOB person-export ${job.id}`,
      details: `object=/jobs/${job.id}; outcome=200; source=job; users=ola`,
    });
    await fetchIt(job.id);
    expect(await api.audited()).toMatchObject([{ summary: `POST job file ${job.id}` }]);
  });

  it('need all rights', async () => {
    const { bearer } = await makeKey(api, ['*:read', 'jobs:write', 'users:write']);
    const reply = await uploadJob(api, 'type=person-export', 'jid\nola', { authorization: bearer });
    expect([reply.status, jobIn(reply)]).toEqual([
      403,
      expect.objectContaining({ message: 'The scope * is needed' }),
    ]);
  });
});
