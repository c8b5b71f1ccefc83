import type { BareJid } from '@chat-admin/domain/shared/jid';
import { perEngineSuite } from '../../test/engine.js';
import { aRoom } from '../../test/rooms.js';

const suite = perEngineSuite();
const call = <T = unknown>(fn: string, ...values: unknown[]) =>
  suite().engine.call<T>(fn, ...values);
const query = <T extends object = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  suite().open.query<T>(text, values);

const ROOM = 'tea@conference.example.org';
const [ANN, BOB, MOD] = ['ann@example.org', 'bob@example.org', 'mod@example.org'];

/** @returns the id of what somebody has said */
async function say(body: string, more: object = {}, room = 'tea'): Promise<string> {
  const said = {
    ...{ nickname: 'Ann', sender: `${ANN}/desk`, type: 'groupchat', body },
    ...{ message_id: `of-client-${body}`, occupant_id: 'ann=' },
    stanza: `<message type='groupchat' from='${ROOM}/Ann'><body>${body}</body></message>`,
    ...more,
  };
  return (await call<{ id: string }>('append_message', 'conference', room, said)).id;
}

const retract = (id: string, more: object = {}, room = 'tea') =>
  call<{ outcome: string; id?: string; stanza?: string }>('retract_message', 'conference', room, {
    ...{ id, actor: MOD, moderator: `${ROOM}/Mod`, moderator_id: 'mod=', node: 'one' },
    ...more,
  });

interface Item {
  readonly id: string;
  readonly stanza: string;
}
const read = async (more: object = {}) =>
  (await call<{ items: Item[] }>('messages', 'conference', 'tea', more)).items;
const stored = async (id: string) =>
  (
    await query(
      'select *, id::text as id, retracts::text as retracts from room_message where id = $1',
      [id],
    )
  )[0]!;
const originals = () => query('select * from retracted_message');

beforeAll(async () => {
  await query(`insert into account (username) values ('mod'), ('ann')`);
  for (const name of ['tea', 'quiet']) await aRoom(suite().open.query, name);
  await query(`update room set log_enabled = name = 'tea'`);
});
beforeEach(async () => {
  for (const table of ['room_message', 'retracted_message', 'audit_entry', 'event_outbox']) {
    await query(`delete from ${table}`);
  }
});
afterEach(() => query(`delete from system_property where key like 'history.%'`));

