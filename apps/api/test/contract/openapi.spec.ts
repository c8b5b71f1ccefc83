import { readFileSync } from 'node:fs';
import { ERROR_CODES } from '@chat-admin/codecs/errors/error-answers';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import type { RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { parse } from 'yaml';
import { DescribedAnswers } from '../support/described-answers.js';
import { DescribedRequests } from '../support/described-requests.js';
import { TestApi } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => (api = await TestApi.start()));
afterAll(() => api.stop());

type Description = {
  openapi: string;
  servers: object[];
  components: { schemas: Record<string, unknown> };
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        responses: Record<string, unknown>;
        'x-scope': readonly string[];
      }
    >
  >;
};

it('describes all routes but pages, and nothing else, in JSON and in YAML', async () => {
  const json = await api.send('GET', '/openapi.json', { headers: { Accept: 'text/html' } });
  const yaml = await api.send('GET', '/openapi.yaml', { headers: { Accept: 'application/json' } });
  expect(json.headers['content-type']).toBe('application/json');
  expect(yaml.headers['content-type']).toBe('application/yaml');
  const description = JSON.parse(json.text) as Description;
  expect(parse(yaml.text)).toEqual(description);
  // CM-12: no reader takes a time for anything but text
  expect(yaml.text).not.toMatch(/: \d{4}-\d\d-\d\dT/);
  expect(description.openapi).toBe('3.1.0');
  // without API_PUBLIC_URL
  expect(description.servers).toEqual([{ url: '../v1' }]);
  const { '/userservice': userService, ...paths } = description.paths;
  expect(Object.keys(userService!)).toEqual(['get', 'post']);
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const pages = api.app.routes.pages();
  const routes = api.app.routes
    .list()
    .filter((route) => !route.startsWith('HEAD '))
    .filter((route) => !pages.has(route))
    .map((route) => route.replace('/plugins/restapi/v1', '').replaceAll(/:(\w+)/g, '{$1}'));
  expect(described.sort()).toEqual([...routes].sort());
});

it('describes documents by their declarations, and the status of a success', async () => {
  const { text } = await api.send('GET', '/openapi.json');
  const { paths, components } = JSON.parse(text) as Description;
  expect(components.schemas['User']).toMatchObject({
    required: ['username', 'name', 'properties'],
  });
  expect(components.schemas['UserBody']).toMatchObject({
    properties: { password: { writeOnly: true } },
  });
  expect(paths['/users']!['post']).toMatchObject({
    requestBody: {
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/UserBodyOrUsersBody' },
        },
      },
    },
    responses: { 201: {}, 401: { $ref: '#/components/responses/Unauthorized' }, 409: {} },
  });
  expect(Object.keys(paths['/users/{username}/vcard']!['post']!.responses)).toEqual([
    ...['200', '400', '401', '403', '404', '406', '408', '409', '412', '413', '415', '422', '429'],
    ...['500', '503'],
  ]);
  expect(paths['/users']!['get']).toMatchObject({
    parameters: [
      ...['query-search', 'query-propertyKey', 'query-propertyValue'],
      ...['list-limit', 'list-after', 'list-total', 'listUsers-sort', 'listUsers-fields'],
      ...['text', 'locked', 'online', 'neverSeen', 'createdFrom', 'createdTo'].map(own),
      ...['lastSeenFrom', 'lastSeenTo', 'group', 'username', 'role', 'managedBy'].map(own),
    ].map((name) => ({ $ref: `#/components/parameters/${name}` })),
  });
});

const own = (name: string) => `listUsers-${name}`;

it('has no fault, and nothing that linters warn of', async () => {
  const { text } = await api.send('GET', '/openapi.json');
  const config = await createConfig({ extends: ['recommended'] });
  const lint = (source: string) => lintFromString({ source, absoluteRef: 'openapi.json', config });
  expect(await lint(text.replaceAll('"operationId"', '"id"'))).not.toEqual([]);
  const problems = await lint(text);
  expect(
    problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
  ).toEqual([]);
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [rulesets.oas as RulesetDefinition] });
  const found = await linter.run(text);
  expect(found.map(({ code, message, path }) => [code, message, path.join(' ')])).toEqual([]);
});

it('says what each member of a document means', async () => {
  const { components } = JSON.parse((await api.send('GET', '/openapi.json')).text) as Description;
  const silent = Object.entries(components.schemas).flatMap(([name, schema]) => {
    const { properties = {}, description } = schema as {
      properties?: Record<string, { description?: string; $ref?: string }>;
      description?: string;
    };
    expect(description).toBeTruthy();
    // what stands elsewhere says there what it means
    const members = Object.entries(properties).filter(
      ([, { description, $ref }]) =>
        !description && !$ref?.startsWith('#/components/schemas/Event'),
    );
    return members.map(([member]) => `${name}.${member}`);
  });
  expect(silent).toEqual([]);
});

