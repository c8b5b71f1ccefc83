import { UnreadableBody } from './body-faults.js';
import { readBody } from './read-body.js';
import { doc, text } from './schema.js';

const thing = doc('thing', { name: text });
const xml = (body: string | Uint8Array) => readBody(thing, 'xml', Buffer.from(body));
const json = (body: string | Uint8Array) => readBody(thing, 'json', Buffer.from(body));

describe('characters', () => {
  const declared = (encoding: string, name: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><thing><name>${name}</name></thing>`;
  const utf16 = (body: string) => Buffer.from(`\ufeff${body}`, 'utf16le');

  it.each([
    ['UTF-8', Buffer.from(declared('UTF-8', 'é€\u{1f600}')), 'é€\u{1f600}'],
    ['UTF-8 undeclared', Buffer.from('<thing><name>é</name></thing>'), 'é'],
    [
      'UTF-8 after a mark and white space',
      Buffer.from('\ufeff \r\n\t<thing><name>é</name></thing>'),
      'é',
    ],
    ['white space before the declaration', Buffer.from(`\n ${declared('utf-8', 'é')}`), 'é'],
    ['UTF-16, little end first', utf16(declared('UTF-16', 'é€\u{1f600}')), 'é€\u{1f600}'],
    ['UTF-16, big end first', utf16(declared('utf-16', 'é€')).swap16(), 'é€'],
    ['UTF-16 undeclared', utf16('<thing><name>é</name></thing>'), 'é'],
    ['ISO-8859-1', Buffer.from(declared('iso-8859-1', 'é\u0085\u0092'), 'latin1'), 'é\u0085\u0092'],
    ['US-ASCII', Buffer.from(declared('US-ASCII', 'e&#233;')), 'eé'],
  ])('reads %s', async (_, bytes, name) => {
    await expect(xml(bytes)).resolves.toEqual({ name });
  });

  it.each([
    ['bytes that are not UTF-8', Buffer.from([0x3c, 0x61, 0xff, 0x3e])],
    ['an overlong form', Buffer.from([0x3c, 0xc0, 0xbc, 0x3e])],
    [
      'an encoded half of a pair',
      Buffer.concat([
        Buffer.from('<thing><name>'),
        Buffer.from([0xed, 0xa0, 0x80]),
        Buffer.from('</name></thing>'),
      ]),
    ],
    ['UTF-16 without a mark', Buffer.from(declared('UTF-16', 'a'), 'utf16le')],
    ['a declared UTF-16 that is none', Buffer.from(declared('UTF-16', 'a'))],
    ['UTF-16 that declares UTF-8', utf16(declared('UTF-8', 'a'))],
    ['half a pair in UTF-16', utf16('<thing><name>\ud800</name></thing>')],
    ['an odd byte in UTF-16', utf16('<thing/>').subarray(0, -1)],
    ['three marks in UTF-16', utf16('\ufeff\ufeff<thing/>')],
    ['three marks in UTF-8', Buffer.from('\ufeff\ufeff\ufeff<thing/>')],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0])],
    ['US-ASCII with other bytes', Buffer.from(declared('US-ASCII', 'é'))],
    ['windows-1252', Buffer.from(declared('windows-1252', 'a'))],
    ['an encoding named like a member of every object', Buffer.from(declared('constructor', 'a'))],
    [
      'a declaration out of sight',
      Buffer.from(`<?xml version="1.0"${' '.repeat(2000)}encoding="EBCDIC"?><thing/>`),
    ],
    ['U+0000', Buffer.from('<thing><name>\0</name></thing>')],
    ['a reference to U+0000', Buffer.from('<thing><name>&#0;</name></thing>')],
    ['a reference to half a pair', Buffer.from('<thing><name>&#xD800;</name></thing>')],
    ['a control character', Buffer.from('<thing><name>\u0001</name></thing>')],
    [
      'a control character in XML 1.1',
      Buffer.from('<?xml version="1.1"?><thing><name>&#1;</name></thing>'),
    ],
  ])('refuses %s in XML', async (_, bytes) => {
    await expect(xml(bytes)).rejects.toThrow(UnreadableBody);
  });

  it.each([
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le')],
    ['an escaped U+0000', Buffer.from('{"name":"a\\u0000"}')],
    ['an escaped U+0000 as a name', Buffer.from('{"\\u0000":1}')],
    ['an escaped U+0000 in an unknown member', Buffer.from('{"x":[{"y":"\\u0000"}]}')],
    ['half a pair', Buffer.from('{"name":"\\uD800"}')],
    ['half a pair before other text', Buffer.from('{"name":"\\ud83dx"}')],
    ['half a pair before a character beyond the plane', Buffer.from('{"name":"\\ud83d\u{1f600}"}')],
    ['half a pair before a first half', Buffer.from('{"name":"\\ud83d\\ud83d\\ude00"}')],
    ['a second half alone', Buffer.from('{"name":"\\\\\\udE00"}')],
  ])('refuses %s in JSON', async (_, bytes) => {
    await expect(json(bytes)).rejects.toThrow(UnreadableBody);
  });

  it('keeps escaped pairs, escaped backslashes and control characters of JSON', async () => {
    await expect(json('{"name":"\\ud83d\\uDE00\\\\u0000\\\\ud800\\u0001"}')).resolves.toEqual({
      name: '\u{1f600}\\u0000\\ud800\u0001',
    });
  });
});
