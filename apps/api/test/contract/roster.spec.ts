import { rosterItemText, rosterText } from '../support/documents.js';
import type { RosterFields } from '../support/documents.js';
import { badArgument, expectDocument, expectDone, expectRefused } from '../support/expectations.js';
import { noUser, refusal } from '../support/expectations.js';
import { createGroups, createUsers, startOver } from '../support/people.js';
import { forms, TestApi, XML } from '../support/test-api.js';

const CREATE = 'Could not create roster item';
const UPDATE = 'Could not update the roster';
const exists = refusal(409, 'UserAlreadyExistsException')(CREATE, '');
const noItem = (jid: string) =>
  refusal(404, 'RosterItemNotFound')('Roster Item could not deleted', jid);
const noJid = (value: string) => badArgument(`Unable to parse value as jid: ${value}`, value);
const badType = (value: number | string, path: string) =>
  badArgument(`Invalid value for subscriptionType: ${value}`, `/plugins/restapi/v1${path}`);

const ROSTER = '/users/ola/roster';
const NO_JIDS = ['@example.org', 'bo@', 'bo@example.org/', 'b o@example.org', 'a@b@c', '<@x'];

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
beforeEach(() => createUsers(api, 'ola'));
afterEach(() => startOver(api));
afterAll(() => api.stop());

const samples = {
  xml: `${XML}<roster><rosterItem><jid>bo@example.org</jid><nickname>Bo</nickname><subscriptionType>3</subscriptionType><groups><group>Pals</group><group>Work</group></groups></rosterItem><rosterItem><jid>kim@example.org</jid><subscriptionType>0</subscriptionType><groups/></rosterItem></roster>`,
  json: '{"rosterItem":[{"jid":"bo@example.org","nickname":"Bo","subscriptionType":3,"groups":["Pals","Work"]},{"jid":"kim@example.org","subscriptionType":0,"groups":[]}]}',
};
const empty = { xml: `${XML}<roster/>`, json: '{"rosterItem":[]}' };

