import {
  badArgument,
  expectDocument,
  expectDone,
  expectError,
  expectRefused,
  refusal,
} from '../support/expectations.js';
import { clearRooms, makeRoom, noRoom, noService } from '../support/room-documents.js';
import { forms, TestApi, XML } from '../support/test-api.js';

const PATH = '/chatrooms/den/chathistory';

let api: TestApi;
beforeAll(async () => (api = await TestApi.start()));
beforeEach(() => makeRoom(api, { roomName: 'den', canAnyoneDiscoverJID: true, logEnabled: true }));
afterEach(() => clearRooms(api));
afterAll(() => api.stop());

const say = (
  sentAt: string,
  nickname: string | null,
  body: string | null,
  { subject = null as string | null, senderShown = true } = {},
) =>
  api.database.sql(
    `insert into room_message (room_id, sent_at, nickname, sender, sender_shown, body, subject)
     select id, $1, $2, 'ann@example.org/laptop', $5, $3, $4 from room where name = 'den'`,
    [sentAt, nickname, body, subject, senderShown],
  );

/** Message n was sent n seconds past noon. */
const saySeconds = (count: number) =>
  api.database.sql(
    `insert into room_message (room_id, sent_at, nickname, sender, body)
     select id, timestamptz '2025-03-04 12:00Z' + n * interval '1 second', 'Ann', 'a@b/c', n::text
     from room, generate_series(1, $1) n`,
    [count],
  );

type Shown = { body: string; delay_stamp: string; delay_from: string };
const shown = async (query = ''): Promise<readonly Shown[]> => {
  const { text } = await api.call('GET', PATH + query, 'json');
  return (JSON.parse(text) as { message: Shown[] }).message;
};
const bodies = async (query = '') => (await shown(query)).map(({ body }) => Number(body));
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe.each(forms)('the history as %s', (form) => {
  it('is shown as in the contract', async () => {
    await say('2025-03-04T10:12:00.001Z', 'Ann', 'Milk?');
    await say('2025-03-04T10:12:00.002Z', 'Ann', null, { subject: 'Subject' });
    await say('2025-03-04T10:12:00.003Z', null, 'This room is logged');
    await say('2025-03-04T10:12:00.004Z', 'Ann', ' \n\t');
    const text = {
      xml: `${XML}<messages><message><to>den@conference.example.org</to><from>den@conference.example.org/Ann</from><type>groupchat</type><body>Milk?</body><delay_stamp>2025-03-04T10:12:00.001Z</delay_stamp><delay_from>ann@example.org/laptop</delay_from></message></messages>`,
      json: '{"message":[{"to":"den@conference.example.org","from":"den@conference.example.org/Ann","type":"groupchat","body":"Milk?","delay_stamp":"2025-03-04T10:12:00.001Z","delay_from":"ann@example.org/laptop"}]}',
    };
    await expectDocument(api, form, PATH, text[form]);
  });

  it('is empty', async () => {
    await expectDocument(
      api,
      form,
      PATH,
      { xml: `${XML}<messages/>`, json: '{"message":[]}' }[form],
    );
  });

  it('needs a room, readable parameters and credentials', async () => {
    expectError(await api.call('GET', '/chatrooms/X/chathistory', form), form, noRoom('x'));
    expectError(await api.call('GET', `${PATH}?servicename=S`, form), form, noService('S'));
    for (const [name, value] of [
      ['limit', 'x'],
      ['limit', '1.5'],
      ['limit', '1234567890123456'],
      ['before', 'noon'],
      ['after', '0000-01-01'],
    ] as const) {
      expectError(
        await api.call('GET', `/chatrooms/X/chathistory?${name}=${value}`, form),
        form,
        badArgument(
          `Invalid value for parameter ${name}: ${value}`,
          '/plugins/restapi/v1/chatrooms/X/chathistory',
        ),
      );
    }
    expect((await api.send('GET', PATH, { authorization: null })).status).toBe(401);
  });
});

it('consists of the last 25 messages, then of those before the oldest one shown', async () => {
  await saySeconds(30);
  expect(await bodies()).toEqual(range(6, 30));
  const [oldest] = await shown();
  expect(await bodies(`?limit=5&before=${oldest!.delay_stamp}`)).toEqual(range(1, 5));
  await api.call('DELETE', '/chatrooms/den', 'json');
  await makeRoom(api, { roomName: 'den' });
  expect(await bodies()).toEqual([]);
});

it('has as many messages as the service or the request specifies', async () => {
  await saySeconds(30);
  await api.database.sql(`update chat_service set history_max_number = 3`);
  expect(await bodies()).toEqual(range(28, 30));
  expect(await bodies('?limit=')).toEqual(range(28, 30));
  await api.database.sql(`update chat_service set history_max_number = 25`);
  expect(await bodies('?limit=2')).toEqual([29, 30]);
  expect(await bodies('?limit=999999999999999')).toEqual(range(1, 30));
  expect(await bodies('?limit=0')).toEqual([]);
  expect(await bodies('?limit=-1')).toEqual([]);
});

