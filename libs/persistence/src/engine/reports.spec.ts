import { anAccount } from '@chat-admin/port-suites/samples';
import { perEngineSuite } from '../../test/engine.js';
import { aRoom } from '../../test/rooms.js';

const suite = perEngineSuite();
const call = <T = unknown>(fn: string, ...values: unknown[]) =>
  suite().engine.call<T>(fn, ...values);
const rows = <T extends object>(sql: string, ...values: unknown[]) =>
  suite().open.query<T>(sql, values);

const ANN = 'ann@example.org';
const BOB = 'bob@example.org';
const TEAROOM = 'tea@conference.example.org';

const tell = (by: string, ...reports: object[]) =>
  call<{ stored: number; refused: number } | null>('store_report', by, 'blocking', reports);
const write = async (owner: string, contact: string, body: string, received = true) => {
  const stanza = `<message><body xml:lang='en'>${body}</body></message>`;
  return (await call<{ id: string }>('archive_message', owner, { contact, received, stanza })).id;
};
const say = async (nickname: string, sender: string, body: string, room = 'tea') => {
  const message = {
    nickname,
    sender: `${sender}/desk`,
    body,
    stanza: `<message>${body}</message>`,
  };
  return (await call<{ id: string }>('append_message', 'conference', room, message)).id;
};

interface Stored {
  readonly id: number;
  readonly status: string;
  readonly person: string | null;
  readonly room: string | null;
  readonly count: number;
  readonly texts: readonly string[];
  readonly missing: number;
}
const newest = async () =>
  (await rows<Stored>('select * from report order by id desc limit 1'))[0]!;
const evidence = async () =>
  (
    await rows<{ words: string }>(
      `select concat_ws(' ', how, sender, body) as words from report_message
       where report_id = (select max(id) from report) order by place`,
    )
  ).map(({ words }) => words);

beforeAll(async () => {
  const { open } = suite();
  await open.users.add(['ann', 'bob', 'eve', 'zoe'].map((one) => anAccount(one)));
  for (const room of ['tea', 'den']) await aRoom(open.query, room);
  await open.query(`update room set log_enabled = true`);
  await open.query(`update room set members_only = true where name = 'den'`);
});
beforeEach(() => rows('delete from report'));

it('a report has copies of what the reporter names in the own archive, with the accused', async () => {
  const ours = await write('ann', BOB, 'You &lt;b&gt;&amp;amp;');
  const answer = await write('ann', BOB, 'Stop', false);
  const ofOthers = [await write('eve', BOB, 'To Eve'), await write('ann', 'eve@example.org', 'Hi')];
  const named = [ours, answer, ...ofOthers, 'x', ''].map((id) => ({ by: ANN, id }));
  expect(
    await tell(ANN, { accused: BOB, kind: 'spam', text: ' Bad ', language: 'en', named }),
  ).toEqual({ stored: 1, refused: 0 });
  expect(await newest()).toMatchObject({
    ...{ status: 'open', kind: 'spam', texts: ['Bad'], language: 'en', accused: BOB },
    ...{ person: BOB, room: null, reporter: ANN, source: 'blocking', count: 1, missing: 4 },
  });
  expect(await evidence()).toEqual([`named ${BOB} You <b>&amp;`, `named ${ANN} Stop`]);
  await rows('delete from archived_message');
  expect(await evidence()).toHaveLength(2);
  const [hashed] = await rows<{ same: boolean }>(
    `select bool_and(sha256 = encode(sha256(convert_to(stanza, 'UTF8')), 'hex')) as same from report_message`,
  );
  expect(hashed?.same).toBe(true);
});

it('without names it has the ten newest that were received within a week', async () => {
  for (let n = 1; n <= 12; n++) await write('ann', BOB, String(n));
  await write('ann', BOB, 'mine', false);
  await rows(
    `update archived_message set sent_at = now() - interval '8 days' where stanza like '%>12<%'`,
  );
  await tell(ANN, { accused: `${BOB}/desk`, named: {}, processing: {} });
  expect(await newest()).toMatchObject({ person: BOB, kind: 'other', missing: 0 });
  expect(await evidence()).toEqual(
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((n) => `recent ${BOB} ${n}`),
  );
});

