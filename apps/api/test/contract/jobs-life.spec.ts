import { doJob, finished, forgetJobs, jobIn, readJob, uploadJob } from '../support/jobs.js';
import { makeKey } from '../support/keys.js';
import { startOver } from '../support/people.js';
import { errorText, TestApi } from '../support/test-api.js';
import type { Reply } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => (api = await TestApi.start({ failedLoginLimit: 0 })));
afterAll(() => api.stop());
beforeEach(async () => {
  await startOver(api);
  await forgetJobs(api);
});

const ROOT = '/plugins/restapi/v1/jobs';
const get = (path: string, accept = 'application/json') =>
  api.send('GET', path, { headers: { Accept: accept } });
const nextOf = ({ headers }: Reply) => /<([^>]+)>/.exec(String(headers['link']))![1]!;
const parsed = (text: string) => JSON.parse(text) as Record<string, Record<string, unknown>[]>;
const refused = (exception: string, message: string, resource: string) =>
  errorText('json', exception, message, resource);
const post = (path: string, headers = {}) =>
  api.send('POST', path, { headers: { Accept: 'text/csv, application/json', ...headers } });

/** A job that is never carried out. @returns its id */
async function aWaitingJob(more = ''): Promise<string> {
  const [row] = await api.database.sql(`
    with added as (
      insert into job (type, status, dry_run, on_existing, generate_passwords, service, maker_id,
                       maker_name, maker_kind, maker_scopes, at_console, lines, lease_until)
      select 'groups', 'queued', false, 'fail', false, '', 'secret:a', 'a', 'secret', '{*}', false, 1,
             now() + interval '1 hour' ${more} returning id)
    insert into job_batch select id, 0, 0, '[{"read":{"name":"A"}}]' from added returning job_id`);
  return String(row!['job_id']);
}

describe('the list of jobs', () => {
  it('begins with the newest, by page and by filter', async () => {
    const first = await doJob(api, 'type=groups', 'name\nA');
    const second = await doJob(api, 'type=memberships', 'group,jid\nA,ola');
    const waiting = await aWaitingJob();
    const ids = async (query: string) =>
      parsed((await get(`/jobs${query}`)).text)['jobs']!.map(({ id }) => id);
    const all = [waiting, second.job.id, first.job.id];
    expect(await ids('')).toEqual(all);
    expect(await ids('?type=groups')).toEqual([waiting, first.job.id]);
    expect(await ids('?status=done&type=groups')).toEqual([first.job.id]);
    const page = await get('/jobs?limit=2&total=true');
    expect(parsed(page.text)['jobs']!.map(({ id }) => id)).toEqual(all.slice(0, 2));
    expect(page.headers['x-total-count']).toBe('3');
    const next = nextOf(page);
    const rest = await api.sendTo('GET', next, { headers: { Accept: 'application/json' } });
    expect(parsed(rest.text)['jobs']!.map(({ id }) => id)).toEqual(all.slice(2));
    expect(rest.headers.link).toBeUndefined();
    for (const query of ['status=x', 'type=x', 'sort=id', 'limit=0']) {
      expect((await get(`/jobs?${query}`)).status).toBe(400);
    }
    expect((await get('/jobs?fields=id,status&limit=1')).text).toBe(
      `{"jobs":[{"id":"${waiting}","status":"queued"}]}`,
    );
  });

  it('has no job of an unknown id', async () => {
    for (const id of ['0', 'x', '99', '99999999999999999999', '-1']) {
      for (const [method, path] of [
        ['GET', `/jobs/${id}`],
        ['GET', `/jobs/${id}/results`],
        ['POST', `/jobs/${id}/passwords`],
        ['POST', `/jobs/${id}/cancel`],
        ['DELETE', `/jobs/${id}`],
      ] as const) {
        const headers = { Accept: 'text/csv, application/json' };
        const reply = await api.send(method, path, { headers });
        expect([method, path, reply.status]).toEqual([method, path, 404]);
        expect(reply.text).toEqual(refused('JobNotFoundException', 'Could not find job', id));
      }
    }
  });
});

