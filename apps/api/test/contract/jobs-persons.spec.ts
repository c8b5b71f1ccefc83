import { doJob, finished, forgetJobs, jobIn, resultsOf, uploadJob } from '../support/jobs.js';
import { makeKey } from '../support/keys.js';
import { createGroups, createRoom, createUsers, PASSWORD, startOver } from '../support/people.js';
import { TestApi } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => (api = await TestApi.start({ failedLoginLimit: 0 })));
afterAll(() => api.stop());
beforeEach(async () => {
  await startOver(api);
  await forgetJobs(api);
  await createUsers(api, 'ola', 'zoe');
  await createGroups(api, { name: 'Crew', members: ['ola', 'zoe'] });
  await createRoom(api, 'tearoom', [
    { who: 'ola@example.org', affiliation: 'owner', nickname: 'Olly' },
    { who: 'zoe@example.org', affiliation: 'owner' },
  ]);
  await api.database.sql(`
    insert into room_message (room_id, nickname, sender, sender_shown, body, stanza)
    select id, nick, jid, true, nick || ' was here',
      format('<message from=''tearoom@conference.example.org/%s'' type=''groupchat''><body>%1$s was here</body>'
        || '<x xmlns=''http://jabber.org/protocol/muc#user''><item jid=''%s''/></x></message>', nick, jid)
    from room, (values ('Olly', 'ola@example.org/desk'), ('Zoe', 'zoe@example.org/desk')) as said (nick, jid)
    where name = 'tearoom'`);
  await api.database.sql(`
    insert into roster_item (owner, jid, subscription, groups) values ('zoe', 'ola@example.org', 3, '{}')`);
  await api.database.sql(
    `insert into roster_request (owner, jid, stanza) values ('zoe', 'ola@example.org', '<presence/>')`,
  );
});

const erase = (table: string, query = '') => doJob(api, `type=person-erase${query}`, table);
const history = async () =>
  JSON.parse((await api.call('GET', '/chatrooms/tearoom/chathistory', 'json')).text) as {
    message: { from: string; body: string; delay_from: string }[];
  };
const UNKNOWN = 'Could not get user';

/** What was done, and to whom. */
const RECORDS = ['audit_entry', 'audit_concern', 'account_rename'];
const OTHERS = ['event', 'event_outbox', 'job', 'job_result', 'departed_account'];

