import { openApiDocument } from '../../src/openapi/openapi-document.js';
import { unservedDirectories, waitingRun } from '../support/directories.js';
import type { UnservedDirectories } from '../support/directories.js';
import { doJob } from '../support/jobs.js';
import { makeKey, makeNamedKey, sendJson } from '../support/keys.js';
import { MERGE_PATCH } from '../support/patches.js';
import { createGroups, createRoom, createUsers, PASSWORD } from '../support/people.js';
import { TestApi } from '../support/test-api.js';
import type { Call } from '../support/test-api.js';

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly { readonly $ref: string }[];
  /** another server is another app */
  readonly servers?: readonly object[];
}

interface Sent {
  readonly body?: Call['body'];
  readonly type?: string;
  readonly query?: string;
}

const room = { naturalName: 'N', description: 'd' };

const HOLD = { name: 'Case 12', reason: 'x', persons: ['zoe'] };

/** What those operations are sent that need a body, or a query. */
const SENT: Readonly<Record<string, Sent>> = {
  createUser: { body: { username: 'new', password: PASSWORD } },
  patchUser: { body: '{"name":"Other"}', type: MERGE_PATCH },
  addUserToGroups: { body: { groupnames: ['Crew'] } },
  addRosterItem: { body: { jid: 'cy@example.org' } },
  patchRosterItems: { body: { rosterItem: [{ jid: 'dee@example.org' }] } },
  createVcard: { body: '<vCard xmlns="vcard-temp"><FN>Ola</FN></vCard>', type: 'text/xml' },
  createGroup: { body: { name: 'New', description: 'd' } },
  patchGroup: { body: '{"description":"other"}', type: MERGE_PATCH },
  createChatService: { body: { serviceName: 'made', description: 'd' } },
  patchChatService: { body: '{"description":"other"}', type: MERGE_PATCH },
  createRoom: { body: { roomName: 'new', ...room } },
  createRooms: { body: { chatRooms: [{ roomName: 'newer', ...room }] } },
  patchRoom: { body: '{"description":"other"}', type: MERGE_PATCH },
  actOnReport: { body: { note: 'Seen' } },
  retractRoomMessages: { body: { sender: 'zed@example.org' } },
  inviteToRoom: { body: { reason: 'x' } },
  inviteManyToRoom: { body: { jidsToInvite: ['zoe@example.org'], reason: 'x' } },
  setProperty: { body: { key: 'site.banner', value: 'x' } },
  sendMessageToUser: { body: { body: 'x' } },
  sendMessageToGroup: { body: { body: 'x' } },
  sendMessageToRoom: { body: { body: 'x' } },
  broadcastMessage: { body: { body: 'x' } },
  createKey: { body: { name: 'made', scopes: ['users:read'] } },
  patchKey: { body: '{"name":"other"}', type: MERGE_PATCH },
  signIn: { body: { username: 'admin', password: PASSWORD } },
  createJob: { body: 'username,password\npat,x', type: 'text/csv', query: '?type=users' },
  createWebhook: { body: { url: 'https://hooks.example.org/other', types: ['user.*'] } },
  patchWebhook: { body: '{"description":"other"}', type: MERGE_PATCH },
  createReport: { body: { accused: 'zoe@example.org' } },
  createRetentionRule: { body: { kind: 'chat', subject: 'user:zoe', days: 9 } },
  createHold: { body: HOLD },
  patchHold: { body: '{"name":"Case 13"}', type: MERGE_PATCH },
  patchRetentionRule: { body: '{"days":3}', type: MERGE_PATCH },
  patchDirectory: { body: '{"paused":true}', type: MERGE_PATCH },
  patchReport: { body: '{"note":"x"}', type: MERGE_PATCH },
  replayWebhook: { query: '?after=0' },
};