describe('results', () => {
  const table = 'name\nA\n""\n"x,""y"\nA';
  const lines = (text: string) => text.split('\r\n');

  it('come in XML, JSON, CSV and NDJSON', async () => {
    const { job } = await doJob(api, 'type=groups', table);
    const path = `/jobs/${job.id}/results`;
    const csv = await get(path, 'text/csv');
    expect(csv.headers['content-type']).toBe('text/csv');
    expect(lines(csv.text)).toEqual([
      'line,object,outcome,exception,message,detail',
      '1,/groups/A,created,,,',
      '2,,failed,IllegalArgumentException,Could not create new group,name missing',
      '3,/groups/x%2C%22y,created,,,',
      expect.stringMatching(/^4,\/groups\/A,failed,GroupAlreadyExistsException,/),
      '',
    ]);
    const ndjson = await get(path, 'application/x-ndjson');
    expect(ndjson.text.split('\n')[0]).toBe('{"line":1,"object":"/groups/A","outcome":"created"}');
    expect((await get(path, 'application/xml')).text).toContain(
      '<jobResults><jobResult><line>1</line><object>/groups/A</object><outcome>created</outcome></jobResult>',
    );
    for (const accept of ['*/*', 'text/csv;q=0.5, application/xml']) {
      expect((await get(path, accept)).headers['content-type']).toBe('application/xml');
    }
    expect((await get(path, 'image/png')).status).toBe(406);
  });

  it('come by outcome and page, with chosen members', async () => {
    const { job } = await doJob(api, 'type=groups', table);
    const path = `/jobs/${job.id}/results`;
    const failed = await get(`${path}?outcome=failed&fields=line&limit=1`);
    expect(failed.text).toBe('{"jobResults":[{"line":2}]}');
    const next = nextOf(failed);
    const rest = await api.sendTo('GET', next, { headers: { Accept: 'text/csv' } });
    expect(rest.text).toBe('line\r\n4\r\n');
    expect((await get(`${path}?outcome=nope`)).status).toBe(400);
  });

  it('need the read scope of the type', async () => {
    const { job } = await doJob(api, 'type=groups', table);
    const { bearer } = await makeKey(api, ['jobs:read', 'jobs:write', 'users:read', 'users:write']);
    const by = (method: string, path: string) => api.send(method, path, { authorization: bearer });
    expect((await by('GET', `/jobs/${job.id}`)).status).toBe(200);
    const results = await by('GET', `/jobs/${job.id}/results`);
    expect([results.status, results.text]).toEqual([
      403,
      expect.stringContaining('The scope groups:read is needed'),
    ]);
    for (const [method, path] of [
      ['POST', `/jobs/${job.id}/cancel`],
      ['DELETE', `/jobs/${job.id}`],
    ] as const) {
      expect((await by(method, path)).text).toContain('The scope groups:write is needed');
    }
  });
});