describe.each(forms)('a roster as %s', (form) => {
  const post = (fields: RosterFields) => ['POST', ROSTER, rosterItemText(form, fields)] as const;
  const put = (jid: string, fields: RosterFields) =>
    ['PUT', `${ROSTER}/${jid}`, rosterItemText(form, fields)] as const;
  const remove = (jid: string) => ['DELETE', `${ROSTER}/${jid}`] as const;
  const expectRoster = (...items: RosterFields[]) =>
    expectDocument(api, form, ROSTER, rosterText(form, items));
  const bo = { jid: 'bo@example.org', nickname: 'Bo', subscriptionType: 3, groups: ['Pals'] };

  it('is initially empty, and written as in the contract', async () => {
    await expectDocument(api, form, '/users/OLA/roster', empty[form]);
    await expectDone(api, form, post({ jid: 'kim@example.org' }));
    await expectDone(api, form, post({ ...bo, groups: ['Work', 'Pals', 'Work'] }));
    await expectDocument(api, form, '/users/OLA/roster/', samples[form]);
  });

  it('needs an existing user', async () => {
    for (const name of ['ghost', 'GHOST', 'ola@far.example', 'o la']) {
      const path = `/users/${encodeURIComponent(name)}/roster`;
      const bad = rosterItemText(form, { subscriptionType: 7 });
      for (const request of [
        ['GET', path],
        ['POST', path, bad],
        ['PUT', `${path}/@`, bad],
        ['DELETE', `${path}/@`],
      ] as const) {
        await expectRefused(api, form, request, noUser(name));
      }
    }
  });

  it('accepts bare, prepared JIDs of any domain', async () => {
    const sent = [' BO@Example.org ', 'far@other.example/phone', 'Conference.example.org', 'é@x'];
    for (const jid of sent) await expectDone(api, form, post({ jid }));
    const none = { subscriptionType: 0, groups: [] };
    await expectRoster(
      { jid: 'bo@example.org', ...none },
      { jid: 'conference.example.org', ...none },
      { jid: 'far@other.example', ...none },
      { jid: 'é@x', ...none },
    );
  });

  it('accepts every subscription; -1 stores nothing', async () => {
    for (const type of [-1, 0, 1, 2, 3]) {
      const jid = `s${type}@x`;
      await expectDone(api, form, post({ jid, nickname: '', subscriptionType: type }));
    }
    await expectRoster(
      ...[0, 1, 2, 3].map((type) => ({ jid: `s${type}@x`, subscriptionType: type, groups: [] })),
    );
  });

  it('needs the JID of a contact', async () => {
    const refused = badArgument('JID is null', 'JID');
    for (const jid of [{}, { jid: '' }, { jid: ' ' }]) {
      await expectRefused(api, form, post({ ...jid, subscriptionType: 7 }), refused);
    }
    for (const body of form === 'json' ? ['', 'null', '{}', '{"jid":null}'] : []) {
      await expectRefused(api, form, ['POST', ROSTER, body], refused);
    }
  });

  it('refuses an invalid JID, before the subscription', async () => {
    await expectDone(api, form, post(bo));
    for (const jid of NO_JIDS) {
      await expectRefused(api, form, post({ jid, subscriptionType: 7 }), noJid(jid));
      const path = encodeURIComponent(jid);
      await expectRefused(api, form, put(path, { subscriptionType: 7 }), noJid(jid));
      await expectRefused(api, form, remove(path), noJid(jid));
    }
  });

  it('refuses other subscriptions, before the contact is looked up', async () => {
    await expectDone(api, form, post(bo));
    for (const subscriptionType of [-2, 4, 2147483647]) {
      for (const jid of ['bo@example.org', 'new@example.org']) {
        await expectRefused(
          api,
          form,
          post({ jid, subscriptionType }),
          badType(subscriptionType, ROSTER),
        );
        await expectRefused(
          api,
          form,
          put(jid, { nickname: 'x', subscriptionType }),
          badType(subscriptionType, `${ROSTER}/${jid}`),
        );
      }
    }
    for (const subscriptionType of ['ask', '5.7', '2147483648']) {
      await expectRefused(api, form, post({ subscriptionType }), badType(subscriptionType, ROSTER));
    }
  });

  it('has each contact once', async () => {
    await createGroups(api, { name: 'Crew', shared: true });
    await expectDone(api, form, post(bo));
    for (const jid of ['bo@example.org', 'BO@EXAMPLE.ORG', 'bo@example.org/phone']) {
      await expectRefused(api, form, post({ jid, groups: ['Crew'] }), exists);
      await expectRefused(api, form, post({ jid, subscriptionType: -1 }), exists);
    }
  });

  it('keeps what a change omits', async () => {
    await expectDone(api, form, post(bo));
    for (const path of ['bo@example.org', 'BO@Example.org', 'bo%40example.org%2Fphone']) {
      await expectDone(api, form, put(path, {}));
      await expectDone(api, form, put(path, { jid: 'other@example.org' }));
      await expectRoster(bo);
    }
    await expectDone(api, form, put('bo@example.org', { nickname: ' B ' }));
    await expectRoster({ ...bo, nickname: ' B ' });
    await expectDone(api, form, put('bo@example.org', { subscriptionType: 1 }));
    await expectDone(api, form, put('bo@example.org', { groups: ['b', 'B', 'a', 'b'] }));
    await expectRoster({ ...bo, nickname: ' B ', subscriptionType: 1, groups: ['B', 'a', 'b'] });
    await expectDone(api, form, put('bo@example.org', { nickname: '', groups: [] }));
    await expectRoster({ jid: bo.jid, subscriptionType: 1, groups: [] });
  });

  it('loses a contact by DELETE or by subscription -1, and others stay', async () => {
    for (const jid of ['bo@example.org', 'kim@example.org', 'zoe@example.org']) {
      await expectDone(api, form, post({ jid }));
    }
    await expectDone(api, form, put('KIM@example.org', { subscriptionType: -1, nickname: 'x' }));
    await expectDone(api, form, remove('Bo@Example.org%2Fphone'));
    await expectRoster({ jid: 'zoe@example.org', subscriptionType: 0, groups: [] });
    const again = remove('Bo@Example.org%2Fphone');
    await expectRefused(api, form, again, noItem('bo@example.org'));
  });

  it('lacks the contact to change or remove', async () => {
    await expectDone(api, form, post(bo));
    for (const [path, jid] of [
      ['Kim@example.org', 'Kim@example.org'],
      ['kim@example.org%2Fp', 'kim@example.org/p'],
      ['bo', 'bo'],
    ] as const) {
      const change = put(path, { subscriptionType: -1 });
      await expectRefused(api, form, change, noUser(jid, UPDATE));
      await expectRefused(api, form, remove(path), noItem(jid.toLowerCase().replace('/p', '')));
    }
  });
});

