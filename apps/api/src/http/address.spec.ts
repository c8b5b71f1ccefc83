import type { IncomingMessage } from 'node:http';
import { belowRoot, faultOfAddress, isBelow, routedAddress } from './address.js';

const outcome = (url: string): string | null => {
  const request = { url } as IncomingMessage;
  const routed = routedAddress(request);
  return faultOfAddress(request) ?? routed;
};

describe('routedAddress', () => {
  it.each([
    ['/users/ola', '/users/ola'],
    ['/users/a%2Fb%20c', '/users/a%2Fb%20c'],
    ['/users/.hidden', '/users/.hidden'],
    ['/users/x.jsp', '/users/x.jsp'],
    ['/users?search=a;b', '/users?search=a;b'],
    ['/users?search=../x', '/users?search=../x'],
    ['http://example.org/users?x=1', '/users?x=1'],
    ['http://example.org', '/'],
    ['/users?search=a//b#c', '/users?search=a//b#c'],
    ['*', 'nowhere'],
    ['/users;x=1', 'nowhere'],
    ['/users#x', 'nowhere'],
    ['//users', 'nowhere'],
    ['/users//ola', 'nowhere'],
    ['/users//', 'nowhere'],
    ['/users/../groups', 'nowhere'],
    ['/users/%2e%2E/groups', 'nowhere'],
    ['/users/./ola', 'nowhere'],
    ['/users/a\\b', 'nowhere'],
    ['/users/%', 'unreadable'],
    ['/users/%zz', 'unreadable'],
    ['/users/%ff', 'unreadable'],
    ['/users/%00', 'unreadable'],
    ['/users/%ED%A0%80', 'unreadable'],
    ['/users?search=%E4', 'unreadable'],
    ['/users?search=%00', 'unreadable'],
  ])('takes %s as %s', (url, expected) => {
    expect(outcome(url)).toBe(expected);
  });
});

it.each([
  ['/plugins/x', true],
  ['/%70lugins/x', true],
  ['/plugins%2Fx', false],
  ['/plugins', false],
  ['/Plugins/x', false],
])('isBelow sees %s as the router does', (path, expected) => {
  expect(isBelow('/plugins/', path)).toBe(expected);
});

it.each([
  ['/a/b/users/ola', '/users/ola'],
  ['/a/%62/users/ol%61', '/users/ol%61'],
  ['/a/b', ''],
  ['/a/b/', '/'],
])('belowRoot finds in %s what follows', (path, rest) => {
  expect(belowRoot(path, '/a/b')).toBe(rest);
});