describe('the end of a job', () => {
  it('comes at once for one that waits', async () => {
    const id = await aWaitingJob();
    const reply = await post(`/jobs/${id}/cancel`);
    expect([reply.status, jobIn(reply)]).toEqual([
      200,
      expect.objectContaining({ id, status: 'cancelled', processed: 0 }),
    ]);
    expect(jobIn(reply)['finished']).toBeDefined();
    expect(await api.database.sql('select from job_batch')).toEqual([]);
    expect(jobIn(await post(`/jobs/${id}/cancel`))).toEqual(jobIn(reply));
  });

  it('comes for one that runs after its batch; what is done stays', async () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `g${index}`);
    const { id } = jobIn(await uploadJob(api, 'type=groups', `name\n${names.join('\n')}`));
    const job = jobIn(await post(`/jobs/${id}/cancel`));
    expect(job.status).toBe('cancelled');
    const [groups] = await api.database.sql('select count(*)::int from user_group');
    expect(groups).toEqual({ count: job['succeeded'] });
    const [results] = await api.database.sql('select count(*)::int from job_result');
    expect(results).toEqual({ count: job['processed'] });
    expect(Number(job['processed'])).toBeLessThan(20_000);
    expect(await api.database.sql('select from job_batch')).toEqual([]);
    expect(await readJob(api, id)).toEqual(job);
  });

  it('changes nothing afterwards', async () => {
    const { job } = await doJob(api, 'type=groups', 'name\nA');
    expect(jobIn(await post(`/jobs/${job.id}/cancel`))).toEqual(job);
  });

  it('is needed before it can be deleted', async () => {
    const id = await aWaitingJob();
    const early = await api.call('DELETE', `/jobs/${id}`, 'json');
    expect([early.status, early.text]).toEqual([
      409,
      refused('NotAllowedException', 'Could not delete the job', `${ROOT}/${id}`),
    ]);
    await post(`/jobs/${id}/cancel`);
    expect((await api.call('DELETE', `/jobs/${id}`, 'json')).status).toBe(200);
    expect((await api.call('DELETE', `/jobs/${id}`, 'json')).status).toBe(404);
  });

  it('is followed by 7 days', async () => {
    const old = (await doJob(api, 'type=groups', 'name\nA')).job.id;
    const young = (await doJob(api, 'type=groups', 'name\nB')).job.id;
    const { jobs } = api.app.persistence;
    await api.database.sql(`update job set finished_at = now() - interval '8 days' where id = $1`, [
      old,
    ]);
    expect(await jobs.forget(7, 1000)).toBe(1);
    expect((await get(`/jobs/${old}`)).status).toBe(404);
    await jobs.tidy();
    expect(await api.database.sql('select id::text from job')).toEqual([{ id: young }]);
    expect(await api.database.sql('select distinct job_id::text from job_result')).toEqual([
      { job_id: young },
    ]);
  });
});

describe('a batch that was begun before', () => {
  const begun = async (times: number) => {
    const id = await aWaitingJob();
    await api.database.sql(`update job_batch set begun = ${times} where job_id = $1`, [id]);
    await api.database.sql(
      `insert into job_batch select job_id, 1, 1, '[{"read":{"name":"B"}}]' from job_batch where job_id = $1`,
      [id],
    );
    await api.database.sql('update job set lines = 2, lease_until = null where id = $1', [id]);
    await finished(api, id);
    return (await get(`/jobs/${id}/results`)).text;
  };
  const second = { line: 2, object: '/groups/B', outcome: 'created' };

  it('is done when it ended twice without a result', async () => {
    expect(JSON.parse(await begun(2))).toEqual({
      jobResults: [{ line: 1, object: '/groups/A', outcome: 'created' }, second],
    });
  });

  it('fails its lines when it ended three times without a result; the job goes on', async () => {
    const exception = 'NotAllowedException';
    const message = 'The batch ended three times without a result';
    const detail = 'nothing of it was done: upload its lines again, in smaller files';
    expect(JSON.parse(await begun(3))).toEqual({
      jobResults: [{ line: 1, outcome: 'failed', exception, message, detail }, second],
    });
    expect(await api.database.sql('select name from user_group')).toEqual([{ name: 'B' }]);
  });
});

it.each(['passwords', 'cancel'])('cannot be tried: %s', async (action) => {
  const id = await aWaitingJob();
  const reply = await post(`/jobs/${id}/${action}?dryRun=true`);
  expect([reply.status, reply.text]).toEqual([
    400,
    expect.stringContaining('Invalid value for parameter dryRun: true'),
  ]);
});