/** Tables with rows that name a person by the user name, alone or in a JID. */
async function tablesThatName(person: string): Promise<readonly string[]> {
  const tables = await api.database.sql(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all ($1)
     order by table_name`,
    [OTHERS],
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await api.database.sql(
      `select count(*)::integer as count from ${String(name)} as row where row::text ~ $1`,
      [`\\m${person}\\M`],
    );
    if (Number(row!['count']) > 0) found.push(String(name));
  }
  return found;
}

describe('lines of person-erase', () => {
  it('leave no row that names the person, and what was said to nobody who is known', async () => {
    await api.call('PUT', '/users/ola', 'json', { username: 'una' });
    await api.call('PUT', '/users/una', 'json', { username: 'ola' });
    const before = ['account', 'group_member', 'roster_item', ...RECORDS];
    expect(await tablesThatName('ola')).toEqual(expect.arrayContaining(before));
    const { job, results } = await erase('jid\nOLA@example.org');
    expect(results).toEqual([['/users/ola', 'removed']]);
    expect(job).toMatchObject({ status: 'done', lines: 1, succeeded: 1, failed: 0 });
    expect((await api.call('GET', '/users/ola', 'json')).status).toBe(404);
    expect(await tablesThatName('ola')).toEqual([...RECORDS].sort());
    const { message: said } = await history();
    const anonymous = expect.stringMatching(
      /^tearoom@conference.example.org\/former-[a-z2-9]{10}$/,
    );
    expect(said).toMatchObject([
      { from: anonymous, body: 'Olly was here', delay_from: anonymous },
      { from: 'tearoom@conference.example.org/Zoe', body: 'Zoe was here' },
    ]);
    const [{ stanza }] = (await api.database.sql(
      `select stanza from room_message where sender is null`,
    )) as [{ stanza: string }];
    expect(stanza).toBe(
      `<message from='${said[0]!.from}' type='groupchat'><body>Olly was here</body></message>`,
    );
    expect((await api.audited()).at(-1)).toMatchObject({
      summary: `JOB person-erase ${job.id}`,
      details: `object=/jobs/${job.id}; outcome=200; source=job; users=ola`,
    });
  });

  it('remove what was said where they say so', async () => {
    const { results } = await erase('jid,messages\nola,delete\nzoe,anonymise');
    expect(results).toEqual([
      ['/users/ola', 'removed'],
      ['/users/zoe', 'removed'],
    ]);
    expect((await history()).message.map(({ body }) => body)).toEqual(['Zoe was here']);
  });

  it('fail alone, and erase nobody twice', async () => {
    const table = [
      ...['jid,messages', 'ghost,', 'ola@elsewhere.test,', 'a@b@c,', ',delete', 'zoe,forget'],
      ...['ola,', 'ola,'],
    ];
    const { results } = await erase(table.join('\n'));
    expect(results).toEqual([
      ['/users/ghost', 'failed', UNKNOWN],
      [undefined, 'failed', expect.any(String)],
      [undefined, 'failed', UNKNOWN],
      [undefined, 'failed', UNKNOWN],
      ['/users/zoe', 'failed', 'Invalid value for messages: forget'],
      ['/users/ola', 'removed'],
      ['/users/ola', 'failed', UNKNOWN],
    ]);
  });

  it('only check in a dry run', async () => {
    const before = await api.database.sql('select * from room_message order by id');
    const { results } = await erase('jid\nola\nghost', '&dryRun=true');
    expect(results).toEqual([
      ['/users/ola', 'removed'],
      ['/users/ghost', 'failed', UNKNOWN],
    ]);
    expect(await api.database.sql('select * from room_message order by id')).toEqual(before);
    expect((await api.call('GET', '/users/ola', 'json')).status).toBe(200);
  });

  it('need all rights, for their results and their end, too', async () => {
    const { bearer } = await makeKey(api, ['*:read', 'jobs:write', 'users:write', 'admins:write']);
    const refused = await uploadJob(api, 'type=person-erase', 'jid\nola', {
      authorization: bearer,
    });
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('The scope * is'),
    ]);
    const { job } = await erase('jid\nghost');
    for (const [method, path] of [
      ['GET', `/jobs/${job.id}/results`],
      ['POST', `/jobs/${job.id}/cancel`],
      ['DELETE', `/jobs/${job.id}`],
    ] as const) {
      expect((await api.send(method, path, { authorization: bearer })).status).toBe(403);
    }
  });

  it('need a column of JIDs', async () => {
    const reply = await uploadJob(api, 'type=person-erase', 'messages\ndelete');
    expect(reply.status).toBe(400);
  });
});

it('at a console nobody erases themselves, or the last administrator', async () => {
  await createUsers(api, 'ann');
  await api.setProperty('admin.authorizedJIDs', 'ann@example.org');
  const json = { Accept: 'application/json', 'Content-Type': 'application/json' };
  const body = { username: 'ann', password: PASSWORD };
  const atConsole = async (call: Parameters<TestApi['send']>[2]) => {
    const session = await api.send('POST', '/session', { headers: json, ...call });
    const { csrfToken } = JSON.parse(session.text) as { csrfToken: string };
    const Cookie = session.headers['set-cookie']![0]!.split(';')[0]!;
    const reply = await api.send('POST', '/jobs?type=person-erase', {
      authorization: null,
      headers: { ...json, 'Content-Type': 'text/csv', Cookie, 'X-CSRF-Token': csrfToken },
      body: 'jid\nAnn@example.org',
    });
    return resultsOf(api, (await finished(api, jobIn(reply).id)).id);
  };
  expect(await atConsole({ body, authorization: null })).toEqual([
    ['/users/ann', 'failed', 'You cannot do this to yourself'],
  ]);
  expect(await atConsole({ authorization: 'sesame-sesame' })).toEqual([
    ['/users/ann', 'failed', 'This is the last administrator'],
  ]);
});
