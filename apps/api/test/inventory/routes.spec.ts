import { readdirSync, readFileSync } from 'node:fs';
import { API_ROOT } from '../../src/http/api-root.js';
import { stored } from '../support/expectations.js';
import { TestApi } from '../support/test-api.js';

/** The endpoints of the contract; HEAD comes with each GET. */
const ENDPOINTS: Readonly<Record<string, string>> = {
  // core 3
  '/users': 'GET POST',
  '/users/:username': 'GET PUT PATCH DELETE',
  // core 4
  '/users/:username/groups': 'GET POST DELETE',
  '/users/:username/groups/:groupName': 'POST DELETE',
  '/lockouts/:username': 'GET PUT POST DELETE',
  // core 5
  '/users/:username/roster': 'GET POST PATCH',
  '/users/:username/roster/:jid': 'PUT DELETE',
  '/users/:username/vcard': 'GET PUT POST DELETE',
  // core 6
  '/groups': 'GET POST',
  '/groups/:groupName': 'GET PUT PATCH DELETE',
  // core 7
  '/system/properties': 'GET POST',
  '/system/properties/:key': 'GET PUT DELETE',
  '/system/statistics/sessions': 'GET',
  '/system/liveness': 'GET',
  '/system/liveness/deadlock': 'GET',
  '/system/liveness/properties': 'GET',
  '/system/readiness': 'GET',
  '/system/readiness/server': 'GET',
  '/system/readiness/cluster': 'GET',
  '/system/readiness/plugins': 'GET',
  '/system/readiness/connections': 'GET',
  '/system/readiness/connections/:type': 'GET',
  '/system/readiness/connections/:type/:encrypted': 'GET',
  // core 8
  '/sessions': 'GET',
  '/sessions/:username': 'GET DELETE',
  '/sessions/:username/:resource': 'DELETE',
  '/messages/users': 'POST',
  '/logs/security': 'GET',
  '/clustering/status': 'GET',
  '/clustering/nodes': 'GET',
  '/clustering/nodes/:nodeId': 'GET',
  '/archive/messages/unread/:jid': 'GET',
  '/openapi.json': 'GET',
  '/openapi.yaml': 'GET',
};

/** extensions */
const EXTENSIONS: Readonly<Record<string, string>> = {
  // E1.3
  '/groups/:groupName/members': 'GET',
  '/groups/:groupName/members/:jid': 'PUT DELETE',
  // E5.3
  // E6
  '/lockouts': 'GET',
  '/messages/users/:username': 'POST',
  '/messages/groups/:groupName': 'POST',
  '/messages/chatrooms/:roomName': 'POST',
  // E19
  '/chatrooms/:roomName/chathistory/retract': 'POST',
  // E24
  '/users/:username/role': 'GET PUT DELETE',
  '/users/:username/administrator': 'PUT DELETE',
  '/keys': 'GET POST',
  '/keys/:id': 'GET PATCH DELETE',
  '/keys/:id/rotate': 'POST',
  '/session': 'GET POST DELETE',
  // E14
  '/sign-in': 'GET POST',
  '/session/back-channel': 'POST',
  // E8
  '/events': 'GET',
  '/webhooks': 'GET POST',
  '/webhooks/:id': 'GET PATCH DELETE',
  '/webhooks/:id/rotate': 'POST',
  '/webhooks/:id/test': 'POST',
  '/webhooks/:id/deliveries': 'GET',
  '/webhooks/:id/replay': 'POST',
  // E18
  '/retention': 'GET POST',
  '/retention/:id': 'GET PATCH DELETE',
  '/holds': 'GET POST',
  '/holds/:id': 'GET PATCH DELETE',
  // E20
  '/reports': 'GET POST',
  '/reports/:id': 'GET PATCH',
  '/reports/:id/measures': 'POST',
  // E21
  '/files': 'GET',
  '/files/usage': 'GET',
  '/files/:id': 'GET DELETE',
  // E13
  '/directories': 'GET',
  '/directories/:name': 'GET PATCH',
  '/directories/:name/test': 'POST',
  '/directories/:name/runs': 'GET POST',
  '/directories/:name/runs/:id': 'GET',
  '/directories/:name/runs/:id/results': 'GET',
  '/directories/:name/runs/:id/confirm': 'POST',
  '/directories/:name/runs/:id/cancel': 'POST',
  // E7
  '/jobs': 'GET POST',
  '/jobs/:id': 'GET DELETE',
  '/jobs/:id/results': 'GET',
  '/jobs/:id/passwords': 'POST',
  '/jobs/:id/file': 'POST',
  '/jobs/:id/cancel': 'POST',
  // E12
  '/system/health': 'GET',
  '/system/overview': 'GET',
  // E23
  '/system/chatservers': 'GET',
  '/logs/security/anchors': 'GET',
  '/system/statistics/sessions/history': 'GET',
  '/users/:username/photo': 'GET',
  '/chatrooms/:roomName/chathistory/:id': 'DELETE',
};