it('lists what each operation is refused with by itself, and once what all are', async () => {
  const { paths, components } = JSON.parse((await api.send('GET', '/openapi.json')).text) as {
    paths: Record<string, Record<string, WithContent & { operationId: string }>>;
    components: {
      examples: Record<string, { summary: string }>;
      responses: Record<string, WithContent['responses'][string]>;
    };
  };
  const examplesOf = (path: string, method: string, status: string) => {
    const { $ref } = paths[path]![method]!.responses[status] as unknown as { $ref: string };
    const content = components.responses[$ref.split('/').at(-1)!]!.content!['application/json']!;
    return Object.values(content.examples as Record<string, { $ref: string }>).map(
      ({ $ref }) => components.examples[$ref.split('/').at(-1)!]!.summary,
    );
  };
  expect(examplesOf('/users/{username}', 'get', '404')).toEqual(['Could not get user']);
  expect(components.responses['NotFoundOfGetUser']!.description).toContain('code of NotFound');
  expect(examplesOf('/sessions/{username}', 'get', '404')).toEqual([
    'There is no resource at this address',
  ]);
  expect(examplesOf('/users', 'post', '409')).toContain('Could not create new user');
  const listed = Object.values(components.responses).flatMap(({ content }) =>
    Object.keys(content?.['application/json']?.examples ?? {}),
  );
  const ofNone = [...OF_HTTP, ...OF_LINES, ...OF_PROGRAMS];
  expect(ERROR_CODES.filter((code) => !listed.includes(code))).toEqual(ofNone.sort());
});

/** The errors that no operation is refused with. */
const OF_HTTP = [
  ...['expectation-failed', 'header-too-large', 'http-version-not-supported'],
  ...['method-not-allowed', 'method-not-implemented', 'transfer-coding-not-implemented'],
];
/** in the results of jobs */
const OF_LINES = ['batch-without-result', 'rights-ended', 'unreadable-line'];
/** of the command line, and of the user service */
const OF_PROGRAMS = ['invalid-first-key', 'user-service-unavailable'];

it('says of each operation which scopes it needs', async () => {
  const { paths } = JSON.parse((await api.send('GET', '/openapi.json')).text) as Description;
  const scopesOf = (path: string, method: string) => paths[path]![method]!['x-scope'];
  expect(scopesOf('/users', 'get')).toEqual(['users:read']);
  expect(scopesOf('/users/{username}/roster', 'post')).toEqual(['rosters:write']);
  expect(scopesOf('/openapi.json', 'get')).toEqual([]);
});

it('shows an example of each document, as JSON and as text in XML', async () => {
  const { paths, components } = JSON.parse((await api.send('GET', '/openapi.json')).text) as {
    paths: Record<string, Record<string, WithContent>>;
    components: { examples: Record<string, Record<string, unknown>> };
  };
  const contents = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ requestBody, responses }) => [
      ...Object.entries(requestBody?.content ?? {}),
      ...Object.values(responses).flatMap(({ content = {} }) => Object.entries(content)),
    ]),
  );
  const documents = contents.filter(
    ([, { schema }]) => schema && JSON.stringify(schema).includes('$ref'),
  );
  expect(documents.length).toBeGreaterThan(100);
  expect(documents.filter(([, { examples = {} }]) => Object.keys(examples).length === 0)).toEqual(
    [],
  );
  const { User, UserBody, UserPatch } = components.examples;
  expect(User!['value']).not.toHaveProperty('password');
  expect(UserBody!['value']).toHaveProperty('password');
  expect(UserPatch!['value']).toHaveProperty('properties', { desk: '5A', old: null });
  const sent = UserBody!['x-xml'] as string;
  expect((await api.call('POST', '/users', 'xml', sent)).status).toBe(201);
  const read = await api.call('GET', '/users/ola', 'json');
  expect(JSON.parse(read.text)).toEqual(User!['value']);
});

interface WithContent {
  readonly requestBody?: Content;
  readonly responses: Record<string, Partial<Content> & { readonly description?: string }>;
}

interface Content {
  readonly content: Record<string, { readonly schema?: object; readonly examples?: object }>;
}

it('names operations for ever', async () => {
  const { paths } = JSON.parse((await api.send('GET', '/openapi.json')).text) as Description;
  const ids = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const file = new URL('../../../../docs/operations.txt', import.meta.url);
  expect(ids.sort()).toEqual(readFileSync(file, 'utf8').trim().split('\n'));
  expect(new Set(ids).size).toBe(ids.length);
});

it('describes what receivers of webhooks are asked', async () => {
  const { text } = await api.send('GET', '/openapi.json');
  const { webhooks, components } = JSON.parse(text) as {
    webhooks: { event: { post: ReceiverOperation } };
    components: { schemas: Record<string, unknown>; examples: Record<string, { value: object }> };
  };
  const { parameters, requestBody, responses, security, tags } = webhooks.event.post;
  // CM-9: no tag of paths
  expect(tags).toEqual(['receivers']);
  expect(parameters.map(({ name, required }) => [name, required])).toEqual([
    ['webhook-id', true],
    ['webhook-timestamp', true],
    ['webhook-signature', true],
    ['traceparent', false],
  ]);
  expect(security).toEqual([]);
  expect(Object.keys(responses).sort()).toEqual(['2XX', '410', '4XX', '5XX']);
  expect(requestBody.content).toEqual({
    'application/json': {
      schema: { $ref: '#/components/schemas/Event' },
      examples: { Event: { $ref: '#/components/examples/Event' } },
    },
  });
  expect(components.schemas).toHaveProperty('Event');
  expect(components.examples['Event']!.value).toMatchObject({ id: '1042', type: 'user.renamed' });
});