describe('about a nickname in a room', () => {
  const accused = `${TEAROOM}/Bo`;

  it('it is about the person who has it, with what was said under it', async () => {
    const id = await say('Bo', BOB, 'rude');
    const ofZoe = await say('Zoe', 'zoe@example.org', 'nice');
    const named = [id, ofZoe, '999999'].map((one) => ({ by: TEAROOM, id: one }));
    await tell(ANN, { accused, named });
    expect(await newest()).toMatchObject({ person: BOB, room: 'tea@conference', missing: 2 });
    expect(await evidence()).toEqual([`named ${accused} rude`]);
  });

  it('it keeps what its author takes back later', async () => {
    const id = await say('Bo', BOB, 'regret');
    await tell(ANN, { accused, named: [{ by: TEAROOM, id }] });
    const said = { nickname: 'Bo', sender: `${BOB}/desk`, stanza: '<message/>', retracts: id };
    await call('append_message', 'conference', 'tea', said);
    expect(await rows('select body from room_message where id = $1', id)).toEqual([{ body: null }]);
    expect(await evidence()).toEqual([`named ${accused} regret`]);
    await rows('delete from room_message where id = $1 or retracts = $1', id);
  });

  it('without names, it has the newest under it, and the person of the moment', async () => {
    await tell(ANN, { accused, person: 'zoe@example.org', present: true });
    expect(await newest()).toMatchObject({ person: 'zoe@example.org' });
    expect(await evidence()).toEqual([`recent ${accused} rude`]);
  });

  it('of a room that the reporter may not enter it has nothing', async () => {
    const id = await say('Bo', BOB, 'secret', 'den');
    const den = 'den@conference.example.org';
    const one = { accused: `${den}/Bo`, named: [{ by: den, id }] };
    await tell(ANN, one);
    expect([await evidence(), (await newest()).missing]).toEqual([[], 1]);
    await rows(
      `insert into room_affiliation select id, $1, 'member' from room where name = 'den'`,
      ANN,
    );
    await tell('ann@example.org', { ...one, accused: `${den}/Bo` });
    expect(await evidence()).toEqual([`named ${den}/Bo secret`]);
  });

  it('a room that is not logged, or is none, leaves it without', async () => {
    await rows(`update room set log_enabled = false where name = 'tea'`);
    await tell(ANN, { accused });
    expect(await evidence()).toEqual([]);
    await rows(`update room set log_enabled = true where name = 'tea'`);
    await tell(ANN, { accused: 'no@conference.example.org/Bo' });
    expect(await newest()).toMatchObject({ person: null, room: null });
  });
});

it.each([
  ['ghost@example.org', null],
  ['evil.example', null],
  ['bob@elsewhere.example', null],
  [BOB, BOB],
])('the local account behind %s is %s', async (accused, person) => {
  await tell(ANN, { accused });
  expect(await newest()).toMatchObject({ accused, person });
});

it('told again while it is not closed, it is counted, with the ten first texts', async () => {
  for (let n = 1; n <= 12; n++) await tell(ANN, { accused: 'x@y.example', text: `no ${n}` });
  expect(await newest()).toMatchObject({ count: 12, texts: expect.arrayContaining(['no 10']) });
  expect((await newest()).texts).toHaveLength(10);
  await tell('zoe@example.org', { accused: 'x@y.example' });
  expect(await rows('select from report')).toHaveLength(2);
  await rows(`update report set status = 'acted'`);
  await tell(ANN, { accused: 'x@y.example' });
  expect(await rows('select from report')).toHaveLength(3);
});

it('evidence that is there already is not copied again, and ends at a hundred', async () => {
  const id = await write('ann', BOB, 'once');
  const one = { accused: BOB, named: [{ by: ANN, id }] };
  await tell(ANN, one, one);
  expect(await evidence()).toHaveLength(1);
  const [report] = await rows<{ id: number }>('select id from report');
  await rows(
    `insert into report_message (report_id, place, sender, how)
     select $1, place, 'x', 'forwarded' from generate_series(2, 99) as place`,
    report!.id,
  );
  await tell(ANN, { accused: BOB });
  expect(await evidence()).toHaveLength(100);
});

it('the 21st of an hour is refused and counted, all others are stored', async () => {
  const many = Array.from({ length: 25 }, (_, n) => ({ accused: `x${n}@y.example` }));
  expect(await tell('zoe@example.org', ...many)).toEqual({ stored: 20, refused: 5 });
  await rows(`update report set told_at = array[now() - interval '61 minutes']`);
  expect(await tell('zoe@example.org', ...many)).toEqual({ stored: 20, refused: 5 });
  expect(await call('refuse_reports', 7)).toBe(7);
  const [counted] = await rows(`select pg_sequence_last_value('report_refused_seq') as count`);
  expect(counted).toEqual({ count: 17 });
});

