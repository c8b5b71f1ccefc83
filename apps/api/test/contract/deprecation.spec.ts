import { makeRoom } from '../support/room-documents.js';
import { TestApi } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await makeRoom(api, { roomName: 'den', members: ['bob'] });
});
afterAll(() => api.stop());

const CONNECTIONS = '/system/readiness/connections';
const announced = async (method: string, path: string) => {
  const { headers } = await api.send(method, path, { headers: { Accept: 'application/json' } });
  return [headers['deprecation'], headers.link];
};

it.each([
  ['GET', '/chatrooms/den/member'],
  ['HEAD', '/chatrooms/den/owner'],
  ['GET', '/chatrooms/none/admin'],
  ['POST', '/chatrooms/den/outcast/eve'],
  ['DELETE', '/chatrooms/den/outcast/eve'],
  ['PUT', '/chatrooms/den/admin'],
  ['GET', `${CONNECTIONS}?encypted=true`],
  ['GET', `${CONNECTIONS}/SOCKET_C2S?encypted=`],
])('%s %s is answered with the date since when it is deprecated', async (method, path) => {
  expect(await announced(method, path)).toEqual([
    '@1735689600',
    '</plugins/restapi/v1/docs/>; rel="deprecation"',
  ]);
});

it.each([
  ['GET', '/chatrooms/den/members'],
  ['GET', '/chatrooms/member'],
  ['GET', '/chatrooms/den?encypted=true'],
  ['GET', `${CONNECTIONS}?encrypted=true`],
  ['GET', '/users/admin'],
])('%s %s is not', async (method, path) => {
  expect(await announced(method, path)).toEqual([undefined, undefined]);
});

it('the description says the same', async () => {
  const { paths, components } = JSON.parse((await api.send('GET', '/openapi.json')).text) as {
    paths: Record<string, Record<string, { deprecated?: boolean; responses: object }>>;
    components: {
      parameters: Record<string, { deprecated?: boolean }>;
      responses: Record<string, object>;
    };
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  );
  const deprecated = operations.filter((one) => one.deprecated);
  expect(new Set(deprecated.map(({ path }) => path.split('/')[3] ?? path))).toEqual(
    new Set(['owner', 'admin', 'member', 'outcast', '/userservice']),
  );
  for (const { responses } of deprecated) {
    const [success] = Object.values(responses) as ({ $ref?: string } & object)[];
    const shared = success!.$ref?.split('/').at(-1);
    expect(shared === undefined ? success : components.responses[shared]).toMatchObject({
      headers: { Deprecation: { $ref: '#/components/headers/Deprecation' } },
    });
  }
  expect(components.parameters['query-encypted']!.deprecated).toBe(true);
});
