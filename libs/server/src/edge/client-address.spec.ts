import { AddressList } from './address-list.js';
import { clientBehind } from './client-address.js';

const trusted = AddressList.parse('10.0.0.0/8');

describe('clientBehind', () => {
  it.each([
    ['192.0.2.1', '198.51.100.9', '192.0.2.1'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '198.51.100.9', '198.51.100.9'],
    ['::ffff:10.0.0.1', '203.0.113.4, 198.51.100.9, 10.0.0.2', '198.51.100.9'],
    ['10.0.0.1', '203.0.113.4, ::ffff:c633:6409, ::ffff:10.0.0.2', '198.51.100.9'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['10.0.0.1', ' , ', '10.0.0.1'],
    ['10.0.0.1', '2001:0DB8::0001', '2001:db8::1'],
    ['fe80::1%eth0', undefined, 'fe80::1'],
    ['', undefined, 'unknown'],
  ])('from peer %s with X-Forwarded-For %s is %s', (peer, forwarded, expected) => {
    expect(clientBehind(peer, forwarded, trusted).address).toBe(expected);
  });

  it('trusts nobody without trusted proxies', () => {
    expect(clientBehind('10.0.0.1', '198.51.100.9', new AddressList([])).address).toBe('10.0.0.1');
  });

  it.each(['x; outcome=200', 'unknown', '1.2.3', '192.0.2.1:443', '10.0.0.2, nonsense', '%'])(
    'discards the forwarded text %j, and counts the peer',
    (forwarded) => {
      expect(clientBehind('10.0.0.1', forwarded, trusted)).toEqual({
        address: 'unknown',
        counted: '10.0.0.1',
      });
    },
  );

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::7', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::7', '2001:db8:1:3::/64'],
    ['2001:db8::5:6:7:8', '2001:db8:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is counted as %s', (address, counted) => {
    expect(clientBehind(address, undefined, trusted).counted).toBe(counted);
    expect(clientBehind('10.0.0.1', address, trusted).counted).toBe(counted);
  });
});
