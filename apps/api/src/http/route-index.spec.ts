import { RouteIndex } from './route-index.js';

const routes = new RouteIndex();
for (const [method, url] of [
  ['GET', '/rooms/:name'],
  ['HEAD', '/rooms/:name'],
  ['PUT', '/rooms/:name/'],
  ['POST', '/rooms/bulk'],
  ['POST', '/rooms/:name/members/:user'],
] as const) {
  routes.add({ method, url });
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
