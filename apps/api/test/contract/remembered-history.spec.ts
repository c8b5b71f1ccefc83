import { badArgument, expectError } from '../support/expectations.js';
import { ChatServerSpy } from '../support/chat-server-spy.js';
import { makeKey } from '../support/keys.js';
import { clearRooms, makeRoom } from '../support/room-documents.js';
import { forms, TestApi, XML } from '../support/test-api.js';
import type { Form } from '../support/test-api.js';

const PATH = '/chatrooms/den/chathistory';
const KEY = 'history.memory';

let api: TestApi;
const chatServer = new ChatServerSpy();
/** Message n was said n seconds past noon. */
const message = (n: number) => ({
  ...{ nickname: 'Ann', sender: n % 2 ? 'ann@example.org/lap' : 'bo@example.org/desk' },
  ...{ senderShown: n > 1, body: String(n), sentAt: new Date(Date.UTC(2025, 2, 4, 12, 0, n)) },
});
const messages = (count: number) => Array.from({ length: count }, (_, index) => message(index + 1));

beforeAll(async () => (api = await TestApi.start({}, undefined, { chatServer })));
beforeEach(async () => {
  await makeRoom(api, { roomName: 'den', canAnyoneDiscoverJID: true });
  chatServer.remembered = messages(30);
  chatServer.away = false;
  chatServer.heard();
});
afterEach(() => clearRooms(api));
afterAll(() => api.stop());

const store = () =>
  api.database.sql(
    `insert into room_message (room_id, nickname, sender, body)
     select id, 'Ann', 'a@b/c', 'stored' from room where name = 'den'`,
  );
const read = async (query = '', form: Form = 'json') => {
  const { status, headers, text } = await api.call('GET', PATH + query, form);
  const document = form === 'json' ? text : '{"message":[]}';
  const { message: shown } = JSON.parse(document) as { message: Record<string, string>[] };
  const source = headers['x-history'];
  return { status, source, link: headers.link, text, bodies: shown.map(({ body }) => body), shown };
};
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