it('of another server it has what that hands over', async () => {
  const forwarded = [
    { from: BOB, sent_at: 1_763_700_000, stanza: '<message><body>Buy</body></message>' },
  ];
  await call('store_report', 'elsewhere.example', 'message', [
    { accused: BOB, forwarded, missing: 2 },
  ]);
  expect(await newest()).toMatchObject({
    reporter: 'elsewhere.example',
    source: 'message',
    missing: 2,
  });
  expect(await evidence()).toEqual([`forwarded ${BOB} Buy`]);
});

it('nobody without an account reports', async () => {
  expect(await tell('ghost@example.org', { accused: BOB })).toBeNull();
  expect(await rows('select from report')).toEqual([]);
});

it('of reports in one block all are stored or none', async () => {
  await expect(tell(ANN, { accused: BOB }, { accused: null })).rejects.toThrow('null value');
  expect(await rows('select from report')).toEqual([]);
});

it('of a JID that gets too long by a rename goes on without the resource', async () => {
  await suite().open.users.add([anAccount('o')]);
  await tell(ANN, { accused: `o@example.org/${'x'.repeat(1023)}` });
  const long = 'p'.repeat(1023);
  await rows(`select rename_user('o', $1, '{}', null, '{}')`, long);
  expect(await newest()).toMatchObject({ accused: `${long}@example.org` });
});

it.each([
  [`<message from='b' to='${ANN}' id='1'><body>x</body></message>`, ` from='b' id='1'`],
  [`<message to="${ANN}/x" id="a to='b'"><body to='y'>x</body></message>`, ` id="a to='b'"`],
  [`<message id="a to='b'"\n\tto = '${ANN}'><body>x</body></message>`, ` id="a to='b'"`],
  [`<message x:to='z' auto='to=1'><body>x</body></message>`, ` x:to='z' auto='to=1'`],
])('its evidence does not say whom %s was for', async (stanza, attributes) => {
  const { id } = await call<{ id: string }>('archive_message', 'ann', {
    ...{ contact: BOB, received: true, stanza },
  });
  await tell(ANN, { accused: BOB, named: [{ by: ANN, id }] });
  const [copied] = await rows<{ stanza: string; same: boolean }>(
    `select stanza, sha256 = encode(sha256(convert_to(stanza, 'UTF8')), 'hex') as same from report_message`,
  );
  expect(copied?.same).toBe(true);
  expect(copied?.stanza).toMatch(/^<message.*<body.*>x<.body><.message>$/);
  expect(copied?.stanza.startsWith(`<message${attributes}><body`)).toBe(true);
});

it('of an author who is erased all reports lose the evidence, also under a new name', async () => {
  await suite().open.users.add(['gil', 'hal'].map((one) => anAccount(one)));
  const accused = `${TEAROOM}/G`;
  const ofGil = await say('G', 'gil@example.org', 'by Gil');
  const ofHal = await say('G', 'hal@example.org', 'by Hal');
  const named = [ofGil, ofHal].map((id) => ({ by: TEAROOM, id }));
  await tell(ANN, { accused, person: 'hal@example.org', named });
  const forwarded = [
    { from: 'gil@example.org/x', stanza: '<message><body>Gil</body></message>' },
    { stanza: '<message><body>Zoe</body></message>' },
  ];
  await call('store_report', 'y.example', 'message', [{ accused: 'zoe@example.org', forwarded }]);
  const authors = async () =>
    (
      await rows<{ body: string; author: string }>(
        `select body, author from report_message order by body`,
      )
    ).map(({ body, author }) => `${body}: ${author}`);
  const ofOthers = ['by Hal: hal@example.org', 'Zoe: zoe@example.org'];
  await rows(`select rename_user('gil', 'gilbert', '{}', null, '{}')`);
  expect((await authors()).sort()).toEqual(
    ['by Gil: gilbert@example.org', 'Gil: gilbert@example.org', ...ofOthers].sort(),
  );
  await rows(`select erase_from_reports('gilbert@example.org')`);
  expect((await authors()).sort()).toEqual([...ofOthers].sort());
  await rows(`select remove_user('hal', null, '{}')`);
  expect((await authors()).sort()).toEqual(['Zoe: zoe@example.org', 'by Hal: null']);
});

