import type { LiveOccupant } from '@chat-admin/domain/chat-server/live-room';
import { ChatServerSpy } from '../support/chat-server-spy.js';
import { expectDocument, expectError, refusal } from '../support/expectations.js';
import { clearRooms, makeRoom, noRoom, noService } from '../support/room-documents.js';
import { forms, TestApi, XML } from '../support/test-api.js';

const ann: LiveOccupant = {
  nickname: 'Ann',
  jid: 'ann@example.org/laptop',
  role: 'moderator',
  affiliation: 'owner',
};
const bob: LiveOccupant = {
  nickname: 'Bob <1>',
  jid: 'bob@example.org/x',
  role: 'participant',
  affiliation: 'member',
};
const eve: LiveOccupant = {
  nickname: 'E',
  jid: 'e@far.example/y',
  role: 'visitor',
  affiliation: 'none',
};

const texts = {
  xml: {
    participants: `${XML}<participants><participant><affiliation>member</affiliation><jid>den@conference.example.org/Bob &lt;1&gt;</jid><role>participant</role></participant></participants>`,
    occupants: `${XML}<occupants><occupant><affiliation>owner</affiliation><jid>den@conference.example.org/Ann</jid><role>moderator</role><userAddress>ann@example.org/laptop</userAddress></occupant><occupant><affiliation>none</affiliation><jid>den@conference.example.org/E</jid><role>visitor</role><userAddress>e@far.example/y</userAddress></occupant><occupant><affiliation>member</affiliation><jid>den@conference.example.org/Bob &lt;1&gt;</jid><role>participant</role><userAddress>bob@example.org/x</userAddress></occupant></occupants>`,
    empty: [`${XML}<participants/>`, `${XML}<occupants/>`],
  },
  json: {
    participants:
      '{"participants":[{"jid":"den@conference.example.org/Bob <1>","role":"participant","affiliation":"member"}]}',
    occupants:
      '{"occupants":[{"jid":"den@conference.example.org/Ann","userAddress":"ann@example.org/laptop","role":"moderator","affiliation":"owner"},{"jid":"den@conference.example.org/E","userAddress":"e@far.example/y","role":"visitor","affiliation":"none"},{"jid":"den@conference.example.org/Bob <1>","userAddress":"bob@example.org/x","role":"participant","affiliation":"member"}]}',
    empty: ['{"participants":[]}', '{"occupants":[]}'],
  },
};

const chatServer = new ChatServerSpy();
let api: TestApi;
beforeAll(async () => (api = await TestApi.start({}, undefined, { chatServer })));
beforeEach(() => makeRoom(api, { roomName: 'den' }));
afterEach(() => clearRooms(api));
afterAll(() => api.stop());

describe.each(forms)('people in a room as %s', (form) => {
  const path = (kind: string, room = 'den') => `/chatrooms/${room}/${kind}`;

  it('are listed in order of joining', async () => {
    chatServer.present = [ann, eve, bob];
    await expectDocument(api, form, path('participants', 'DEN'), texts[form].participants);
    await expectDocument(api, form, path('occupants'), texts[form].occupants);
  });

  it('may be empty', async () => {
    chatServer.present = [];
    await expectDocument(api, form, path('participants'), texts[form].empty[0]!);
    await expectDocument(api, form, path('occupants'), texts[form].empty[1]!);
  });

  it.each(['participants', 'occupants'])(
    '%s need room, chat server and credentials',
    async (kind) => {
      chatServer.away = true;
      expectError(await api.call('GET', path(kind, 'X'), form), form, noRoom('x'));
      const elsewhere = await api.call('GET', `${path(kind)}?servicename=No`, form);
      expectError(elsewhere, form, noService('No'));
      const away = refusal(503, 'ServiceUnavailableException');
      expectError(
        await api.call('GET', path(kind), form),
        form,
        away('The chat server cannot be reached', `/plugins/restapi/v1${path(kind)}`),
      );
      chatServer.away = false;
      expect((await api.send('GET', path(kind), { authorization: null })).status).toBe(401);
      expect((await api.call('DELETE', path(kind), form)).status).toBe(405);
    },
  );
});

it('without a chat server no room has occupants', async () => {
  const alone = await TestApi.start({}, api.database);
  expect((await alone.call('GET', '/chatrooms/den/occupants', 'json')).text).toBe(
    '{"occupants":[]}',
  );
  await alone.close();
});
