import { expectDocument, expectError } from '../support/expectations.js';
import { createGroups } from '../support/people.js';
import {
  clearRooms,
  DEFAULTS,
  makeRoom,
  noService,
  readRoom,
  roomsText,
} from '../support/room-documents.js';
import { forms, TestApi, XML } from '../support/test-api.js';

const CREATION = '2025-03-04T09:11:12.345+00:00';
const dates = { creationDate: CREATION, modificationDate: CREATION };

let api: TestApi;
beforeAll(async () => (api = await TestApi.start()));
afterEach(() => clearRooms(api));
afterAll(() => api.stop());

const names = async (query: string): Promise<unknown[]> => {
  const { text } = await api.call('GET', `/chatrooms${query}`, 'json');
  const { chatRooms } = JSON.parse(text) as { chatRooms: { roomName: string }[] };
  return chatRooms.map(({ roomName }) => roomName);
};

describe.each(forms)('the list of rooms as %s', (form) => {
  it('is empty', async () => {
    const empty = form === 'xml' ? `${XML}<chatRooms/>` : '{"chatRooms":[]}';
    await expectDocument(api, form, '/chatrooms', empty);
    await expectDocument(api, form, '/chatrooms?type=all', empty);
  });

  it('contains full documents by name', async () => {
    const kim = {
      roomName: 'kim',
      ...dates,
      ...DEFAULTS,
      publicRoom: true,
      members: ['m@example.org'],
    };
    const bo = { roomName: 'bo', naturalName: 'Bo', ...dates, ...DEFAULTS, publicRoom: true };
    await makeRoom(api, kim);
    await makeRoom(api, bo);
    await makeRoom(api, { roomName: 'ann' });
    await makeRoom(api, { roomName: 'far', publicRoom: true }, '?servicename=lab');
    await expectDocument(api, form, '/chatrooms', roomsText(form, [bo, kim]));
  });

  it('is refused for services that do not exist', async () => {
    for (const service of ['nope', 'a%20b', '']) {
      const reply = await api.call('GET', `/chatrooms?servicename=${service}`, form);
      expectError(reply, form, noService(decodeURIComponent(service)));
    }
  });
});

describe('the list of rooms', () => {
  it('has a type', async () => {
    await makeRoom(api, { roomName: 'hidden' });
    await makeRoom(api, { roomName: 'open', publicRoom: true });
    expect(await names('')).toEqual(['open']);
    expect(await names('?type=')).toEqual(['open']);
    expect(await names('?type=public')).toEqual(['open']);
    expect(await names('?type=all')).toEqual(['hidden', 'open']);
    expect(await names('?type=ALL')).toEqual([]);
    expect(await names('?type=x&search=open')).toEqual([]);
  });

  it('is searched in names and natural names, case-insensitively', async () => {
    await makeRoom(api, { roomName: 'teatime', naturalName: 'Ärger & Glück 100%' });
    await makeRoom(api, { roomName: 'a_b', naturalName: 'Tea for Two' });
    await makeRoom(api, { roomName: 'zoo' });
    const search = (text: string) => names(`?type=all&search=${encodeURIComponent(text)}`);
    expect(await search('TEA')).toEqual(['a_b', 'teatime']);
    expect(await search('tea f')).toEqual(['a_b']);
    expect(await search('äRGER')).toEqual(['teatime']);
    expect(await search('K 100%')).toEqual(['teatime']);
    expect(await search('_')).toEqual(['a_b']);
    expect(await search('%')).toEqual(['teatime']);
    expect(await search('@')).toEqual([]);
    expect(await search('ＺＯＯ')).toEqual(['zoo']);
    expect(await search('')).toEqual(['a_b', 'teatime', 'zoo']);
  });

  it('is streamed completely and in order', async () => {
    await api.database.sql(
      `insert into room (service, name, public_room)
       select 'conference', 'r' || lpad(n::text, 4, '0'), true from generate_series(1, 1203) n`,
    );
    const all = (await names('')) as string[];
    expect(all).toHaveLength(1203);
    expect(all).toEqual([...all].sort());
  });

  it('adds the people of groups on request', async () => {
    await createGroups(
      api,
      { name: 'ops', admins: ['zoe'], members: ['bob', 'far@other.example'] },
      { name: 'bad', members: ['eve'] },
    );
    await makeRoom(api, {
      roomName: 'den',
      publicRoom: true,
      members: ['bob', 'kim'],
      memberGroups: ['ops'],
      outcastGroups: ['bad'],
    });
    const expanded = {
      members: ['bob@example.org', 'far@other.example', 'kim@example.org', 'zoe@example.org'],
      memberGroups: ['ops'],
      outcasts: ['eve@example.org'],
      outcastGroups: ['bad'],
    };
    expect(await readRoom(api, 'den', '?expandGroups=TRUE')).toMatchObject(expanded);
    const { text } = await api.call('GET', '/chatrooms?expandGroups=true', 'json');
    expect(JSON.parse(text)).toMatchObject({ chatRooms: [expanded] });
    const plain = { members: ['bob@example.org', 'kim@example.org'], outcasts: [] };
    expect(await readRoom(api, 'den', '?expandGroups=1')).toMatchObject(plain);
    expect(await readRoom(api, 'den')).toMatchObject(plain);
  });

  it('gives each of many concurrent requests its own room', async () => {
    for (const roomName of ['a', 'b', 'c']) await makeRoom(api, { roomName, subject: roomName });
    const asked = ['a', 'b', 'c', 'a', 'nope', 'b'];
    const replies = await Promise.all(
      asked.map((name) => api.call('GET', `/chatrooms/${name}`, 'json')),
    );
    expect(
      replies.map(({ status, text }) => [
        status,
        (JSON.parse(text) as { subject?: string }).subject,
      ]),
    ).toEqual([
      [200, 'a'],
      [200, 'b'],
      [200, 'c'],
      [200, 'a'],
      [404, undefined],
      [200, 'b'],
    ]);
  });
});
