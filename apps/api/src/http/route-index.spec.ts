import { RouteIndex } from './route-index.js';

const routes = new RouteIndex();
for (const [method, url] of [
  ['GET', '/rooms/:name'],
  ['HEAD', '/rooms/:name'],
  ['PUT', '/rooms/:name/'],
  ['POST', '/rooms/bulk'],
  ['POST', '/rooms/:name/members/:user'],
] as const) {
  routes.add({ method, url, config: { endpoint: { area: 'rooms' } } });
}

it.each([
  ['/rooms/tea', 'GET, PUT, HEAD, OPTIONS'],
  ['/rooms/tea/', 'GET, PUT, HEAD, OPTIONS'],
  ['/rooms/bulk', 'GET, POST, PUT, HEAD, OPTIONS'],
  ['/rooms/a%2Fb', 'GET, PUT, HEAD, OPTIONS'],
  ['/rooms/bulk/members/ola', 'POST, OPTIONS'],
  ['/rooms', null],
  ['/rooms/tea/members', null],
])('%s allows %s', (path, expected) => {
  expect(routes.allow(path)).toBe(expected);
});

it('lists every route once', () => {
  expect(routes.list()).toEqual([
    'GET /rooms/:name',
    'HEAD /rooms/:name',
    'PUT /rooms/:name',
    'POST /rooms/bulk',
    'POST /rooms/:name/members/:user',
  ]);
});

it('knows which routes are pages', () => {
  const index = new RouteIndex();
  index.add({ method: 'GET', url: '/page/*', config: { endpoint: { isPage: true } } });
  index.add({ method: 'GET', url: '/rooms', config: { endpoint: { area: 'rooms' } } });
  expect([...index.pages()]).toEqual(['GET /page/*']);
});

it('says what callers need for each route', () => {
  expect(routes.scopes().get('GET /rooms/:name')).toEqual(['rooms:read']);
  expect(routes.scopes().get('POST /rooms/bulk')).toEqual(['rooms:write']);
});

it('takes no route that does not say what it is about, nor one without a fitting scope', () => {
  const add = (endpoint?: object) => () =>
    new RouteIndex().add({ method: 'POST', url: '/rooms', config: { endpoint } });
  expect(add()).toThrow('@About');
  expect(add({ area: 'server' })).toThrow('server:write');
  expect(add({ isPage: true })).not.toThrow();
});
