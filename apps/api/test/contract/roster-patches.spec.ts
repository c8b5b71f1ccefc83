import { rosterItemText, rosterText } from '../support/documents.js';
import type { RosterFields } from '../support/documents.js';
import { badArgument, expectDocument, expectDone, expectRefused } from '../support/expectations.js';
import { sharedGroup } from '../support/expectations.js';
import { createGroups, createUsers, startOver } from '../support/people.js';
import { forms, TestApi, XML } from '../support/test-api.js';

const ROSTER = '/users/ola/roster';
const ADDRESS = `/plugins/restapi/v1${ROSTER}`;
const bo = { jid: 'bo@example.org', nickname: 'Bo', subscriptionType: 3, groups: ['Pals'] };
const zoe = { jid: 'zoe@example.org', subscriptionType: 1, groups: ['a'] };

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
beforeEach(() => createUsers(api, 'ola', 'zoe'));
afterEach(() => startOver(api));
afterAll(() => api.stop());

describe.each(forms)('a roster as %s', (form) => {
  it('takes many contacts at once [CK-21]', async () => {
    const patch = (items: RosterFields[], query = '') =>
      ['PATCH', `${ROSTER}${query}`, rosterText(form, items)] as const;
    const expectCounts = async (request: ReturnType<typeof patch>, ...counts: number[]) => {
      const reply = await api.call(request[0], request[1], form, request[2]);
      const [inserts, updates] = counts;
      expect(reply).toMatchObject({
        status: 200,
        text: {
          xml: `${XML}<result><inserts>${inserts}</inserts><updates>${updates}</updates></result>`,
          json: `{"inserts":${inserts},"updates":${updates}}`,
        }[form],
      });
    };
    await createGroups(api, { name: 'Crew', shared: true });
    await expectDone(api, form, ['POST', ROSTER, rosterItemText(form, bo)]);
    await expectCounts(patch([{ ...zoe, nickname: 'x' }, { jid: bo.jid, groups: [] }, zoe]), 1, 1);
    const both = rosterText(form, [{ ...bo, groups: [] }, zoe]);
    await expectDocument(api, form, ROSTER, both);
    const read = (await api.call('GET', ROSTER, form)).text;
    await expectCounts(['PATCH', ROSTER, read], 0, 0);
    await expectCounts(patch([]), 0, 0);
    const two = (item: RosterFields) => patch([{ jid: bo.jid, nickname: 'B' }, item]);
    for (const [request, refused] of [
      [two({ nickname: 'x' }), badArgument('JID is null', 'JID')],
      [two({ jid: '@x' }), badArgument('Unable to parse value as jid: @x', '@x')],
      [
        two({ jid: bo.jid, subscriptionType: -1 }),
        badArgument('Invalid value for subscriptionType: -1', ADDRESS),
      ],
      [two({ jid: 'n@x', groups: ['Crew'] }), sharedGroup('Could not create roster item', 'n@x')],
      [patch([], '?mutual=ja'), badArgument('Invalid value for parameter mutual: ja', ADDRESS)],
    ] as const) {
      await expectRefused(api, form, request, refused);
    }
    await api.audited();
    await expectCounts(patch([{ jid: zoe.jid, subscriptionType: 1 }], '?mutual=true'), 0, 0);
    const lists = async () => (await api.call('GET', '/users/zoe/roster', form)).text;
    const own = { jid: 'ola@example.org', subscriptionType: 2, groups: [] };
    expect(await lists()).toBe(rosterText(form, [own]));
    expect((await api.audited())[0]!.details).toMatch(/; users=zoe$/);
    const change = rosterItemText(form, { subscriptionType: 3 });
    await expectDone(api, form, ['PUT', `${ROSTER}/zoe@example.org?mutual=TRUE`, change]);
    expect(await lists()).toBe(rosterText(form, [{ ...own, subscriptionType: 3 }]));
    await expectDone(api, form, ['DELETE', `${ROSTER}/zoe@example.org?mutual=true`]);
    expect(await lists()).toBe(rosterText(form, []));
    await expectDone(api, form, ['POST', `${ROSTER}?mutual=true`, rosterItemText(form, zoe)]);
    expect(await lists()).toBe(rosterText(form, [own]));
    const told = await api.database.sql(`
      select distinct object from (
        select type, object from event union all select type, object from event_outbox) told
      where type = 'roster.updated' order by object`);
    expect(told).toEqual([{ object: '/users/ola/roster' }, { object: '/users/zoe/roster' }]);
  });
});

it('many contacts at once are no merge patch, and at most 10,000', async () => {
  const headers = { 'Content-Type': 'application/merge-patch+json' };
  const reply = await api.send('PATCH', ROSTER, { headers, body: '{"rosterItem":[]}' });
  expect(reply.status).toBe(415);
  expect(reply.headers).not.toHaveProperty('accept-patch');
  expect((await api.send('OPTIONS', ROSTER)).headers).not.toHaveProperty('accept-patch');
  const many = (count: number) =>
    rosterText(
      'json',
      Array.from({ length: count }, (_, index) => ({ jid: `p${index}@x` })),
    );
  const counts = async (body: string) => (await api.call('PATCH', ROSTER, 'json', body)).text;
  expect(await counts(many(10_000))).toBe('{"inserts":10000,"updates":0}');
  expect(await counts(many(10_000))).toBe('{"inserts":0,"updates":0}');
  expect((await api.call('PATCH', ROSTER, 'json', many(10_001))).status).toBe(413);
});