describe('a moderator takes back a message', () => {
  it('which becomes a tombstone in its place, with an announcement in both forms', async () => {
    const id = await say('secret');
    const before = await stored(id);
    const answer = await retract(id, { reason: `<x>&"` });
    const moderated = (version: number, inside: string, then = '') =>
      `<moderated xmlns='urn:xmpp:message-moderate:${version}' by='${ROOM}/Mod'>${inside}` +
      `${then}<occupant-id xmlns='urn:xmpp:occupant-id:0' id='mod='/></moderated>`;
    const reason = '<reason>&lt;x&gt;&amp;&quot;</reason>';
    const announcement =
      `<message type='groupchat' from='${ROOM}' id='retraction-${id}'>` +
      `<apply-to xmlns='urn:xmpp:fasten:0' id='${id}'>` +
      moderated(0, `<retract xmlns='urn:xmpp:message-retract:0'/>`, reason) +
      `</apply-to><retract xmlns='urn:xmpp:message-retract:1' id='${id}'>` +
      `${moderated(1, '')}${reason}</retract><store xmlns='urn:xmpp:hints'/></message>`;
    expect(answer).toEqual({ outcome: 'retracted', id: expect.any(String), stanza: announcement });

    const after = await stored(id);
    const stamp = (after['retracted_at'] as Date).toISOString().replace(/\.\d+/, '');
    const tombstone =
      `<message type='groupchat' from='${ROOM}/Ann' id='of-client-secret'>` +
      moderated(0, `<retracted xmlns='urn:xmpp:message-retract:0' stamp='${stamp}'/>`, reason) +
      `<retracted xmlns='urn:xmpp:message-retract:1' stamp='${stamp}' id='retraction-${id}'>` +
      `${moderated(1, '')}${reason}</retracted>` +
      `<occupant-id xmlns='urn:xmpp:occupant-id:0' id='ann='/></message>`;
    expect(after).toMatchObject({
      ...{ id, sent_at: before['sent_at'], nickname: 'Ann', sender: `${ANN}/desk` },
      ...{ subject: null, body: null, retracted_by: 'mod', retract_reason: `<x>&"` },
      stanza: tombstone,
    });
    expect(await originals()).toMatchObject([
      { id: Number(id), body: 'secret', stanza: before['stanza'] },
    ]);
    expect((await read({ retractions: true })).map(({ stanza }) => stanza)).toEqual([
      tombstone,
      announcement,
    ]);
    expect(await read()).toEqual([]);
  });

  it('by itself, with one event and one entry, and once', async () => {
    const [first, other] = [await say('a'), await say('b')];
    expect(await retract(first, { reason: 'spam; x=y' })).toMatchObject({ outcome: 'retracted' });
    expect(await retract(first)).toEqual({ outcome: 'unchanged' });
    expect(await query('select type, object, origin from event_outbox')).toEqual([
      {
        type: 'message.retracted',
        object: `/chatrooms/tea/chathistory/${first}?servicename=conference`,
        origin: { actor: MOD, source: 'chat' },
      },
    ]);
    const [account] = await query(`select id from account where username = 'mod'`);
    expect(await query('select * from audit_entry')).toMatchObject([
      {
        ...{ username: 'mod', kind: 'account', account_id: account!['id'], node: 'one' },
        summary: `RETRACT history conference/tea/${first}`,
        details: `object=/chatrooms/tea/chathistory/${first}; outcome=200; source=chat; reason=spam%3B%20x%3Dy`,
      },
    ]);
    expect((await read()).map(({ id }) => id)).toEqual([other]);
  });

  it('who may come from another domain', async () => {
    await retract(await say('a'), { actor: 'eve@other.example' });
    expect(await query('select username, kind from audit_entry')).toEqual([
      { username: 'eve@other.example', kind: 'label' },
    ]);
  });

  it('not one that the room does not have, or has said itself, or of a room without a log', async () => {
    const id = await say('a');
    const { id: announcement } = await retract(id);
    const inQuiet = await say('a', {}, 'quiet');
    for (const none of ['0', 'x', '', announcement!, inQuiet]) {
      expect(await retract(none)).toEqual({ outcome: 'missing' });
    }
    expect(await retract(inQuiet, {}, 'quiet')).toEqual({ outcome: 'missing' });
    expect(await retract(id, {}, 'ghost')).toEqual({ outcome: 'missing' });
  });

  it.each([
    [`<message id='a&amp;b' from='x'/>`, 'a&amp;b'],
    [`<message from="x" id="a'b">`, 'a&apos;b'],
    [`<message id=''/>`, null],
    [`<message from='x'><body id='no'/></message>`, null],
    [null, null],
  ])('of a former release: %s', async (stanza, expected) => {
    const id = await say('a', { message_id: null, occupant_id: null, stanza });
    await retract(id);
    expect((await stored(id))['stanza']).toContain(`/Ann' id='${expected ?? `message-${id}`}'>`);
  });

  it('and its words stay nowhere while none are to be kept', async () => {
    await query(`insert into system_property values ('history.retracted.days', '0')`);
    await retract(await say('a'));
    expect(await originals()).toEqual([]);
  });
});

