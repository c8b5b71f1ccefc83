import {
  badArgument,
  expectDocument,
  expectDone,
  expectRefused,
  noGroup,
  noUser,
} from '../support/expectations.js';
import { createGroups, startOver } from '../support/people.js';
import { forms, TestApi, XML } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterEach(() => startOver(api));
afterAll(() => api.stop());

const MEMBERS = '/groups/Night%20shift/members';
const ola = `${MEMBERS}/ola@example.org`;

describe.each(forms)('members of a group as %s', (form) => {
  const member = (role: string) =>
    form === 'xml'
      ? `<groupMember><role>${role}</role></groupMember>`
      : JSON.stringify({ jid: 'ignored@example.org', role });
  const members = (...pairs: readonly (readonly [jid: string, role: string])[]) => {
    if (form === 'json')
      return JSON.stringify({ groupMembers: pairs.map(([jid, role]) => ({ jid, role })) });
    if (pairs.length === 0) return `${XML}<groupMembers/>`;
    const items = pairs.map(
      ([jid, role]) => `<groupMember><jid>${jid}</jid><role>${role}</role></groupMember>`,
    );
    return `${XML}<groupMembers>${items.join('')}</groupMembers>`;
  };
  const put = (path: string, body?: string) => api.call('PUT', path, form, body);
  const details = async () => (await api.audited()).map((entry) => entry.details);

  beforeEach(() => createGroups(api, { name: 'Night shift' }));

  it('are added, given another role, listed by JID and removed', async () => {
    await expectDocument(api, form, MEMBERS, members());
    await api.audited();
    const added = await put(ola);
    expect([added.status, added.text, added.headers['location']]).toEqual([
      201,
      '',
      '/plugins/restapi/v1/groups/Night%20shift/members/ola%40example.org',
    ]);
    expect(await details()).toEqual([
      expect.stringMatching(/; outcome=201; .*; added=member:ola@example.org$/),
    ]);
    await expectDone(api, form, ['PUT', ola, member('member')]);
    const changed = await put(ola, member(' Admin'));
    expect([changed.status, changed.headers['location']]).toEqual([200, undefined]);
    expect(await details()).toEqual([
      expect.stringMatching(
        /; outcome=200; .*; added=admin:ola@example.org; removed=member:ola@example.org$/,
      ),
    ]);
    expect((await put(`${MEMBERS}/Far@Other.example%2Fphone`, member('member'))).status).toBe(201);
    expect((await put(`${MEMBERS}/far@other.example`)).status).toBe(200);
    await expectDocument(
      api,
      form,
      MEMBERS,
      members(['far@other.example', 'member'], ['ola@example.org', 'admin']),
    );
    await expectDone(api, form, ['PUT', ola]);
    await expectDone(api, form, ['DELETE', `${MEMBERS}/OLA`]);
    await expectDocument(api, form, MEMBERS, members(['far@other.example', 'member']));
  });

  it('leads to the new one by its Location', async () => {
    const { headers } = await put(`${MEMBERS}/ola`);
    expect((await api.sendTo('PUT', String(headers['location']))).status).toBe(200);
  });

  it('are refused: role, then group, then JID', async () => {
    const path = (jid: string) => `${MEMBERS}/${jid}`;
    const noJid = badArgument('Cannot parse a member value as a JID: a b', 'Night shift');
    const role = (path: string, text: string) =>
      badArgument(`Invalid value for role: ${text}`, `/plugins/restapi/v1${path}`);
    const gone = '/groups/Gone/members';
    for (const [request, expected] of [
      [['GET', gone], noGroup('Gone')],
      [['PUT', `${gone}/a%20b`, member('Admins')], role(`${gone}/a%20b`, 'Admins')],
      [['PUT', ola, member('owner')], role(ola, 'owner')],
      [['PUT', `${gone}/a%20b`, member('admin')], noGroup('Gone')],
      [['PUT', path('a%20b'), member('admin')], noJid],
      [
        ['PUT', path('Rt%DE%BC')],
        badArgument(`Cannot parse a member value as a JID: Rt\u07bc`, 'Night shift'),
      ],
      [['DELETE', `${gone}/a%20b`], noGroup('Gone')],
      [['DELETE', path('a%20b')], noJid],
      [['DELETE', path('Ola')], noUser('Ola', 'Could not find group member')],
    ] as const) {
      await expectRefused(api, form, [...request] as [string, string, string?], expected);
    }
  });
});

it('of many who add the same one, one has created it', async () => {
  await createGroups(api, { name: 'Night shift' });
  const replies = await Promise.all(Array.from({ length: 12 }, () => api.call('PUT', ola, 'json')));
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array(11).fill(200), 201]);
});