describe('a room that is not logged (CK-15)', () => {
  it('shows the newest of what is remembered, with one question', async () => {
    expect(await read()).toMatchObject({ status: 200, source: 'memory', bodies: range(6, 30) });
    const id = Number((await api.database.sql('select id from room'))[0]!['id']);
    const room = { service: 'conference', room: 'den', id };
    expect(chatServer.heard()).toEqual([{ historyOf: room }]);
  });

  it.each(forms)('shows it as what is stored, as %s', async (form) => {
    chatServer.remembered = messages(2);
    const text = {
      xml: (n: number, from: string) =>
        `<message><to>den@conference.example.org</to><from>den@conference.example.org/Ann</from><type>groupchat</type><body>${n}</body><delay_stamp>2025-03-04T12:00:0${n}.000Z</delay_stamp><delay_from>${from}</delay_from></message>`,
      json: (n: number, from: string) =>
        `{"to":"den@conference.example.org","from":"den@conference.example.org/Ann","type":"groupchat","body":"${n}","delay_stamp":"2025-03-04T12:00:0${n}.000Z","delay_from":"${from}"}`,
    }[form];
    // the first was said while nobody could see by whom
    const both = [text(1, 'den@conference.example.org/Ann'), text(2, 'bo@example.org/desk')];
    expect((await read('', form)).text).toBe(
      form === 'xml'
        ? `${XML}<messages>${both.join('')}</messages>`
        : `{"message":[${both.join(',')}]}`,
    );
  });

  it('hides who spoke while not everybody may see it', async () => {
    await api.database.sql('update room set can_anyone_discover_jid = false');
    const { shown } = await read('?limit=1');
    expect(shown[0]!['delay_from']).toBe('den@conference.example.org/Ann');
  });

  it('is cut by limit, before, after and sender, without ids and links', async () => {
    const at = (second: number) => `2025-03-04T12:00:${String(second).padStart(2, '0')}.000Z`;
    for (const [query, bodies] of [
      ['?limit=2', range(29, 30)],
      ['?limit=1000', range(6, 30)],
      ['?limit=5000', range(6, 30)],
      ['?limit=0', []],
      ['?limit=-1', []],
      [`?before=${at(9)}&limit=2`, range(7, 8)],
      [`?after=${at(9)}&limit=2`, range(10, 11)],
      [`?after=${at(9)}&before=${at(12)}`, range(10, 11)],
      [`?after=${at(12)}&before=${at(9)}`, []],
      ['?sender=ann@example.org&limit=2', ['27', '29']],
      ['?sender=zoe@example.org', []],
      ['?search=stored', []],
    ] as const) {
      expect([query, await read(query)]).toMatchObject([
        query,
        { status: 200, source: 'memory', link: undefined, bodies },
      ]);
    }
    const { text } = await read('?fields=id,body&limit=1');
    expect(text).toBe('{"message":[{"body":"30"}]}');
    const none = await api.call('DELETE', `${PATH}/30`, 'json');
    expect(none.status).toBe(404);
  });

  it.each(forms)('refuses what cannot be read, as %s', async (form) => {
    const resource = `/plugins/restapi/v1${PATH}`;
    for (const [name, value] of [
      ['limit', 'x'],
      ['before', 'noon'],
      ['search', 'a'],
    ] as const) {
      expectError(
        await api.call('GET', `${PATH}?${name}=${value}`, form),
        form,
        badArgument(`Invalid value for parameter ${name}: ${value}`, resource),
      );
    }
    expect((await api.call('GET', '/chatrooms/none/chathistory', form)).status).toBe(404);
    expect(chatServer.heard()).toEqual([]);
  });

  it('shows as many as the service does, none if that is none', async () => {
    for (const [most, bodies] of [
      [3, range(28, 30)],
      [0, []],
      [-1, []],
    ] as const) {
      await api.database.sql(`update chat_service set history_max_number = ${most}`);
      expect(await read()).toMatchObject({ source: 'memory', bodies });
      expect(await read('?limit=10')).toMatchObject({ source: 'memory', bodies });
    }
    await api.database.sql(`update chat_service set history_max_number = 25`);
  });

  it.each(forms)('is empty and says so while the chat server is away, as %s', async (form) => {
    chatServer.away = true;
    for (const query of ['', '?limit=5', '?limit=5000']) {
      expect(await read(query, form)).toMatchObject({
        ...{ status: 200, source: 'unavailable' },
        text: { xml: `${XML}<messages/>`, json: '{"message":[]}' }[form],
      });
    }
  });

  it('shows what is stored, of a room that is or was logged, and asks nobody', async () => {
    await store();
    chatServer.away = true;
    expect(await read()).toMatchObject({ source: undefined, bodies: ['stored'] });
    await api.database.sql('update room set log_enabled = true');
    expect(await read()).toMatchObject({ source: undefined, bodies: ['stored'] });
    await api.database.sql('delete from room_message');
    expect(await read()).toMatchObject({ source: undefined, bodies: [] });
    expect(chatServer.heard()).toEqual([]);
  });

  it('is empty while history.memory is not true; the property is protected', async () => {
    for (const value of ['false', 'no']) {
      await api.setProperty(KEY, value);
      expect(await read()).toMatchObject({ status: 200, source: undefined, bodies: [] });
    }
    await api.setProperty(KEY, 'TRUE');
    expect(await read()).toMatchObject({ source: 'memory' });
    await api.setProperty(KEY, null);
    for (const form of forms) {
      const body = {
        xml: `<property key="${KEY}" value="false"/>`,
        json: { key: KEY, value: 'false' },
      };
      expect((await api.call('POST', '/system/properties', form, body[form])).status).toBe(403);
    }
  });

  it('needs history:read', async () => {
    const by = async (scope: 'rooms:read' | 'history:read') =>
      (await api.send('GET', PATH, { authorization: (await makeKey(api, [scope])).bearer })).status;
    expect(await by('rooms:read')).toBe(403);
    expect(await by('history:read')).toBe(200);
  });
});
