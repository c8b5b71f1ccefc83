import { parse } from 'yaml';
import { TestApi } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => (api = await TestApi.start()));
afterAll(() => api.stop());

type Description = {
  openapi: string;
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
};

it('describes all routes and nothing else, in JSON and in YAML', async () => {
  const json = await api.send('GET', '/openapi.json', { headers: { Accept: 'text/html' } });
  const yaml = await api.send('GET', '/openapi.yaml', { headers: { Accept: 'application/json' } });
  expect(json.headers['content-type']).toBe('application/json');
  expect(yaml.headers['content-type']).toBe('application/yaml');
  const description = JSON.parse(json.text) as Description;
  expect(parse(yaml.text)).toEqual(description);
  expect(description.openapi).toBe('3.1.0');
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const routes = api.app.routes
    .list()
    .filter((route) => !route.startsWith('HEAD '))
    .map((route) => route.replace('/plugins/restapi/v1', '').replaceAll(/:(\w+)/g, '{$1}'));
  expect(described.sort()).toEqual([...routes].sort());
});

it('describes documents by their declarations, and the status of a success', async () => {
  const { paths } = JSON.parse((await api.send('GET', '/openapi.json')).text) as Description;
  expect(paths['/users']!['post']).toMatchObject({
    requestBody: {
      content: {
        'application/json': { schema: { properties: { password: { writeOnly: true } } } },
      },
    },
    responses: { 201: {}, default: { $ref: '#/components/responses/Error' } },
  });
  expect(Object.keys(paths['/users/{username}/vcard']!['post']!.responses)).toEqual([
    '200',
    'default',
  ]);
  expect(paths['/users']!['get']).toMatchObject({
    parameters: [{ name: 'search' }, { name: 'propertyKey' }, { name: 'propertyValue' }],
  });
});

it('needs credentials', async () => {
  for (const path of ['/openapi.json', '/openapi.yaml']) {
    expect((await api.send('GET', path, { authorization: null })).status).toBe(401);
  }
});
