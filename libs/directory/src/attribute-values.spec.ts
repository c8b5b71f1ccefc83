import { fileTime, firstOf, guidBytes, guidText, mappedValue } from './attribute-values.js';
import type { FoundEntry } from './messages.js';

const entry = (values: Readonly<Record<string, readonly (string | Buffer)[]>>): FoundEntry => ({
  dn: 'cn=x',
  attributes: new Map(
    Object.entries(values).map(([name, list]) => [
      name.toLowerCase(),
      list.map((value) => Buffer.from(value as string)),
    ]),
  ),
});

it('takes the first of several values in the order of code points', () => {
  expect(firstOf(entry({ mail: ['z@x', '\u{1f600}', '\uffee'] }), 'Mail')).toBe('z@x');
  expect(firstOf(entry({ mail: ['\u{1f600}', '\uffee'] }), 'mail')).toBe('\uffee');
});

it('leaves out what is no text', () => {
  expect(firstOf(entry({ cn: [Buffer.from([0xff, 0xfe])] }), 'cn')).toBeNull();
});

it('puts texts together of several attributes', () => {
  const ola = entry({ givenName: ['Ola'], sn: ['Nord'] });
  expect(mappedValue(ola, '{givenName} {sn}')).toBe('Ola Nord');
  expect(mappedValue(ola, '{givenName} {title}')).toBe('Ola');
  expect(mappedValue(ola, '{title}')).toBeNull();
  expect(mappedValue(entry({ sn: ['{givenName}'] }), '{sn}')).toBe('{givenName}');
});

it('reads and writes GUIDs as Active Directory stores them', () => {
  const text = '00112233-4455-6677-8899-aabbccddeeff';
  const bytes = Buffer.from('33221100554477668899aabbccddeeff', 'hex');
  expect(guidText(bytes)).toBe(text);
  expect(guidBytes(text)).toEqual(bytes);
  expect(guidBytes('nothing')).toBeNull();
  expect(guidText(Buffer.alloc(4))).toBeNull();
});

it.each([
  ['0', null],
  ['9223372036854775807', null],
  ['no', null],
  ['133801632000000000', '2025-01-01T00:00:00.000Z'],
])('takes the time %s of Active Directory for %s', (text, time) => {
  expect(fileTime(text)?.toISOString() ?? null).toBe(time);
});