// muc-and-legacy 2 to 9
const ROOMS: Readonly<Record<string, string>> = {
  '/chatservices': 'GET POST',
  '/chatservices/:serviceName': 'GET PATCH DELETE',
  '/chatrooms': 'GET POST',
  '/chatrooms/bulk': 'POST',
  '/chatrooms/:roomName': 'GET PUT PATCH DELETE',
  '/chatrooms/:roomName/participants': 'GET',
  '/chatrooms/:roomName/occupants': 'GET',
  '/chatrooms/:roomName/occupants/:nickname': 'PUT DELETE',
  '/chatrooms/:roomName/chathistory': 'GET DELETE',
  '/chatrooms/:roomName/invite': 'POST',
  '/chatrooms/:roomName/invite/:name': 'POST',
};

/** The documentation page, for which nobody needs credentials. Contract: extensions E9 */
const PAGES = ['/docs', '/docs/:file'].flatMap((path) =>
  ['GET', 'HEAD'].map((method) => `${method} ${API_ROOT}${path}`),
);

/** The files of the console with the way to it, and presence for pages, which are no part of the API. Contract: extensions E5.5, core 8.7 */
const OUTSIDE = ['/', '/console', '/console/*', '/plugins/presence/status'].flatMap((path) =>
  ['GET', 'HEAD'].map((method) => `${method} ${path}`),
);

/** Once for each affiliation, in the singular and in the plural. */
const AFFILIATIONS = ['owner', 'admin', 'member', 'outcast']
  .flatMap((word) => [word, `${word}s`].map((form) => `/chatrooms/:roomName/${form}`))
  .flatMap(
    (path) =>
      [
        [path, 'GET PUT POST'],
        [`${path}/:name`, 'POST DELETE'],
        [`${path}/group/:name`, 'POST DELETE'],
      ] as const,
  );

const WRITTEN = [
  ...Object.entries({ ...ENDPOINTS, ...ROOMS, ...EXTENSIONS }),
  ...AFFILIATIONS,
].flatMap(([path, methods]) => methods.split(' ').map((method) => ({ method, path })));
/** What needs no credentials, and leaves an entry of successes alone. Contract: extensions E14 */
const OPEN = ['GET /sign-in', 'HEAD /sign-in', 'POST /sign-in', 'POST /session/back-channel'];
const CHANGING = WRITTEN.filter(
  ({ method, path }) => method !== 'GET' && !OPEN.includes(`${method} ${path}`),
);

const OPEN_ROUTES = OPEN.map((route) => route.replace(' ', ` ${API_ROOT}`));

/** An address of the route that names existing resources. */
const addressed = (path: string): string =>
  path
    .replace(':username', 'ola')
    .replace(':groupName', 'Crew')
    .replace(':jid', 'cy@example.org')
    .replace(':key', 'site.banner')
    .replace(':type', 'SOCKET_C2S')
    .replace(':encrypted', 'true')
    .replace(':nodeId', 'here')
    .replace(':serviceName', 'conference')
    .replace(':roomName', 'tearoom')
    .replace(':name', 'ola');

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ failedLoginLimit: 0 });
  for (const [path, body] of [
    ['/users', { username: 'ola', password: 'p1-secret' }],
    ['/groups', { name: 'Crew', members: ['ola'] }],
    ['/users/ola/roster', { jid: 'cy@example.org' }],
    ['/system/properties', { key: 'site.banner', value: 'hello' }],
  ] as const) {
    expect((await api.call('POST', path, 'json', body)).status).toBe(201);
  }
  const vcard = '<vCard xmlns="vcard-temp"><FN>Ola</FN></vCard>';
  await api.call('PUT', '/users/ola/vcard', 'xml', vcard);
});
afterAll(() => api.stop());

