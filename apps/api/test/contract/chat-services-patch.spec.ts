import { ChatServerSpy } from '../support/chat-server-spy.js';
import { badArgument, expectError, stored } from '../support/expectations.js';
import type { Refusal } from '../support/expectations.js';
import { clearRooms, noService } from '../support/room-documents.js';
import { API_ROOT } from '../../src/http/api-root.js';
import { TestApi } from '../support/test-api.js';
import type { Reply } from '../support/test-api.js';

const MERGE_PATCH = 'application/merge-patch+json';
const staff = { serviceName: 'staff', description: 'Back office', hidden: true };
const whole = { ...staff, historyMaxNumber: 25 };
const chatServer = new ChatServerSpy();
let api: TestApi;
beforeAll(async () => (api = await TestApi.start({}, undefined, { chatServer })));
beforeEach(async () => {
  await api.call('POST', '/chatservices', 'json', staff);
  chatServer.heard();
  await api.audited();
});
afterEach(() => clearRooms(api));
afterAll(() => api.stop());

const patch = (body: unknown, path = '/chatservices/staff', headers: object = {}): Promise<Reply> =>
  api.send('PATCH', path, {
    headers: { Accept: 'application/json', 'Content-Type': MERGE_PATCH, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const read = async () => api.call('GET', '/chatservices/staff', 'json');

async function expectRefused(reply: Promise<Reply>, expected: Refusal): Promise<void> {
  const before = await stored(api);
  expectError(await reply, 'json', expected);
  expect(await stored(api)).toEqual(before);
  expect(chatServer.heard()).toEqual([]);
  expect((await api.audited()).map(({ details }) => details)).toEqual([
    expect.stringContaining(`outcome=${expected.status}; exception=${expected.exception}; `),
  ]);
}

it('a name with the domain is that of the service (CK-8)', async () => {
  const path = '/chatservices/staff.example.org';
  const reply = await patch({ serviceName: 'Staff.example.org', hidden: false }, path);
  expect([reply.status, JSON.parse(reply.text)]).toEqual([200, { ...whole, hidden: false }]);
  const tagged = await patch({ hidden: true }, path, { 'If-Match': reply.headers.etag });
  expect(tagged.status).toBe(200);
});

it.each([
  ['description', { description: 'Front office' }],
  ['hidden', { hidden: false }],
  ['hidden', { hidden: 'FALSE' }],
  ['historyMaxNumber', { historyMaxNumber: 0 }],
  ['historyMaxNumber', { historyMaxNumber: 1000 }],
])('%s alone is changed, all else stays: %j', async (field, change) => {
  const reply = await patch({ ...change, serviceName: 'STAFF' });
  const value = Object.values(change)[0] === 'FALSE' ? false : Object.values(change)[0];
  const expected = { ...whole, [field]: value };
  expect([reply.status, JSON.parse(reply.text)]).toEqual([200, expected]);
  const now = await read();
  expect([now.text, now.headers.etag]).toEqual([reply.text, reply.headers.etag]);
  expect(chatServer.heard()).toEqual(['services']);
  expect(await api.audited()).toEqual([
    {
      username: 'secret',
      summary: 'PATCH chat service staff',
      details: expect.stringMatching(new RegExp(`; outcome=200; .*; changed=${field}$`)),
    },
  ]);
});

it('null is the default', async () => {
  await patch({ historyMaxNumber: 7 });
  const reply = await patch({ description: null, hidden: null, historyMaxNumber: null });
  const { description, hidden } = { description: 'Public Chatrooms', hidden: false };
  expect(JSON.parse(reply.text)).toEqual({ ...whole, description, hidden });
});

it.each([{}, whole])('what is so already changes nothing: %j', async (same) => {
  const before = await stored(api);
  const reply = await patch(same);
  expect([reply.status, JSON.parse(reply.text)]).toEqual([200, whole]);
  expect(await stored(api)).toEqual(before);
  expect(chatServer.heard()).toEqual([]);
  expect((await api.audited()).map(({ details }) => details)).toEqual([
    expect.stringMatching(/; outcome=200; request=[^;]+; address=127\.0\.0\.1$/),
  ]);
});

it('the answer is negotiated', async () => {
  const reply = await patch({ hidden: false }, undefined, { Accept: 'application/xml' });
  expect(reply.headers['content-type']).toBe('application/xml');
  expect(reply.text).toContain('<hidden>false</hidden><historyMaxNumber>25</historyMaxNumber>');
});

it('parallel patches of different fields all survive', async () => {
  const changes = [{ description: 'Both' }, { hidden: false }, { historyMaxNumber: 3 }];
  const replies = await Promise.all(Array.from({ length: 30 }, (_, n) => patch(changes[n % 3])));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(JSON.parse((await read()).text)).toEqual({
    ...{ serviceName: 'staff', description: 'Both', hidden: false, historyMaxNumber: 3 },
  });
});

const PATH = `${API_ROOT}/chatservices/staff`;
const UNREADABLE = 'Could not read the request body: a merge patch is a JSON object';

it.each(['', 'null', '[]', '"x"', '1'])('%j is no merge patch', async (body) => {
  await expectRefused(patch(body), badArgument(UNREADABLE, PATH));
});

it.each([
  [{ name: 'x' }, 'Unknown member: name'],
  [{ description: 'x', toString: 1 }, 'Unknown member: toString'],
  [{ hidden: 'perhaps' }, 'Invalid value for hidden: perhaps'],
  [{ historyMaxNumber: 'many' }, 'Invalid value for historyMaxNumber: many'],
  [{ historyMaxNumber: -1 }, 'Invalid value for historyMaxNumber: -1'],
  [{ historyMaxNumber: 1001 }, 'Invalid value for historyMaxNumber: 1001'],
  [{ description: 'x'.repeat(256) }, 'Invalid value for description: longer than 255 characters'],
])('refuses a member: %s', async (body, message) => {
  await expectRefused(patch(body), badArgument(message, PATH));
});

it.each([{ serviceName: 'other' }, { serviceName: null }, { serviceName: 'a b' }])(
  'refuses another name: %j',
  async (body) => {
    await expectRefused(patch(body), badArgument('Could not update the chat service', 'staff'));
  },
);

it('a service that does not exist is 404, after what is wrong with the body alone', async () => {
  await expectRefused(patch({}, '/chatservices/NoSuch'), noService('NoSuch'));
  const path = '/chatservices/none';
  const unknown = badArgument('Unknown member: x', `${API_ROOT}${path}`);
  await expectRefused(patch({ x: 1 }, path), unknown);
});

it.each(['application/xml', 'text/plain', 'application/json-patch+json', '', undefined])(
  'the type %p is 415, and the right ones are named',
  async (type) => {
    const headers = type === undefined ? {} : { 'Content-Type': type };
    for (const body of ['{}', undefined]) {
      const reply = await api.send('PATCH', '/chatservices/staff', { headers, body });
      expect([reply.status, reply.headers['accept-patch']]).toEqual([
        415,
        `${MERGE_PATCH}, application/json`,
      ]);
    }
  },
);

it('OPTIONS names the type where PATCH is allowed, errors are JSON', async () => {
  const { headers } = await api.send('OPTIONS', '/chatservices/staff');
  expect(headers['accept-patch']).toBe(`${MERGE_PATCH}, application/json`);
  expect((await api.send('OPTIONS', '/chatservices')).headers).not.toHaveProperty('accept-patch');
  const refused = await api.send('PATCH', '/chatservices/staff', {
    ...{ headers: { 'Content-Type': `${MERGE_PATCH}; charset=utf-8` }, body: '[]' },
  });
  expect([refused.status, refused.headers['content-type']]).toEqual([400, 'application/json']);
});
