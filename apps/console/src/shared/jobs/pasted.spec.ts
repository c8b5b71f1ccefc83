import { compared, inAddresses, pastedNames, userNamesIn } from './pasted';

it('pasted names stand alone, in lines or in a row, and count once', () => {
  expect(pastedNames(' ola\nben;zoe,ola\r\n\tJo Doe\n\n')).toEqual(['ola', 'ben', 'zoe', 'Jo Doe']);
});

it('user names are what stands alone, or before the domain of the service', () => {
  const names = ['Ola', 'ben@Example.org', 'zoe@example.org/desk', 'far@other.example', 'Jo Doe'];
  expect(userNamesIn([...names, 'a@b@c', '@example.org'], 'example.org')).toEqual([
    ...['Ola', 'ben', 'zoe'],
  ]);
  expect(userNamesIn(names, null)).toEqual(['Ola']);
});

it.each([
  ['Straße', 'strasse'],
  ['ＯＬＡ', 'ola'],
  [' Ola ', 'ola'],
])('%j is the same user name as %j', (one, other) => {
  expect(compared(one)).toBe(compared(other));
});

it('10,000 names are asked for in few addresses, each of which is short', () => {
  const names = Array.from({ length: 10_000 }, (_, at) => `pupil${at}`);
  const parts = inAddresses(names);
  expect(parts.flat()).toEqual(names);
  expect(parts.length).toBeLessThan(30);
  const lengths = parts.map((part) => encodeURIComponent(part.join(' ')).replaceAll('%20', '+'));
  expect(Math.max(...lengths.map(({ length }) => length))).toBeLessThanOrEqual(4_000);
  expect(inAddresses([])).toEqual([]);
  const long = 'ü'.repeat(1_000);
  expect(inAddresses(['a', long, 'b'])).toEqual([['a'], [long], ['b']]);
  expect(inAddresses(Array.from({ length: 1_500 }, () => 'a')).map(({ length }) => length)).toEqual(
    [1_000, 500],
  );
});