it('the routes are exactly those listed here', () => {
  const written = WRITTEN.flatMap(({ method, path }) =>
    (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((one) => `${one} ${API_ROOT}${path}`),
  );
  expect([...api.app.routes.list()].sort()).toEqual([...written, ...PAGES, ...OUTSIDE].sort());
});

/** The table of extensions E5.2, the most specific lines first. */
const AREAS: readonly (readonly [RegExp, string])[] = [
  [/^.users.:username.groups|^.groups/, 'groups'],
  [/^.users.:username.(roster|vcard|photo)/, 'rosters'],
  [/^.users.:username.(role|administrator)/, 'admins'],
  [/^.users/, 'users'],
  [/^.lockouts/, 'lockouts'],
  [/^.chatrooms.:roomName.chathistory|^.archive/, 'history'],
  [/^.chatrooms.:roomName.(participants|occupants)|^.sessions/, 'sessions'],
  [/^.chatservices|^.chatrooms/, 'rooms'],
  [/^.messages/, 'messages'],
  [/^.system.properties/, 'properties'],
  [/^.system.(statistics|health$|chatservers$|liveness|readiness)|^.clustering/, 'server'],
  [/^.logs.security/, 'audit'],
  [/^.keys/, 'keys'],
  [/^.events/, 'events'],
  [/^.jobs/, 'jobs'],
  [/^.webhooks/, 'webhooks'],
  [/^.reports/, 'reports'],
  [/^.files/, 'files'],
  [/^.retention/, 'retention'],
  [/^.holds/, 'holds'],
  [/^.directories/, 'directories'],
];

const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  GET: ['read'],
  HEAD: ['read'],
  PATCH: ['read', 'write'],
};

it('every route needs the scope of its line in the contract; the descriptions, their page and sessions none, the overview one of several', () => {
  for (const [route, scopes] of api.app.routes.scopes()) {
    if (OUTSIDE.includes(route)) continue;
    const [method, pattern] = route.split(' ') as [string, string];
    const path = pattern.slice(API_ROOT.length);
    const area = AREAS.find(([paths]) => paths.test(path))?.[1];
    const actions = (area !== 'admins' && ACTIONS[method]) || ['write'];
    const needed =
      /^.(openapi\.|docs|session$|session.back-channel$|sign-in$|system.overview$)/.test(path)
        ? []
        : actions.map((action) => `${area}:${action}`);
    if (area === 'webhooks' && actions.includes('write')) needed.push('events:read');
    expect([route, scopes]).toEqual([route, needed]);
  }
});

it('every address stands in the contract', () => {
  const folder = new URL('../../../../docs/contract/', import.meta.url);
  const contract = readdirSync(folder)
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n');
  const written = contract.replaceAll(/\{\w+\}/g, '{}');
  const paths = Object.keys({ ...ENDPOINTS, ...ROOMS, ...EXTENSIONS });
  const missing = paths.filter((path) => !written.includes(path.replaceAll(/:\w+/g, '{}')));
  expect(missing).toEqual([]);
});

it('every route wants credentials and does nothing without them', async () => {
  await api.audited();
  const before = await stored(api);
  for (const route of api.app.routes
    .list()
    .filter((one) => ![...PAGES, ...OUTSIDE, ...OPEN_ROUTES].includes(one))) {
    const [method, pattern] = route.split(' ') as [string, string];
    for (const authorization of [null, '', 'wrong', 'Basic b2xhOnAxLXNlY3JldA==']) {
      const reply = await api.sendTo(method, addressed(pattern), { authorization });
      expect([route, authorization, reply.status]).toEqual([route, authorization, 401]);
      if (method !== 'HEAD') expect(reply.text).toContain('Authentication failed');
    }
  }
  expect(await stored(api)).toEqual(before);
  const signIns = (await api.audited()).map(({ username, summary }) => [username, summary]);
  expect(signIns).toEqual(Array(4).fill(['-', 'POST session']));
});

it.each(CHANGING)('$method $path leaves exactly one audit entry', async ({ method, path }) => {
  await api.audited();
  const address = addressed(path);
  const body = path.endsWith('/vcard') ? '<vCard xmlns="vcard-temp"/>' : '{}';
  const headers = {
    'Content-Type': path.endsWith('/vcard') ? 'application/xml' : 'application/json',
  };
  const reply = await api.send(method, address, { headers, body });
  expect(reply.status).toBeLessThan(500);
  const names = address
    .split('/')
    .filter((_part, index) => path.split('/')[index]!.startsWith(':'));
  expect(await api.audited()).toEqual([
    {
      // of a sign-in without a name nobody is to blame
      username: method === 'POST' && path === '/session' ? '-' : 'secret',
      summary: expect.stringMatching(
        new RegExp(`^${[`${method} [a-z][a-z ]*`, ...names].join('[ /]')}$`),
      ),
      details: expect.stringContaining(`object=${address}; outcome=${reply.status}; `),
    },
  ]);
});

it('no read-only route leaves an audit entry, but that of a report with its evidence', async () => {
  await api.audited();
  for (const { method, path } of WRITTEN.filter((one) => one.method === 'GET')) {
    if (path === '/reports/:id') continue;
    expect((await api.send(method, addressed(path))).status).toBeLessThan(500);
    await api.send('HEAD', addressed(path));
  }
  expect(await api.audited()).toEqual([]);
});
