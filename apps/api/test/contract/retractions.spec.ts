import {
  badArgument,
  expectDone,
  expectError,
  expectRefused,
  refusal,
} from '../support/expectations.js';
import { ChatServerSpy } from '../support/chat-server-spy.js';
import { clearRooms, makeRoom, noRoom, noService } from '../support/room-documents.js';
import { forms, TestApi, XML } from '../support/test-api.js';

const PATH = '/chatrooms/den/chathistory';
const chatServer = new ChatServerSpy();

let api: TestApi;
beforeAll(async () => (api = await TestApi.start({}, undefined, { chatServer })));
beforeEach(async () => {
  await makeRoom(api, { roomName: 'den', canAnyoneDiscoverJID: true, logEnabled: true });
  chatServer.heard();
});
afterEach(() => clearRooms(api));
afterAll(() => api.stop());

/** @returns the id */
async function say(body: string, sender = 'ann@example.org/desk', nickname: string | null = 'Ann') {
  const rows = await api.database.sql(
    `insert into room_message (room_id, nickname, sender, sender_shown, body, stanza)
     select id, $1, $2, true, $3, '<message><body>' || $3 || '</body></message>'
     from room where name = 'den' returning id::text as id`,
    [nickname, sender, body],
  );
  return (rows as unknown as { id: string }[])[0]!.id;
}
const shown = async (query = '') => {
  const { text } = await api.call('GET', PATH + query, 'json');
  return (JSON.parse(text) as { message: Record<string, string>[] }).message;
};
const bodies = async (query = '') => (await shown(query)).map(({ body }) => body);
const stanzas = async () => {
  const rows = await api.database.sql(
    `select stanza from room_message join room on room.id = room_id where room.name = 'den' order by room_message.id`,
  );
  return (rows as unknown as { stanza: string }[]).map(({ stanza }) => stanza);
};
const retract = (sent: unknown, query = '') =>
  api.call(
    'POST',
    `${PATH}/retract${query}`,
    'json',
    sent === undefined ? undefined : JSON.stringify(sent),
  );
const result = async (sent: unknown) => {
  const { status, text } = await retract(sent);
  return [status, JSON.parse(text)] as const;
};