it('follows those who are renamed, and forgets those who are deleted', async () => {
  const { users } = suite().open;
  await users.add(['olaf', 'olga'].map((one) => anAccount(one)));
  await tell(
    'olaf@example.org',
    { accused: 'olga@example.org/desk' },
    { accused: `${TEAROOM}/O`, person: 'olga@example.org' },
  );
  const names = () => rows(`select reporter, accused, person from report order by id`);
  for (const one of ['olaf', 'olga'])
    await rows(`select rename_user($1, $2, '{}', null, '{}')`, one, `${one}2`);
  const [reporter, person] = ['olaf2@example.org', 'olga2@example.org'];
  expect(await names()).toEqual([
    { reporter, accused: `${person}/desk`, person },
    { reporter, accused: `${TEAROOM}/O`, person },
  ]);
  for (const one of ['olaf2', 'olga2']) await rows(`select remove_user($1, null, '{}')`, one);
  expect(await names()).toEqual([
    { reporter: null, accused: `${person}/desk`, person: null },
    { reporter: null, accused: `${TEAROOM}/O`, person: null },
  ]);
});

describe('who has reported', () => {
  const reply = async (
    language: string | null,
    outcome = 'acted',
    reporter: string | null = ANN,
  ) => {
    await rows('delete from report');
    const [made] = await rows<{ id: number }>(
      `insert into report (kind, accused, source, told_at, language, reporter)
       values ('spam', 'x@y', 'api', '{}', $1, $2) returning id`,
      language,
      reporter,
    );
    const [told] = await rows<{ reply: string | null }>(
      `update report set closed_at = clock_timestamp(), reply = reply_to_reporter(id, $1)
       returning reply`,
      outcome,
    );
    return told!.reply?.replace(String(made!.id), '#') ?? null;
  };
  const texts = (stored: Readonly<Record<string, string>>) =>
    rows(
      `insert into system_property (key, value) select key, value from json_each_text($1)`,
      JSON.stringify(stored),
    );
  afterEach(() => rows(`delete from system_property where key like 'reports.reply%'`));

  it('hears the text of the language before that of the outcome', async () => {
    expect(await reply('de')).toBeNull();
    await texts({
      'reports.reply': 'Closed $report\u0001',
      'reports.reply.acted': 'Acted',
      'reports.reply.de': 'Zu',
      'reports.reply.dismissed.de': 'Nichts',
      'reports.reply.de-at': 'Eh zu',
      'reports.reply.fr': ' ',
    });
    for (const [language, outcome, expected] of [
      [null, 'acted', 'Acted'],
      ['es', 'acted', 'Acted'],
      ['es', 'dismissed', 'Closed #'],
      ['acted', 'dismissed', 'Closed #'],
      ['de', 'acted', 'Zu'],
      ['DE-ch', 'dismissed', 'Nichts'],
      ['de-AT', 'dismissed', 'Eh zu'],
      ['fr', 'acted', null],
    ] as const) {
      expect([language, outcome, await reply(language, outcome)]).toEqual([
        language,
        outcome,
        expected,
      ]);
    }
    expect(await reply('de', 'acted', null)).toBeNull();
  });

  it('is told once, by the chat server, which hears that somebody waits', async () => {
    await texts({ 'reports.reply': 'Thanks' });
    expect(await call('stale', {})).not.toHaveProperty('replies');
    await reply(null);
    expect(await call('stale', {})).toMatchObject({ replies: true });
    const [waiting] = await call<{ id: string; closed: string }[]>('report_replies');
    expect(waiting).toMatchObject({ to: ANN, body: 'Thanks' });
    const { id, closed } = waiting!;
    expect(await call('replied', [{ id, closed: 'earlier' }, {}])).toBe(0);
    expect(await call('replied', [{ id, closed }])).toBe(1);
    expect(await call('report_replies')).toEqual([]);
  });

  it.each([
    ['deleted', 'ian', `select remove_user('ian', null, '{}')`],
    ['erased', 'ina', `select erase_from_reports('ina@example.org')`],
  ])('and is %s hears nothing, and nobody has to wait for it', async (_, name, remove) => {
    await suite().open.users.add([anAccount(name)]);
    await texts({ 'reports.reply': 'Thanks' });
    expect(await reply(null, 'acted', `${name}@example.org`)).toBe('Thanks');
    await rows(remove);
    expect(await call('stale', {})).not.toHaveProperty('replies');
    await rows(`update report set reply = 'Left behind'`);
    const [left] = await call<{ id: string; closed: string }[]>('report_replies');
    expect(left).not.toHaveProperty('to');
    expect(await call('replied', [left])).toBe(1);
    expect(await call('report_replies')).toEqual([]);
  });
});