let api: TestApi;
let officer: string;
let directories: UnservedDirectories;
let operations: readonly (Described & { readonly method: string; readonly path: string })[];
/** What names in paths stand for, by the beginning of the path. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  directories = await unservedDirectories('main', 'other');
  const { database, file: directoriesFile } = directories;
  const settings = { webhookNetworks: ['127.0.0.0/8'], directoriesFile };
  api = await TestApi.start(settings, database);
  ids['directories'] = await waitingRun(database, 'main');
  const { paths } = openApiDocument(api.app.routes.described()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    ['post', 'patch'].flatMap((method) =>
      methods[method] && !methods[method].servers ? [{ ...methods[method], method, path }] : [],
    ),
  );
  await createUsers(api, 'ola', 'zoe');
  await createGroups(api, { name: 'Crew', members: ['zoe'] });
  await createRoom(api, 'tea', [{ who: 'admin@example.org', affiliation: 'owner' }]);
  ids['keys'] = (await makeKey(api, ['users:read'])).id;
  ids['jobs'] = (await doJob(api, 'type=users', 'username,password\nkim,x')).job.id;
  const hook = { url: 'https://hooks.example.org/chat', types: ['user.*'] };
  const webhook = await sendJson(api, 'POST', '/webhooks', hook);
  const report = await sendJson(api, 'POST', '/reports', { accused: 'eve@elsewhere.example' });
  ids['reports'] = (JSON.parse(report.text) as { readonly id: string }).id;
  const rule = { kind: 'chat', subject: 'user:ola', days: 9 };
  const retention = await sendJson(api, 'POST', '/retention', rule);
  ids['retention'] = (JSON.parse(retention.text) as { readonly id: string }).id;
  officer = (await makeNamedKey(api, ['holds:read', 'holds:write'])).bearer;
  const hold = await sendJson(api, 'POST', '/holds', HOLD, officer);
  ids['holds'] = (JSON.parse(hold.text) as { readonly id: string }).id;
  ids['webhooks'] = (JSON.parse(webhook.text) as { readonly id: string }).id;
});
afterAll(async () => {
  await api.stop();
  await directories.remove();
});

function namedBy(operationId: string, path: string): string {
  // that of the other one is not finished
  if (path.startsWith('/directories'))
    return operationId === 'createDirectoryRun' ? 'other' : 'main';
  return path.includes('/group/') ? 'Crew' : `one-${operationId.toLowerCase()}`;
}

/** Lists of people get somebody of their own, so that nobody changes the list. */
function callOf({ operationId, method, path }: (typeof operations)[number]) {
  const [, kind = '', , list = ''] = path.split('/');
  const plural = list.endsWith('s') ? list : `${list}s`;
  const isList = kind === 'chatrooms' && /^\/chatrooms\/\{roomName\}\/\w+$/.test(path);
  const people = { body: { [plural]: [`all-${operationId.toLowerCase()}@example.org`] } };
  const sent: Sent = SENT[operationId] ?? (isList ? people : {});
  const names: Readonly<Record<string, string>> = {
    username: 'ola',
    groupName: 'Crew',
    roomName: 'tea',
    serviceName: 'conference',
    name: namedBy(operationId, path),
    id: ids[kind] ?? '',
  };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name]!);
  const type = sent.body === undefined ? {} : { 'Content-Type': sent.type ?? 'application/json' };
  return (key: string) =>
    api.send(method.toUpperCase(), `${filled}${sent.query ?? ''}`, {
      headers: { Accept: '*/*', ...type, 'Idempotency-Key': key },
      body: sent.body,
      ...(kind === 'holds' && { authorization: officer }),
    });
}

const takesKey = ({ parameters = [] }: Described) =>
  parameters.some(({ $ref }) => $ref.endsWith('/header-Idempotency-Key'));

it('each POST and PATCH that takes a key is carried out with one, and answered again', async () => {
  const answers: [string, number, unknown, boolean][] = [];
  const keyed = operations.filter(takesKey);
  for (const operation of keyed) {
    const { operationId } = operation;
    const call = callOf(operation);
    const [first, again] = [await call(operationId), await call(operationId)];
    const { 'idempotency-replayed': replayed } = again.headers;
    const isSame = again.status === first.status && again.text === first.text;
    answers.push([operationId, Math.floor(first.status / 100), replayed, isSame]);
  }
  expect(answers).toEqual(keyed.map(({ operationId }) => [operationId, 2, 'true', true]));
  const vcard = await api.send('GET', '/users/ola/vcard', { headers: { Accept: '*/*' } });
  expect(vcard.text).toContain('<FN>Ola</FN>');
});

it('each of the others refuses one', async () => {
  const others = operations.filter((operation) => !takesKey(operation));
  const answers = [];
  for (const operation of others) {
    const { status, text } = await callOf(operation)('a');
    answers.push([operation.operationId, status, /is not supported at this address/.test(text)]);
  }
  expect(answers).toEqual(others.map(({ operationId }) => [operationId, 400, true]));
  expect(others).not.toEqual([]);
});
