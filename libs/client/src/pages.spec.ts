import { nextCursor } from './pages.js';

it.each([
  [null, null],
  ['', null],
  ['</plugins/restapi/v1/users?limit=2&after=c1.x>; rel="next"', 'c1.x'],
  ['</a?after=c1.p>; rel="prev", </a?after=c1.n>; title="x"; rel=next', 'c1.n'],
  ['</docs/>; rel="deprecation", <https://chat.example/x/users?after=c1.%2B>; rel="next"', 'c1.+'],
  ['</a?after=c1.p>; rel="nextish"', null],
])('the next page of %p begins after %p', (link, cursor) => {
  expect(nextCursor(link)).toBe(cursor);
});