describe('a message that is taken back', () => {
  it('is a tombstone, and everybody is told', async () => {
    const id = await say('secret');
    await say('fine');
    await api.audited();
    const reason = encodeURIComponent(`<x>&"`);
    const address = `${PATH}/${id}?retract=TRUE&reason=${reason}`;
    expect((await api.call('DELETE', address, 'json')).status).toBe(200);
    expect(chatServer.heard()).toEqual(['retractions']);
    expect(await bodies()).toEqual(['fine']);
    const [tombstone, , announcement] = await stanzas();
    for (const stanza of [tombstone, announcement]) {
      expect(stanza).toContain(`by='den@conference.example.org'`);
      expect(stanza).toContain('<reason>&lt;x&gt;&amp;&quot;</reason>');
      expect(stanza).not.toContain('secret');
    }
    const [entry] = await api.audited();
    expect(entry!.summary).toBe(`DELETE history conference/den/${id}`);
    expect(entry!.details).toMatch(/; retract=true; reason=<x>&"$/);
    const [event] = (await api.database.sql(
      `select type, object from event where type like 'message.%' union all
       select type, object from event_outbox where type like 'message.%'`,
    )) as unknown as object[];
    expect(event).toEqual({
      type: 'message.retracted',
      object: `${PATH}/${id}?servicename=conference`,
    });
  });

  it('is so once', async () => {
    const id = await say('a');
    for (const heard of [['retractions'], []]) {
      await expectDone(api, 'json', ['DELETE', `${PATH}/${id}?retract=true`]);
      expect(chatServer.heard()).toEqual(heard);
    }
    expect(await stanzas()).toHaveLength(2);
  });

  it('is listed for those who ask for one of its fields, without words', async () => {
    const id = await say('a');
    await say('b');
    await expectDone(api, 'json', ['DELETE', `${PATH}/${id}?retract=true&reason=spam`]);
    expect(await shown('?fields=id,body,retracted,retractedBy,reason')).toEqual([
      {
        body: '',
        id,
        retracted: expect.stringMatching(/^\d{4}-/),
        retractedBy: 'secret',
        reason: 'spam',
      },
      { body: 'b', id: expect.any(String) },
    ]);
    expect(await shown('?fields=body&limit=9')).toEqual([{ body: 'b' }]);
    const page = '?limit=1&fields=id,retracted&sender=ann@example.org';
    expect(await shown(page)).toEqual([{ id: expect.any(String) }]);
    const { headers } = await api.call('GET', PATH + page, 'json');
    expect(headers['link']).toMatch(/rel="prev"/);
  });

  it('can still be removed, with what it said', async () => {
    const id = await say('a');
    await expectDone(api, 'json', ['DELETE', `${PATH}/${id}?retract=true`]);
    await expectDone(api, 'json', ['DELETE', `${PATH}/${id}?retract=false`]);
    expect(await api.database.sql('select from retracted_message')).toEqual([]);
    expect(await shown('?fields=retracted')).toEqual([]);
  });

  it.each(forms)('is one that somebody has said in that room: %s', async (form) => {
    const id = await say('a');
    const byRoom = await say('a', 'ann@example.org', null);
    const query = '?retract=true';
    const none = (name: string) =>
      refusal(404, 'MessageNotFoundException')('Could not find message', name);
    for (const other of ['0', 'x', byRoom]) {
      await expectRefused(api, form, ['DELETE', `${PATH}/${other}${query}`], none(other));
    }
    const elsewhere = `/chatrooms/X/chathistory/${id}${query}`;
    await expectRefused(api, form, ['DELETE', elsewhere], noRoom('x'));
    await expectRefused(
      api,
      form,
      ['DELETE', `${PATH}/${id}${query}&servicename=S`],
      noService('S'),
    );
    for (const [name, value] of [
      ['retract', 'maybe'],
      ['reason', `${'x'.repeat(256)}&retract=true`],
    ] as const) {
      const reply = await api.call('DELETE', `${PATH}/${id}?${name}=${value}`, form);
      expect([reply.status, reply.text]).toEqual([
        400,
        expect.stringContaining(`parameter ${name}`),
      ]);
    }
    expect(await bodies()).toEqual(['a']);
  });
});

describe('many messages', () => {
  it('are taken back by their ids', async () => {
    const [a, b] = [await say('a'), await say('b')];
    await expectDone(api, 'json', ['DELETE', `${PATH}/${a}?retract=true`]);
    chatServer.heard();
    await api.audited();
    expect(await result({ ids: [a, b, b, 'x', '0'], reason: 'spam' })).toEqual([
      200,
      { retracted: 1, unchanged: 1, missing: 2 },
    ]);
    expect(chatServer.heard()).toEqual(['retractions']);
    const [entry] = await api.audited();
    expect(entry!.summary).toBe('POST history conference/den');
    expect(entry!.details).toMatch(/; retracted=1; unchanged=1; missing=2; reason=spam$/);
  });

  it('of a sender, under each nickname, are the newest, and those of a time', async () => {
    await say('old');
    await api.database.sql(`update room_message set sent_at = now() - interval '1 hour'`);
    await say('new', 'ann@example.org/phone', 'Annie');
    await say('other', 'ann@example.orgs/desk');
    const from = new Date(Date.now() - 600_000).toISOString();
    expect(await result({ sender: 'Ann@example.org', from })).toEqual([
      200,
      { retracted: 1, unchanged: 0, missing: 0 },
    ]);
    expect(await bodies()).toEqual(['old', 'other']);
    const reply = await api.call(
      ...(['POST', `${PATH}/retract`, 'xml'] as const),
      '<retraction><sender>ann@example.org</sender></retraction>',
    );
    expect(reply.text).toBe(
      `${XML}<retractionResult><retracted>1</retracted><unchanged>0</unchanged><missing>0</missing></retractionResult>`,
    );
    expect(await bodies()).toEqual(['other']);
  });

  it('are at most the newest 1,000 of a sender', async () => {
    await api.database.sql(
      `insert into room_message (room_id, sent_at, nickname, sender, body)
       select id, now() - n * interval '1 second', 'Zed', 'zed@example.org/x', n::text
       from room, generate_series(1, 1005) n where name = 'den'`,
    );
    expect(await result({ sender: 'zed@example.org' })).toEqual([
      200,
      { retracted: 1000, unchanged: 0, missing: 0 },
    ]);
    expect(await bodies()).toEqual(['1005', '1004', '1003', '1002', '1001']);
    expect((await result({ sender: 'zed@example.org' }))[1]).toMatchObject({ retracted: 5 });
  });

  it.each([
    [{}],
    [{ ids: [] }],
    [{ ids: ['1'], sender: 'ann@example.org' }],
    [{ ids: ['1'], from: '2026-01-01T00:00:00Z' }],
    [{ ids: Array.from({ length: 1001 }, (_, index) => String(index)) }],
    [{ sender: 'ann@example.org/desk' }],
    [{ sender: '@' }],
  ])('are refused: %j', async (sent) => {
    await say('a');
    const reply = await retract(sent);
    expectError(
      reply,
      'json',
      badArgument('Could not retract messages', `/plugins/restapi/v1${PATH}/retract`),
    );
    expect(await bodies()).toEqual(['a']);
  });

  it('need a reason that XML can hold, a time, and a room', async () => {
    const long = 'x'.repeat(256);
    const reply = await retract({ sender: 'ann@example.org', reason: long });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('reason')]);
    const noTime = await retract({ sender: 'ann@example.org', from: 'noon' });
    expect([noTime.status, noTime.text]).toEqual([400, expect.stringContaining('noon')]);
    const path = '/chatrooms/X/chathistory/retract';
    const sent = JSON.stringify({ ids: ['1'] });
    expectError(await api.call('POST', path, 'json', sent), 'json', noRoom('x'));
    expectError(await retract({ ids: ['1'] }, '?servicename=S'), 'json', noService('S'));
  });
});
