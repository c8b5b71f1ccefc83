import { AddressList, CidrRanges } from './address-list.js';

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
  ])('contains %s: %s', (address, expected) => {
    expect(list.has(address)).toBe(expected);
  });

  it('distinguishes an empty list from one that never matches', () => {
    expect(AddressList.parse(' , ').isEmpty).toBe(true);
    expect(AddressList.parse('nonsense').isEmpty).toBe(false);
    expect(AddressList.parse('nonsense').isUnusable).toBe(true);
    expect(list.isUnusable).toBe(false);
  });

  it.each([
    ['10.0.0.0/8', true],
    ['10.9.9.9', true],
    ['10.0.0.0/9', true],
    ['10.128.0.0/9', true],
    ['10.0.0.0/7', false],
    ['192.0.2.7/32', true],
    ['192.0.2.7/31', false],
    ['2001:db8:1::/48', true],
    ['2001:db8::/31', false],
    ['0.0.0.0/0', false],
    ['nonsense', false],
    ['1.2.3', false],
  ])('covers the whole of %s: %s', (wanted, expected) => {
    expect(list.covers(wanted)).toBe(expected);
  });
});

it.each([
  ['192.0.2.7', true],
  ['0.0.0.0/0', true],
  ['2001:db8::/32', true],
  ['0.0.0.0/33', false],
  ['1.2.3', false],
  ['chat.example.org', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/8/8', false],
  ['', false],
])('keys may be bound to %s: %s', (entry, expected) => {
  expect(new CidrRanges().isUsable(entry)).toBe(expected);
});