describe('spellings of a roster entry', () => {
  it.each([
    '{"jid":"bo@x","groups":["A","B"]}',
    '{"jid":"bo@x","groups":{"group":["A","B"]}}',
    '{"jid":"bo@x","groups":[{"group":"A"},"B",null]}',
    '{"jid":"bo@x","groups":["A","B"],"subscriptionType":"0","nickname":null,"more":{}}',
    '{"jid":"bo@x","groups":["A","B"],"subscriptionType":null,"nickname":false}',
    '{"jid":"bo@x","groups":["A","B"],"subscriptionType":""}',
    '{"jid":"bo@x","groups":["A","B"],"subscription":"none","subscriptionType":null}',
  ])('%s', async (body) => {
    await expectDone(api, 'json', ['POST', ROSTER, body]);
    const entry = { jid: 'bo@x', subscriptionType: 0, groups: ['A', 'B'] };
    await expectDocument(api, 'json', ROSTER, rosterText('json', [entry]));
  });

  it.each(['{"group":"A"}', '"A"', '[{"group":["A"]}]'])('groups as %s', async (groups) => {
    await expectDone(api, 'json', ['POST', ROSTER, `{"jid":"bo@x","groups":${groups}}`]);
    const entry = { jid: 'bo@x', subscriptionType: 0, groups: ['A'] };
    await expectDocument(api, 'json', ROSTER, rosterText('json', [entry]));
  });

  it.each([
    ['json', '{"jid":"bo@x","name":"Bo","subscription":"Both"}'],
    [
      'json',
      '{"jid":"bo@x","name":"x","nickname":"Bo","subscription":1,"subscriptionType":"both"}',
    ],
    [
      'xml',
      '<rosterItem><jid>bo@x</jid><name>Bo</name><subscription> BOTH </subscription></rosterItem>',
    ],
  ] as const)('older names, as %s: %s [CK-3]', async (form, body) => {
    await expectDone(api, form, ['POST', ROSTER, body]);
    const entry = { jid: 'bo@x', nickname: 'Bo', subscriptionType: 3, groups: [] };
    await expectDocument(api, form, ROSTER, rosterText(form, [entry]));
    await expectDone(api, form, ['PUT', `${ROSTER}/bo@x`, body.replaceAll('Bo"', 'Bob"')]);
    const remove = form === 'json' ? '{"subscription":"remove"}' : body.replace('BOTH', 'remove');
    await expectDone(api, form, ['PUT', `${ROSTER}/bo@x`, remove]);
    await expectDocument(api, form, ROSTER, empty[form]);
  });

  it('XML with blanks around JID and number', async () => {
    const body =
      '<rosterItem><jid>\n bo@x \n</jid><subscriptionType> 2 </subscriptionType><groups/></rosterItem>';
    await expectDone(api, 'xml', ['POST', ROSTER, body]);
    const entry = { jid: 'bo@x', subscriptionType: 2, groups: [] };
    await expectDocument(api, 'xml', ROSTER, rosterText('xml', [entry]));
  });
});

it.each(['', 'null'])(
  'a change without object (%j) is refused, after the path JID',
  async (body) => {
    await api.call('POST', ROSTER, 'json', { jid: 'bo@x' });
    for (const [path, jid] of [
      ['BO@x%2Fp', 'BO@x/p'],
      ['new@x', 'new@x'],
    ] as const) {
      const request = ['PUT', `${ROSTER}/${path}`, body] as const;
      await expectRefused(api, 'json', request, badArgument(UPDATE, jid));
    }
    await expectRefused(api, 'json', ['PUT', `${ROSTER}/@x`, body], noJid('@x'));
  },
);

it('a single entry cannot be read or posted to', async () => {
  for (const method of ['GET', 'POST']) {
    const reply = await api.call(method, `${ROSTER}/bo@x`, 'json');
    expect(reply.status).toBe(405);
    expect(reply.headers.allow).toBe('PUT, DELETE, OPTIONS');
  }
});
