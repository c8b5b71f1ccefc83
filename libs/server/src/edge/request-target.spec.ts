import { originForm, splitTarget } from './request-target.js';

it.each([
  ['/a/b?c=d', '/a/b?c=d'],
  ['http://example.org/a?b', '/a?b'],
  ['HTTPS://example.org:1/a', '/a'],
  ['http://example.org', '/'],
  ['http://example.org?a', '/?a'],
  ['*', '*'],
])('the origin form of %s is %s', (target, expected) => {
  expect(originForm(target)).toBe(expected);
});

it.each([
  ['/a', '/a', ''],
  ['/a?', '/a', ''],
  ['/a?b?c', '/a', 'b?c'],
  ['http://example.org?a', '/', 'a'],
  [undefined, '/', ''],
])('%s is the path %s and the query %j', (target, path, query) => {
  expect(splitTarget(target)).toEqual({ path, query });
});