it('lies between exclusive bounds', async () => {
  await saySeconds(30);
  const at = (seconds: number) => `2025-03-04T12:00:${String(seconds).padStart(2, '0')}.000Z`;
  expect(await bodies(`?after=${at(2)}`)).toEqual(range(3, 27));
  expect(await bodies(`?after=${at(2)}&limit=2`)).toEqual([3, 4]);
  expect(await bodies(`?before=${at(10)}&limit=2`)).toEqual([8, 9]);
  expect(await bodies(`?before=${at(10)}&after=${at(7)}`)).toEqual([8, 9]);
  expect(await bodies(`?before=${at(10)}&after=${at(2)}&limit=2`)).toEqual([8, 9]);
  expect(await bodies(`?before=${at(2)}&after=${at(10)}`)).toEqual([]);
  expect(await bodies(`?before=${Date.parse(at(3))}`)).toEqual([1, 2]);
  expect(await bodies('?before=2025-03-04')).toEqual([]);
  expect(await bodies('?before=Tue,%2004%20Mar%202025%2012:00:03%20GMT')).toEqual([1, 2]);
});

it('keeps the order in which simultaneous messages were stored', async () => {
  const moment = '2025-03-04T10:12:00.001Z';
  for (const body of ['1', '2', '3']) await say(moment, 'Ann', body);
  expect(await bodies('?limit=2')).toEqual([2, 3]);
  expect(await bodies(`?before=${moment}`)).toEqual([]);
  expect(await bodies(`?after=${moment}`)).toEqual([]);
});

it('hides senders unless everyone may discover JIDs, and never has numeric dates', async () => {
  await say('2025-03-04T10:12:00.001Z', 'Ann', 'x');
  await api.setProperty('plugin.restapi.json.dates', 'epoch');
  expect((await shown())[0]).toMatchObject({
    delay_from: 'ann@example.org/laptop',
    delay_stamp: '2025-03-04T10:12:00.001Z',
  });
  await api.setProperty('plugin.restapi.json.dates', null);
  await api.database.sql('update room set can_anyone_discover_jid = false');
  expect((await shown())[0]!.delay_from).toBe('den@conference.example.org/Ann');
});

it('keeps senders hidden who spoke before everyone might discover JIDs', async () => {
  await say('2025-03-04T10:12:00.001Z', 'Ann', 'x', { senderShown: false });
  await say('2025-03-04T10:12:00.002Z', 'Ann', 'y');
  expect((await shown()).map(({ delay_from }) => delay_from)).toEqual([
    'den@conference.example.org/Ann',
    'ann@example.org/laptop',
  ]);
});

describe.each(forms)('a message of the history as %s', (form) => {
  const idOf = async (body: string) =>
    String(
      (await api.database.sql('select id from room_message where body = $1', [body]))[0]!['id'],
    );
  const noMessage = (id: string) =>
    refusal(404, 'MessageNotFoundException')('Could not find message', id);

  it('is removed, once', async () => {
    await saySeconds(3);
    const id = await idOf('2');
    await expectDone(api, form, ['DELETE', `${PATH}/${id}?servicename=CONFERENCE`]);
    expect(await bodies()).toEqual([1, 3]);
    await expectRefused(api, form, ['DELETE', `${PATH}/${id}`], noMessage(id));
    for (const other of ['x', '0', '-1', '9'.repeat(30), '1.0']) {
      await expectRefused(api, form, ['DELETE', `${PATH}/${other}`], noMessage(other));
    }
    expect(await bodies()).toEqual([1, 3]);
  });

  it('is one of that room', async () => {
    await saySeconds(1);
    const id = await idOf('1');
    await makeRoom(api, { roomName: 'other' });
    await expectRefused(api, form, ['DELETE', `/chatrooms/other/chathistory/${id}`], noMessage(id));
    await expectRefused(api, form, ['DELETE', `/chatrooms/X/chathistory/${id}`], noRoom('x'));
    const path = `${PATH}/${id}?servicename=S`;
    await expectRefused(api, form, ['DELETE', path], noService('S'));
    expect((await api.send('DELETE', `${PATH}/${id}`, { authorization: null })).status).toBe(401);
    expect(await bodies()).toEqual([1]);
  });

  it('leaves an audit entry', async () => {
    await saySeconds(1);
    const id = await idOf('1');
    await api.audited();
    await api.call('DELETE', `${PATH}/${id}`, form);
    expect((await api.audited()).map(({ summary }) => summary)).toEqual([
      `DELETE history conference/den/${id}`,
    ]);
  });
});

it('readings leave audit entries while audit.history.reads is true', async () => {
  const read = async (path = PATH) => {
    await api.audited();
    await api.call('GET', path, 'json');
    return (await api.audited()).map(({ summary, details }) => [
      summary,
      details.split('; ').slice(0, 2).join('; '),
    ]);
  };
  expect(await read()).toEqual([]);
  for (const [stored, entries] of [
    ['true', [['GET history conference/den', `object=${PATH}; outcome=200`]]],
    ['yes', []],
    ['false', []],
  ] as const) {
    await api.setProperty('audit.history.reads', stored);
    expect(await read()).toEqual(entries);
  }
  await api.setProperty('audit.history.reads', 'true');
  expect(await read('/chatrooms/den/occupants')).toEqual([]);
  await api.setProperty('audit.history.reads', null);
  const body = { key: 'audit.history.reads', value: 'true' };
  expect((await api.call('POST', '/system/properties', 'json', body)).status).toBe(403);
});