interface ReceiverOperation {
  readonly parameters: readonly { readonly name: string; readonly required: boolean }[];
  readonly requestBody: { readonly content: object };
  readonly responses: object;
  readonly security: readonly object[];
  readonly tags: readonly string[];
}

it('needs credentials', async () => {
  for (const path of ['/openapi.json', '/openapi.yaml']) {
    expect((await api.send('GET', path, { authorization: null })).status).toBe(401);
  }
});

it('holds answers in JSON: another status, member or type is a fault of the test', () => {
  const described = new DescribedAnswers(api.app.routes);
  const faults = (status: number, text: string, path = '/users/ola') =>
    described.faultsOf('GET', `/plugins/restapi/v1${path}`, status, 'application/json', text);
  expect(faults(200, '{"username":"ola","name":"","properties":[]}')).toEqual([]);
  expect(faults(200, '{"username":"ola","properties":[]}').join()).toMatch(/name/);
  expect(faults(200, '{"username":"ola"}', '/users/ola?fields=username')).toEqual([]);
  expect(faults(200, '{"username":"ola","age":3}').join()).toMatch(/age/);
  expect(faults(200, '{"username":7}').join()).toMatch(/username.*string/);
  const address = '/plugins/restapi/v1/users/ola';
  const refusal = (code: string) => described.faultsOfError('GET', address, 404, code).join();
  expect(refusal('user-not-found')).toBe('');
  expect(refusal('group-not-found')).toMatch(/getUser does not list/);
  expect(refusal('invalid-username')).toMatch(/no code of 404/);
  expect(faults(404, '{"resource":"ola","reason":"no"}').join()).toMatch(/reason/);
  expect(faults(418, '{}')).toEqual(['status 418 is not described']);
  expect(faults(200, '{}', '/nothing')).toEqual([]);
});

it('holds answers in XML: another root, element or attribute is a fault of the test', () => {
  const answers = new DescribedAnswers(api.app.routes);
  const of = (text: string, label = 'application/xml') =>
    answers.faultsOf('GET', '/plugins/restapi/v1/groups/crew', 200, label, text);
  const group = '<name>crew</name><description/><members/><admins/><shared>true</shared>';
  expect(of(`<group>${group}</group>`)).toEqual([]);
  expect(of(`<group>${group}</group>`, 'text/xml')).toEqual([]);
  expect(of(`<groups>${group}</groups>`)).toHaveLength(1);
  expect(of(`<group>${group}<color>red</color></group>`)).toHaveLength(1);
  expect(of(`<group color="red">${group}</group>`)).toHaveLength(1);
  expect(of(`<group>${group.replace('true', 'yes')}</group>`)).toHaveLength(1);
  expect(of(`<group>${group.replace('<members/>', '')}</group>`)).toHaveLength(1);
  expect(of(`<group>${group}</group>`, 'application/soap+xml')).toHaveLength(1);
});

it('offers JSON first, and an order of entries only where there are several', async () => {
  const { text } = await api.send('GET', '/openapi.json');
  const { paths, components } = JSON.parse(text) as Description & {
    components: { parameters: Record<string, object> };
  };
  const { requestBody, responses } = paths['/users']!['post'] as never as {
    requestBody: { content: object };
    responses: Record<string, { content: object }>;
  };
  expect(Object.keys(requestBody.content)).toEqual(['application/json', 'application/xml']);
  expect(Object.keys(responses).filter((status) => responses[status]!.content)).toEqual([]);
  expect(components.parameters).toHaveProperty('listUsers-sort');
  expect(components.parameters).not.toHaveProperty('listJobs-sort');
});

it('holds requests with success: another member, type or value is a fault of the test', () => {
  const described = new DescribedRequests(api.app.routes);
  const faults = (method: string, path: string, body: object | null, suite = 'openapi') =>
    described
      .faultsOf({
        ...{ method, suite, address: `/plugins/restapi/v1${path}` },
        headers: { 'Content-Type': 'application/json' },
        body: body && Buffer.from(JSON.stringify(body)),
      })
      .join();
  expect(faults('POST', '/groups', { name: 'Crew', shared: true, members: ['ola'] })).toBe('');
  expect(faults('POST', '/groups', { name: 'Crew', shared: 'true' })).toMatch(/shared.*boolean/);
  expect(faults('POST', '/groups', { name: 'Crew', shared: 'true' }, 'groups')).toBe('');
  expect(faults('GET', '/users?limit=10&sort=-name&locked=true', null)).toBe('');
  expect(faults('GET', '/users?limit=many', null)).toMatch(/listUsers parameter limit.*integer/);
  expect(faults('GET', '/users?sort=age', null)).toMatch(/parameter sort.*allowed values/);
  expect(faults('POST', '/jobs', null)).toMatch(/parameter type is missing/);
  expect(faults('GET', '/nothing', null)).toBe('');
});
