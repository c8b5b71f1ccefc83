import { AddressList, clientAddress } from './address-list.js';

describe('AddressList', () => {
  const list = AddressList.parse(
    ' 192.0.2.7 , 10.0.0.0/8,2001:db8::/32, nonsense, 1.2.3.4/40, 1.1.1.1/8/8 ',
  );

  it.each([
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['10.200.3.4', true],
    ['::ffff:10.1.2.3', true],
    ['2001:0db8:0:0::1', true],
    ['2001:db9::1', false],
    ['1.2.3.4', false],
    ['1.1.1.1', false],
    ['nonsense', false],
    ['', false],
  ])('has %s: %s', (address, expected) => {
    expect(list.has(address)).toBe(expected);
  });

  it('tells an empty list from one that never matches', () => {
    expect(AddressList.parse(' , ').isEmpty).toBe(true);
    expect(AddressList.parse('nonsense').isEmpty).toBe(false);
  });
});

describe('clientAddress', () => {
  const trusted = AddressList.parse('10.0.0.0/8');

  it.each([
    ['192.0.2.1', '198.51.100.9', '192.0.2.1'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '198.51.100.9', '198.51.100.9'],
    ['::ffff:10.0.0.1', '203.0.113.4, 198.51.100.9, 10.0.0.2', '198.51.100.9'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['10.0.0.1', 'unknown', 'unknown'],
  ])('from peer %s with X-Forwarded-For %s is %s', (peer, forwarded, expected) => {
    expect(clientAddress(peer, forwarded, trusted)).toBe(expected);
  });

  it('believes nobody without trusted proxies', () => {
    expect(clientAddress('10.0.0.1', '198.51.100.9', new AddressList([]))).toBe('10.0.0.1');
  });
});
