import { WebhookNetworks } from './webhook-networks.js';

const none = new WebhookNetworks([]);

/** First and last address of each range, and those just outside, where they are public. */
it.each([
  ['0.0.0.0/8', ['0.0.0.0', '0.255.255.255'], ['1.0.0.0']],
  ['10.0.0.0/8', ['10.0.0.0', '10.255.255.255'], ['9.255.255.255', '11.0.0.0']],
  ['100.64.0.0/10 (CGNAT)', ['100.64.0.0', '100.127.255.255'], ['100.63.255.255', '100.128.0.0']],
  ['127.0.0.0/8', ['127.0.0.0', '127.0.0.1', '127.255.255.255'], ['126.255.255.255', '128.0.0.0']],
  ['169.254.0.0/16', ['169.254.0.0', '169.254.169.254'], ['169.253.255.255', '169.255.0.0']],
  ['172.16.0.0/12', ['172.16.0.0', '172.31.255.255'], ['172.15.255.255', '172.32.0.0']],
  ['192.0.0.0/24', ['192.0.0.0', '192.0.0.255'], ['191.255.255.255', '192.0.1.0']],
  ['192.0.2.0/24 (documentation)', ['192.0.2.0', '192.0.2.255'], ['192.0.1.255', '192.0.3.0']],
  ['192.88.99.0/24 (6to4 relays)', ['192.88.99.0', '192.88.99.255'], ['192.88.98.255']],
  ['192.168.0.0/16', ['192.168.0.0', '192.168.255.255'], ['192.167.255.255', '192.169.0.0']],
  ['198.18.0.0/15', ['198.18.0.0', '198.19.255.255'], ['198.17.255.255', '198.20.0.0']],
  ['198.51.100.0/24', ['198.51.100.0', '198.51.100.255'], ['198.51.99.255', '198.51.101.0']],
  ['203.0.113.0/24', ['203.0.113.0', '203.0.113.255'], ['203.0.112.255', '203.0.114.0']],
  ['224.0.0.0/4 (multicast)', ['224.0.0.0', '239.255.255.255'], ['223.255.255.255']],
  ['240.0.0.0/4', ['240.0.0.0', '255.255.255.255'], []],
  ['unspecified and loopback', ['::', '::1'], []],
  ['IPv4-compatible', ['::8.8.8.8'], []],
  ['NAT64', ['64:ff9b::', '64:ff9b::808:808', '64:ff9b::ffff:ffff', '64:ff9b:1::1'], []],
  ['discard', ['100::', '100::1'], []],
  ['Teredo', ['2001::', '2001:0:ffff:ffff::1'], []],
  ['other protocols', ['2001:1ff:ffff::1', '2001:2::1', '2001:20::1'], ['2001:200::']],
  ['2001:db8::/32 (documentation)', ['2001:db8::', '2001:db8:ffff::1'], ['2001:db9::']],
  ['6to4', ['2002::', '2002:808:808::1', '2002:ffff:ffff::1'], ['2001:ffff::1', '2003::']],
  ['3fff::/20 (documentation)', ['3fff::', '3fff:fff::1'], ['3ffe::1', '3fff:1000::']],
  ['ULA', ['fc00::', 'fd00::1', 'fdff:ffff::1'], []],
  ['link-local', ['fe80::', 'fe80::1', 'fe80::1%1', 'febf::1'], []],
  ['site-local', ['fec0::1'], []],
  ['IPv6 multicast', ['ff00::', 'ff02::1', 'ffff::1'], []],
  ['not given out', ['1fff::1', '4000::', '8000::1', 'e000::1'], ['2600::1']],
])('%s is not called, and what lies beside it is', (_range, inside, outside) => {
  expect(inside.filter((address) => none.allows(address, true))).toEqual([]);
  expect(outside.filter((address) => !none.allows(address, true))).toEqual([]);
});

it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '100.64.0.1', '224.0.0.1', '0.0.0.0'])(
  '%s mapped to IPv6 is the address in it, however it is written',
  (address) => {
    const bytes = address.split('.').map((one) => Number(one).toString(16).padStart(2, '0'));
    const hex = `${bytes.slice(0, 2).join('')}:${bytes.slice(2).join('')}`;
    for (const mapped of [`::ffff:${address}`, `::FFFF:${hex}`, `0:0:0:0:0:ffff:${hex}`]) {
      expect([mapped, none.allows(mapped, true)]).toEqual([mapped, false]);
      expect(new WebhookNetworks([address]).allows(mapped, false)).toBe(true);
    }
  },
);

it('a public address is one when it is mapped, too', () => {
  expect(none.allows('::ffff:8.8.8.8', true)).toBe(true);
  expect(none.allows('::ffff:808:808', true)).toBe(true);
});

it('without TLS nothing is called but what the setting names', () => {
  expect(none.allows('8.8.8.8', false)).toBe(false);
  const own = new WebhookNetworks(['10.1.0.0/16', 'fd00:1::/32']);
  for (const isSecure of [true, false]) {
    expect(own.allows('10.1.255.255', isSecure)).toBe(true);
    expect(own.allows('fd00:1::7', isSecure)).toBe(true);
    expect(own.allows('10.2.0.0', isSecure)).toBe(false);
    expect(own.allows('fd00:2::', isSecure)).toBe(false);
  }
});

it.each([
  ['https://hooks.example.org/chat?x=1', true, true],
  ['https://127.0.0.1/', true, true],
  ['http://hooks.example.org/', false, true],
  ['http://10.1.2.3/', false, true],
  ['http://[::ffff:10.1.2.3]/', false, true],
  ['http://10.2.2.3/', false, false],
  ['http://8.8.8.8/', false, false],
  ['https://ola@example.org/', false, false],
  ['https://@example.org/', false, false],
  ['https://example.org/#top', false, false],
  ['ftp://example.org/', false, false],
  ['https:example.org', false, false],
  ['https://exa mple.org/', false, false],
  ['https://example.org\\x', false, false],
  ['', false, false],
])('%s is usable without a network: %p, with 10.1.0.0/16: %p', (url, without, within) => {
  expect(none.isUsable(url)).toBe(without);
  expect(new WebhookNetworks(['10.1.0.0/16']).isUsable(url)).toBe(within);
});
