import { readDate, writeDate } from './dates.js';
import { dateScalar, UNUSABLE } from './scalars.js';

it('writes UTC with three fraction digits and a numeric offset', () => {
  expect(writeDate(new Date(1700000000007))).toBe('2023-11-14T22:13:20.007+00:00');
  expect(writeDate(new Date(1700000000000))).toBe('2023-11-14T22:13:20.000+00:00');
});

it.each([
  ['2025-03-04T15:52:37.592+01:00', '2025-03-04T14:52:37.592Z'],
  ['2025-03-04T15:52:37.592+0100', '2025-03-04T14:52:37.592Z'],
  ['2025-03-04T14:52:37-00:30', '2025-03-04T15:22:37.000Z'],
  ['2025-03-04T14:52:37Z', '2025-03-04T14:52:37.000Z'],
  ['2025-03-04T14:52:37.5Z', '2025-03-04T14:52:37.500Z'],
  ['2025-03-04T14:52:37.123456789Z', '2025-03-04T14:52:37.123Z'],
  ['2025-03-04T14:52:37.592', '2025-03-04T14:52:37.592Z'],
  ['2025-03-04', '2025-03-04T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['0001-01-01', '0001-01-01T00:00:00.000Z'],
  ['0099-12-31T00:00:00Z', '0099-12-31T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['Tue, 04 Mar 2025 14:52:37 GMT', '2025-03-04T14:52:37.000Z'],
  ['Tue, 4 Mar 2025 14:52:37 +0130', '2025-03-04T13:22:37.000Z'],
  ['1741099957592', '2025-03-04T14:52:37.592Z'],
  ['-1', '1969-12-31T23:59:59.999Z'],
])('reads %p', (text, expected) => {
  expect(readDate(text)?.toISOString()).toBe(expected);
});

it.each([
  'yesterday',
  '2025-02-29',
  '2025-13-01',
  '2025-00-10',
  '2025-01-00',
  '0000-01-01',
  '0000-12-31T23:30:00-01:00',
  '10000-01-01',
  '+2025-03-04',
  '2025-03-04T24:00:00Z',
  '2025-03-04T14:60:00Z',
  '2025-03-04T14:52:60Z',
  '2025-03-04T14:52Z',
  '2025-03-04T14:52:37.Z',
  '2025-03-04T14:52:37+24:00',
  '2025-03-04T14:52:37+01',
  '2025-03-04Z',
  '0001-01-01T00:00:00+00:01',
  '9999-12-31T23:59:59-00:01',
  'Wed, 04 Mar 2025 14:52:37 GMT',
  'Tue, 04 Mar 2025 14:52:37 CET',
  '04 Mar 2025 14:52:37 GMT',
  '999999999999999999999',
  '1.5',
])('refuses %p', (text) => {
  expect(readDate(text)).toBeNull();
});

it('reads JSON numbers as milliseconds, and empty text and null as absent', () => {
  expect(dateScalar.fromJson(1741099957592)).toEqual(new Date(1741099957592));
  expect(dateScalar.fromJson(' 2025-03-04 ')).toEqual(new Date('2025-03-04'));
  expect(dateScalar.fromJson('')).toBeUndefined();
  expect(dateScalar.fromJson(null)).toBeUndefined();
  for (const value of [1.5, 1e300, false, true, {}, []]) {
    expect(dateScalar.fromJson(value)).toBe(UNUSABLE);
  }
});
