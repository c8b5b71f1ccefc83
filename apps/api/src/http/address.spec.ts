import type { IncomingMessage } from 'node:http';
import { faultOfAddress, routedAddress } from './address.js';

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
    ['/users;x=1', 'nowhere'],
    ['/users/../groups', 'nowhere'],
    ['/users/%2e%2E/groups', 'nowhere'],
    ['/users/./ola', 'nowhere'],
    ['/users/a\\b', 'nowhere'],
    ['/users/%', 'undecodable'],
    ['/users/%zz', 'undecodable'],
    ['/users/%ff', 'undecodable'],
    ['/users/%00', 'undecodable'],
    ['/users/%ED%A0%80', 'undecodable'],
    ['/users?search=%E4', 'undecodable'],
    ['/users?search=%00', 'undecodable'],
  ])('takes %s as %s', (url, expected) => {
    expect(outcome(url)).toBe(expected);
  });
});