describe('an author', () => {
  const own = (more: object, sender = ANN) =>
    say('gone', { sender: `${sender}/phone`, stanza: '<message/>', ...more });

  it.each([
    ['its id in the room', (id: string) => ({ retracts: id })],
    ['the id that it came with', () => ({ retracts_message: 'of-client-a' })],
  ])('takes back a message by %s', async (_, how) => {
    const id = await say('a');
    const with_ = await own(how(id));
    const { stanza, retracted_by: by } = await stored(id);
    expect(stanza).not.toContain('moderated');
    expect(stanza).toMatch(/<retracted xmlns='urn:xmpp:message-retract:1' stamp='[\d:TZ-]+'\/>/);
    expect([by, (await stored(with_))['retracts']]).toEqual(['ann', id]);
    expect(await query('select origin from event_outbox')).toEqual([
      { origin: { actor: ANN, source: 'chat' } },
    ]);
    expect(await query('select from audit_entry')).toEqual([]);
    expect(await read()).toEqual([]);
    expect((await read({ retractions: true })).map((one) => one.id)).toEqual([id, with_]);
    expect(await call('untold')).toEqual([]);
  });

  it('keeps it in the history, where the operator says so', async () => {
    await query(`insert into system_property values ('history.author.retractions', 'keep')`);
    const id = await say('a');
    await own({ retracts: id });
    expect((await read()).map((one) => one.id)).toEqual([id]);
  });

  it('takes back nothing that an earlier holder of the name has said', async () => {
    const id = await say('a');
    await query(`update room_message set sent_at = sent_at - interval '1 day'`);
    for (const how of [{ retracts: id }, { retracts_message: 'of-client-a' }]) await own(how);
    expect((await stored(id))['retracted_at']).toBeNull();
  });

  it('takes back nothing that an earlier holder of the name has said, of which theirs is a correction', async () => {
    const id = await say('a');
    await query(`update room_message set sent_at = sent_at - interval '1 day'`);
    const correction = await say('b', { corrects: 'of-client-a' });
    await own({ retracts: correction });
    expect((await stored(id))['retracted_at']).toBeNull();
    expect((await stored(correction))['retracted_at']).not.toBeNull();
  });

  it('takes back nothing of others, nor what is not there', async () => {
    const id = await say('a');
    for (const how of [{ retracts: id }, { retracts_message: 'of-client-a' }]) await own(how, BOB);
    for (const how of [{ retracts: '0' }, { retracts_message: 'none' }, { retracts: null }]) {
      await own(how);
    }
    expect(
      await query(
        'select from room_message where retracted_at is not null or retracts is not null',
      ),
    ).toEqual([]);
  });
});

