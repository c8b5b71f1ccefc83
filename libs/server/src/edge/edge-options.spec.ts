import type { IncomingMessage } from 'node:http';
import { framingFault } from './edge-options.js';

function statusOf(rawHeaders: readonly string[], httpVersion = '1.1'): number | null {
  const headers: Record<string, string> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    headers[name] = [headers[name], rawHeaders[index + 1]].filter(Boolean).join(', ');
  }
  const request = { rawHeaders, headers, httpVersion } as unknown as IncomingMessage;
  return framingFault(request)?.status ?? null;
}

describe('framingFault', () => {
  it('requires one host since HTTP/1.1, and never allows two', () => {
    expect(statusOf([])).toBe(400);
    expect(statusOf(['Host', ''])).toBeNull();
    expect(statusOf(['Host', 'a', 'HOST', 'a'])).toBe(400);
    expect(statusOf([], '1.0')).toBeNull();
    expect(statusOf(['host', 'a', 'Host', 'b'], '1.0')).toBe(400);
  });

  it.each([
    ['chunked', null],
    [' Chunked ', null],
    ['gzip, chunked', 501],
    ['chunked, gzip', 501],
    ['identity', 501],
    ['', 501],
    ['chunked, chunked', 400],
  ])('of the transfer coding %j is %j', (coding, status) => {
    expect(statusOf(['Host', 'a', 'Transfer-Encoding', coding])).toBe(status);
  });
});