describe('generated passwords', () => {
  const query = 'type=users&generatePasswords=true';
  const fetchThem = (id: string, authorization?: string, accept = '*/*') =>
    api.send('POST', `/jobs/${id}/passwords`, { headers: { Accept: accept }, authorization });
  const gone = (id: string) =>
    errorText(
      'xml',
      'PasswordsGoneException',
      'The passwords have been handed out',
      `${ROOT}/${id}/passwords`,
    );

  it('are made for users who are created without one, and let them in', async () => {
    await doJob(api, 'type=users', 'username,password\nzoe,p1-secret');
    const { job } = await doJob(
      api,
      query,
      'username,password\nola,\nbo,p2-secret\nzoe,\nOla,\nbad name,',
    );
    expect(job).toMatchObject({ passwords: true, succeeded: 2, failed: 3 });
    const reply = await fetchThem(job.id);
    expect(reply.headers['content-type']).toBe('text/csv');
    const [, password] = /^username,password\r\nola,([a-z2-9]{16})\r\n$/.exec(reply.text)!;
    expect((await fetchThem(job.id, undefined, 'application/x-ndjson')).text).toBe(
      `{"username":"ola","password":"${password}"}\n`,
    );
    expect((await readJob(api, job.id))['passwords']).toBe(true); // a file that was lost is fetched again
    await api.setProperty('plugin.restapi.httpAuth', 'basic');
    await api.setProperty('admin.authorizedJIDs', 'ola@example.org');
    const basic = `Basic ${Buffer.from(`ola:${password}`).toString('base64')}`;
    const me = await api.send('GET', '/session', { authorization: basic });
    await api.setProperty('plugin.restapi.httpAuth', 'secret');
    expect(me.status).toBe(200);
    const texts = await api.database.sql('select details, summary from audit_entry');
    expect(JSON.stringify(texts)).not.toContain(password);
  });

  it('are for the maker, once the job is finished', async () => {
    const { job } = await doJob(api, query, 'username\nola');
    const { bearer } = await makeKey(api, ['*']);
    const other = await fetchThem(job.id, bearer);
    expect([other.status, other.text]).toEqual([
      403,
      expect.stringContaining('Only the maker of the job may fetch its passwords'),
    ]);
    await api.database.sql(`
      update job set status = 'running', finished_at = null, instance = gen_random_uuid(),
                     lease_until = now() + interval '1 hour'`);
    const early = await fetchThem(job.id);
    expect([early.status, early.text]).toEqual([
      409,
      expect.stringContaining('The job is not finished'),
    ]);
  });

  it('go 10 minutes after the first fetch, or 24 hours after the end', async () => {
    const { job } = await doJob(api, query, 'username\nola');
    await fetchThem(job.id);
    for (const [column, age] of [
      ['passwords_fetched_at', '11 minutes'],
      ['finished_at', '25 hours'],
    ] as const) {
      await api.database.sql(
        `update job set passwords_fetched_at = now(), finished_at = now(), passwords = 1`,
      );
      expect((await fetchThem(job.id)).status).toBe(200);
      expect((await readJob(api, job.id))['passwords']).toBe(true);
      await api.database.sql(`update job set ${column} = now() - interval '${age}'`);
      const late = await fetchThem(job.id);
      expect([late.status, late.text]).toEqual([410, gone(job.id)]);
      expect((await readJob(api, job.id))['passwords']).toBe(false);
    }
    await api.app.persistence.jobs.tidy();
    expect(await api.database.sql('select from job_password')).toEqual([]);
  });

  it('are not there where none are made, at any time', async () => {
    const ids = [
      (await doJob(api, 'type=groups', 'name\nA')).job.id,
      (await doJob(api, `${query}&dryRun=true`, 'username\nola')).job.id,
    ];
    for (const id of ids) {
      const reply = await fetchThem(id);
      expect([reply.status, reply.text]).toEqual([410, gone(id)]);
    }
    const waiting = jobIn(await uploadJob(api, 'type=groups', 'name\nB')).id;
    expect((await fetchThem(waiting)).status).toBe(410);
    await finished(api, waiting);
  });

  it('are a table, which whoever accepts none is told before the job is looked for', async () => {
    for (const id of [await aWaitingJob(), '999999']) {
      const reply = await fetchThem(id, undefined, 'application/json');
      expect([reply.status, reply.headers['content-type']]).toEqual([406, 'application/json']);
    }
    expect((await fetchThem('999999', undefined, 'text/csv')).status).toBe(404);
  });

  it('take no idempotency key', async () => {
    const id = await aWaitingJob();
    const reply = await post(`/jobs/${id}/passwords`, { 'Idempotency-Key': 'a' });
    expect([reply.status, reply.text]).toEqual([
      400,
      expect.stringContaining('Idempotency-Key is not supported at this address'),
    ]);
  });
});