describe('corrections', () => {
  const correct = (what: string, body: string, more: object = {}) =>
    say(body, { corrects: what, ...more });
  const tombstones = async () =>
    (
      await query<{ id: string }>(
        'select id::text from room_message where retracted_at is not null order by id',
      )
    ).map(({ id }) => id);
  const untold = async () =>
    (
      await query<{ retracts: string }>(
        'select retracts::text from room_message where not told order by retracts',
      )
    ).map(({ retracts }) => retracts);

  it.each([0, 1, 2])('go with what they correct, whichever is taken back: %d', async (which) => {
    const first = await say('a');
    await say('b');
    const second = await correct('of-client-a', 'c');
    const others = [await correct('of-client-a', 'x', { sender: `${BOB}/desk` })];
    const third = await correct('of-client-c', 'd');
    others.push(await correct('of-client-y', 'z'));
    const versions = [first, second, third];
    expect(await retract(versions[which]!)).toMatchObject({ outcome: 'retracted' });
    expect(await tombstones()).toEqual(versions);
    expect(await untold()).toEqual([...new Set([first, versions[which]!])].sort());
    for (const id of versions) {
      expect(await retract(id)).toEqual({ outcome: 'unchanged' });
      expect((await stored(id))['stanza']).toContain(`id='retraction-${id}'`);
    }
    expect((await read()).map(({ id }) => id)).not.toEqual(expect.arrayContaining(versions));
    expect(await query('select from retracted_message')).toHaveLength(3);
    expect(await query(`select from event_outbox where type = 'message.retracted'`)).toHaveLength(
      3,
    );
    expect(await query('select from audit_entry')).toHaveLength(1);
    expect((await stored(others[0]!))['retracted_at']).toBeNull();
  });

  it.each(['of-client-a', 'of-client-c', `long-${'ä'.repeat(5000)}`])(
    'of what was taken back are not stored: %s',
    async (name) => {
      const first = await say('a', { message_id: name });
      await correct(name, 'c');
      await retract(first);
      const said = { nickname: 'Ann', sender: `${ANN}/desk`, body: 'again', stanza: '<message/>' };
      for (const corrects of [name, 'of-client-c']) {
        expect(await call('append_message', 'conference', 'tea', { ...said, corrects })).toEqual({
          outcome: 'retracted',
        });
      }
      expect(await correct(name, 'mine', { sender: `${BOB}/desk` })).toMatch(/^\d+$/);
      expect(await query(`select from room_message where body = 'again'`)).toEqual([]);
    },
  );

  it('go with what their author takes back, and are not stored later', async () => {
    const first = await say('a');
    const second = await correct('of-client-a', 'c');
    await say('gone', { retracts: first, stanza: '<message/>' });
    expect(await tombstones()).toEqual([first, second]);
    expect(await correct('of-client-a', 'again')).toBeUndefined();
  });

  it('of former releases are found by their stanzas', async () => {
    const former = (id: string, inside = '') =>
      say(id, {
        message_id: null,
        stanza: `<message id="${id}" from='${ROOM}/Ann'><body>x</body>${inside}</message>`,
      });
    const first = await former(`a&amp;'`);
    await former('b');
    const second = await former(
      'c',
      `<replace xmlns='urn:xmpp:message-correct:0' id='a&amp;&apos;'/>`,
    );
    await retract(first);
    expect(await tombstones()).toEqual([first, second]);
    expect(await correct(`a&'`, 'again')).toBeUndefined();
  });

  it('are said later, and take back nothing', async () => {
    const other = await correct('of-client-a', 'before');
    const first = await say('a');
    const both = await correct('of-client-a', 'gone', { retracts: other });
    expect(await tombstones()).toEqual([]);
    await retract(first);
    expect(await tombstones()).toEqual([first, both]);
  });

  /** Stores as many corrections as given, each of the message, or of the correction before. */
  const correctOften = (times: number, of: 'first' | 'previous') =>
    query(
      `insert into room_message (room_id, nickname, sender, stanza, message_id, corrects)
      select id, 'Ann', '${ANN}/desk', '<message/>', 'of-client-' || number,
        'of-client-' || case when number = 1 or $2 = 'first' then 'a' else (number - 1)::text end
      from room, generate_series(1, $1::integer) as number
      where name = 'tea'`,
      [times, of],
    );
  const oneMore = { nickname: 'Ann', sender: `${ANN}/desk`, stanza: '<message/>', message_id: 'x' };

  it.each([
    ['first', 'of-client-a'],
    ['previous', 'of-client-100'],
  ] as const)('are at most 100, each of the %s', async (of, last) => {
    const first = await say('a');
    await correctOften(99, of);
    const hundredth = await correct(of === 'first' ? last : 'of-client-99', '100');
    const further = { ...oneMore, corrects: last };
    expect(await call('append_message', 'conference', 'tea', further)).toEqual({
      outcome: 'limit',
    });
    expect(await correct(last, 'x', { sender: `${BOB}/desk` })).toMatch(/^\d+$/);
    await say('other');
    expect(await correct('of-client-other', 'y')).toMatch(/^\d+$/);
    await retract(hundredth);
    const gone = await tombstones();
    expect(gone).toHaveLength(101);
    expect(gone).toEqual(expect.arrayContaining([first, hundredth]));
  });

  it('are at most 100, also of what is not known', async () => {
    await correctOften(100, 'first');
    const further = { ...oneMore, corrects: 'of-client-a' };
    expect(await call('append_message', 'conference', 'tea', further)).toEqual({
      outcome: 'limit',
    });
  });

  it.each(['first', 'previous'] as const)(
    'beyond 100 go when they are taken back themselves, each of the %s',
    async (of) => {
      const first = await say('a');
      await correctOften(250, of);
      await retract(first);
      expect(await tombstones()).toHaveLength(101);
    },
  );

  it('that were stored while it was taken back go when it is told', async () => {
    const first = await say('a');
    const { id } = await retract(first, { reason: 'spam' });
    const late = await say('c');
    await query('update room_message set corrects = $1 where id = $2', ['of-client-a', late]);
    expect(await call('told', [id])).toBe(1);
    expect(await tombstones()).toEqual([first, late]);
    expect(await stored(late)).toMatchObject({ retracted_by: 'mod', retract_reason: 'spam' });
    expect(await untold()).toEqual([late]);
  });

  it('count as taken back in one request for all of a sender', async () => {
    const { roomHistory, transactions } = suite().open;
    await say('a');
    await correct('of-client-a', 'c');
    const [room] = await query<{ id: string }>(`select id from room where name = 'tea'`);
    const all = { sender: ANN as BareJid, from: null, limit: 1000 };
    expect(await transactions.run(() => roomHistory.retract(Number(room!.id), all, null))).toEqual({
      retracted: 2,
      unchanged: 0,
      missing: 0,
    });
  });
});

it('the occupants are told once', async () => {
  expect((await call<{ untold?: boolean }>('stale', {})).untold).toBeUndefined();
  const { id, stanza } = await retract(await say('a'));
  expect((await call<{ untold?: boolean }>('stale', {})).untold).toBe(true);
  const told = { service: 'conference', room: 'tea' };
  expect(await call('untold')).toEqual([{ id, stanza, ...told }]);
  expect(await call('told', [id, 'x', '0'])).toBe(1);
  expect(await call('told', [id])).toBe(0);
  expect(await call('untold')).toEqual([]);
});

describe('the erasure', () => {
  const erase = (who: string, how: 'anonymise' | 'removeOf' = 'anonymise') => {
    const { roomHistory, transactions } = suite().open;
    return transactions.run(() => roomHistory[how](who as BareJid));
  };
  const texts = async () => JSON.stringify(await query('select * from room_message order by id'));

  it('of an author leaves a tombstone of nobody, and no words', async () => {
    const id = await say('a');
    await retract(id, { reason: 'spam' });
    await erase(ANN);
    expect(await originals()).toEqual([]);
    const { stanza, retracted_by: by, occupant_id: occupant } = await stored(id);
    expect(stanza).toMatch(/^<message.*\/former-\w+.*urn:xmpp:message-moderate:1/);
    expect([by, occupant]).toEqual(['mod', null]);
    expect(await texts()).not.toMatch(/ann@|Ann|ann=/);
  });

  it.each(['anonymise', 'removeOf'] as const)(
    'of a moderator leaves what the room has done: %s',
    async (how) => {
      const id = await say('a');
      await retract(id, { reason: 'spam' });
      await erase(MOD, how);
      const { stanza, retracted_by: by } = await stored(id);
      expect(by).toBeNull();
      expect(stanza).toContain(`by='${ROOM}'`);
      expect(await texts()).not.toMatch(/mod@|Mod|mod=/);
      const left = how === 'anonymise' ? [id, expect.any(String)] : [id];
      expect((await read({ retractions: true })).map((one) => one.id)).toEqual(left);
      expect(await originals()).toHaveLength(1);
    },
  );

  it('of who takes back their own leaves neither', async () => {
    const id = await say('a');
    await say('gone', { sender: `${ANN}/phone`, retracts: id });
    await erase(ANN);
    expect(await texts()).not.toMatch(/ann@|"ann"|Ann|ann=/);
    expect(await originals()).toEqual([]);
  });
});

it('what was taken back is forgotten in time, and with its tombstone', async () => {
  const { roomHistory, transactions } = suite().open;
  const [old, latest, gone] = [await say('a'), await say('b'), await say('c')];
  for (const id of [old, latest, gone]) await retract(id);
  await query(
    `update retracted_message set retracted_at = now() - interval '31 days' where id = $1`,
    [old],
  );
  expect(await roomHistory.forgetOriginals(30, 10)).toBe(1);
  const [room] = await query<{ id: string }>(`select id from room where name = 'tea'`);
  await transactions.run(() => roomHistory.remove(Number(room!.id), gone));
  expect(await originals()).toMatchObject([{ id: Number(latest) }]);
});

it('a room that is destroyed takes along what its messages said', async () => {
  await retract(await say('a'));
  await query(`delete from room where name = 'tea'`);
  expect(await originals()).toEqual([]);
});
