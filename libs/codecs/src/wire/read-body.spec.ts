import fc from 'fast-check';
import { InvalidValue, UnreadableBody } from '../errors/wire-errors.js';
import { userOrUsers } from '../users/user.doc.js';
import { readBody, type BodyReader, type WireFormat } from './read-body.js';
import { attr, boolean, date, doc, integer, jid, list, listDoc, secret, text } from './schema.js';

const part = doc('part', { id: attr(integer), note: text });
const thing = doc('thing', {
  name: text,
  owner: jid,
  size: integer,
  open: boolean,
  since: date,
  pin: secret(integer),
  tags: list('tag', text),
  parts: list('part', part),
});
const things = listDoc('things', thing, { member: 'things' });

const read = <T>(reader: BodyReader<T>, format: WireFormat, body: string | Uint8Array) =>
  readBody(reader, format, typeof body === 'string' ? Buffer.from(body) : body);
const xml = (body: string | Uint8Array) => read(thing, 'xml', body);
const json = (body: string | Uint8Array) => read(thing, 'json', body);
const reason = (text: string) => `Could not read the request body: ${text}`;

describe('no object', () => {
  it('is an empty JSON body and the JSON value null', async () => {
    for (const body of ['', ' \n', 'null', ' null ', '\ufeff', '\ufeffnull']) {
      await expect(json(body)).resolves.toBeNull();
    }
  });

  it('is an error in XML', async () => {
    for (const body of ['', ' \n', '\ufeff', '<!-- only a comment -->', '<?xml version="1.0"?>']) {
      await expect(xml(body)).rejects.toThrow(UnreadableBody);
    }
  });
});

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
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0])],
    ['US-ASCII with other bytes', Buffer.from(declared('US-ASCII', 'é'), 'latin1')],
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

describe('hostile and malformed XML', () => {
  it.each([
    ['an unclosed element', '<thing><name>', reason('the XML is not well formed (line 1)')],
    ['an unclosed tag', '<thing', reason('the XML is not well formed (line 1)')],
    [
      'mismatched tags',
      '\n<thing>\n<name></nome></thing>',
      reason('the XML is not well formed (line 3)'),
    ],
    ['a repeated attribute', '<thing a="1" a="2"/>', reason('the XML is not well formed (line 1)')],
    ['an unbound prefix', '<thing><a:b/></thing>', reason('the XML is not well formed (line 1)')],
    ['text behind the root', '<thing/>x', reason('the XML is not well formed (line 1)')],
    ['a second root', '<thing/><thing/>', reason('the XML is not well formed (line 1)')],
    ['text before the root', 'x<thing/>', reason('the XML is not well formed (line 1)')],
    ['an undeclared entity', '<thing>&x;</thing>', reason('the XML is not well formed (line 1)')],
    [
      'an entity named like a member of every object',
      '<thing>&constructor;</thing>',
      reason('the XML is not well formed (line 1)'),
    ],
    ['JSON', '{"name":"a"}', reason('the XML is not well formed (line 1)')],
    [
      'a declaration inside',
      '<thing><?xml version="1.0"?></thing>',
      reason('the XML is not well formed (line 1)'),
    ],
    ['a DOCTYPE', '<!DOCTYPE thing><thing/>', reason('a document type declaration is not allowed')],
    [
      'an unfinished DOCTYPE',
      '<!DOCTYPE thing [<!ENTITY a "b">',
      reason('a document type declaration is not allowed'),
    ],
    [
      'a DOCTYPE behind other things',
      '<?xml version="1.0"?>\n<!-->--><?p ?><!DOCTYPE thing><thing/>',
      reason('a document type declaration is not allowed'),
    ],
    [
      'a DOCTYPE inside',
      '<thing><!DOCTYPE thing></thing>',
      reason('the XML is not well formed (line 1)'),
    ],
    ['another root', '<other/>', reason('the root element must be thing')],
    ['a root in upper case', '<Thing/>', reason('the root element must be thing')],
    ['a root in a namespace', '<thing xmlns="urn:x"/>', reason('the root element must be thing')],
    [
      'a root named like a member of every object',
      '<constructor/>',
      reason('the root element must be thing'),
    ],
    [
      '65 levels',
      `<thing>${'<a>'.repeat(64)}${'</a>'.repeat(64)}</thing>`,
      reason('more than 64 levels'),
    ],
    ['endless levels', '<thing>' + '<a>'.repeat(200_000), reason('more than 64 levels')],
    [
      '257 attributes',
      `<thing ${attributes(257)}/>`,
      reason('more than 256 attributes on one element'),
    ],
  ])('refuses %s', async (_, body, message) => {
    await expect(xml(body)).rejects.toThrow(new UnreadableBody(message.slice(reason('').length)));
    await expect(xml(body)).rejects.toMatchObject({ message });
  });

  function attributes(count: number): string {
    return Array.from({ length: count }, (_, i) => `a${i}="1"`).join(' ');
  }

  it('accepts what is just within the limits', async () => {
    await expect(xml(`<thing>${'<a>'.repeat(63)}${'</a>'.repeat(63)}</thing>`)).resolves.toEqual(
      {},
    );
    await expect(xml(`<thing ${attributes(256)}/>`)).resolves.toEqual({});
  });

  it('gives way to other work while it reads a big body', async () => {
    const body = Buffer.from(
      `<thing><!--${'- '.repeat(500_000)}--><name>${'&amp;'.repeat(50_000)}</name></thing>`,
    );
    let turns = 0;
    const count = () => {
      turns++;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    const value = await xml(body);
    clearImmediate(timer);
    expect(value).toEqual({ name: '&'.repeat(50_000) });
    expect(turns).toBeGreaterThan(body.length / (16 * 1024) - 2);
  });

  it('reads a big body like a small one, wherever it is cut', async () => {
    const note = 'a\r\n\u{1f600}&amp;<![CDATA[<]]>b\r';
    const one = `<part id="7"><note>${note}</note></part>`;
    const value = await xml(`<thing><parts>${one.repeat(4_000)}</parts></thing>`);
    expect(value?.parts).toHaveLength(4_000);
    expect(value?.parts?.every((p) => p.id === 7 && p.note === 'a\n\u{1f600}&<b\n')).toBe(true);
  });
});

describe('hostile and malformed JSON', () => {
  it.each([
    ['trailing text', '{} x', reason('the JSON is not valid')],
    ['two values', '{}{}', reason('the JSON is not valid')],
    ['XML', '<thing/>', reason('the JSON is not valid')],
    ['single quotes', "{'name':'secret'}", reason('the JSON is not valid')],
    ['a list', '[{"name":"a"}]', reason('a JSON object is expected')],
    ['a text', '"a"', reason('a JSON object is expected')],
    ['false', 'false', reason('a JSON object is expected')],
    ['65 levels', `{"x":${'['.repeat(64)}${']'.repeat(64)}}`, reason('more than 64 levels')],
    ['endless levels', '['.repeat(1_000_000), reason('more than 64 levels')],
  ])('refuses %s', async (_, body, message) => {
    await expect(json(body)).rejects.toMatchObject({ name: 'UnreadableBody', message });
  });

  it('accepts 64 levels, and brackets in texts', async () => {
    await expect(json(`{"x":${'['.repeat(63)}${']'.repeat(63)}}`)).resolves.toEqual({});
    const name = '["{'.repeat(100);
    await expect(json(JSON.stringify({ name }))).resolves.toEqual({ name });
  });

  it('is not impressed by names that objects have by themselves', async () => {
    const body =
      '{"__proto__":{"name":"x","size":1},"constructor":{"prototype":{"name":"x"}},"hasOwnProperty":1}';
    const value = await json(body);
    expect(value).toEqual({});
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as { name?: string }).name).toBeUndefined();
  });
});

describe('what counts', () => {
  it('ignores unknown elements with all that is in them, and unknown attributes', async () => {
    const body =
      '<thing x="1"><a><name>no</name><tags><tag>no</tag></tags></a><NAME>no</NAME>' +
      '<name xmlns="urn:x">no</name><p:name xmlns:p="urn:x">no</p:name><name y="z">a<b>no</b>c</name>' +
      '<tags><x>no</x><tag>t</tag>stray</tags>stray</thing>';
    await expect(xml(body)).resolves.toEqual({ name: 'ac', tags: ['t'] });
  });

  it('ignores comments and processing instructions, and joins text with CDATA', async () => {
    const body =
      '<?p?><!-- c --><thing><name>a<!-- c -->b<?p x?><![CDATA[<&>]]> </name></thing><!-- c -->';
    await expect(xml(body)).resolves.toEqual({ name: 'ab<&> ' });
  });

  it('takes the last occurrence of an element, a wrapper and a member', async () => {
    const body =
      '<thing><size>x</size><tags><tag>a</tag></tags><parts><part id="x"/></parts><name>a</name>' +
      '<size>2</size><tags><tag>b</tag></tags><parts/><name></name></thing>';
    const expected = { size: 2, tags: ['b'], parts: [], name: '' };
    await expect(xml(body)).resolves.toEqual(expected);
    await expect(
      json(
        '{"size":"x","tags":["a"],"parts":["x"],"name":{},"size":2,"tags":["b"],"parts":[],"name":""}',
      ),
    ).resolves.toEqual(expected);
  });

  it('counts a last occurrence that is empty or wrong', async () => {
    await expect(xml('<thing><size>2</size><size/></thing>')).resolves.toEqual({});
    await expect(xml('<thing><size>2</size><size>x</size></thing>')).rejects.toThrow(
      new InvalidValue('size', 'x'),
    );
  });

  it('takes white space from JIDs, numbers, booleans and dates alone', async () => {
    const values = {
      owner: ' a@b\n',
      size: '\t5 ',
      open: ' True ',
      since: ' 2025-03-04 ',
      name: ' a ',
    };
    const body = Object.entries(values)
      .map(([key, value]) => `<${key}>${value}</${key}>`)
      .join('');
    const expected = {
      owner: 'a@b',
      size: 5,
      open: true,
      since: new Date('2025-03-04'),
      name: ' a ',
    };
    await expect(xml(`<thing>${body}</thing>`)).resolves.toEqual(expected);
    await expect(json(JSON.stringify(values))).resolves.toEqual(expected);
  });
});

describe('a value that cannot be converted', () => {
  it.each<[string, WireFormat, string]>([
    ['Invalid value for size: 5.7', 'xml', '<thing><size>5.7</size></thing>'],
    ['Invalid value for size: 5.7', 'json', '{"size":5.7}'],
    ['Invalid value for size: true', 'json', '{"size":true}'],
    ['Invalid value for open: yes', 'json', '{"open":"yes"}'],
    ['Invalid value for since: soon', 'xml', '<thing><since>soon</since></thing>'],
    ['Invalid value for name: an object', 'json', '{"name":{"pin":1}}'],
    ['Invalid value for name: a list', 'json', '{"name":["hidden"]}'],
    ['Invalid value for tags: an object', 'json', '{"tags":["a",{"b":"c"}]}'],
    ['Invalid value for tags: a list', 'json', '{"tags":[["a"]]}'],
    ['Invalid value for parts: a', 'json', '{"parts":["a"]}'],
    ['Invalid value for id: x', 'xml', '<thing><parts><part id="x"/></parts></thing>'],
    ['Invalid value for id: x', 'json', '{"parts":[{"@id":"x"}]}'],
    ['Invalid value for pin', 'xml', '<thing><pin>hush</pin></thing>'],
    ['Invalid value for pin', 'json', '{"pin":"hush"}'],
  ])('answers %p', async (message, format, body) => {
    await expect(read(thing, format, body)).rejects.toMatchObject({
      name: 'InvalidValue',
      message,
    });
  });

  it('is kept in the list where the list says so', async () => {
    const fault = new InvalidValue('size', 'x');
    const expected = [{ name: 'a' }, fault, { size: 1 }];
    const asXml =
      '<things><thing><name>a</name></thing><thing><size>x</size></thing><thing><size>1</size></thing></things>';
    const asJson = '{"things":[{"name":"a"},{"size":"x"},{"size":1}]}';
    await expect(read(things.settled, 'xml', asXml)).resolves.toEqual(expected);
    await expect(read(things.settled, 'json', asJson)).resolves.toEqual(expected);
    await expect(read(things, 'xml', asXml)).rejects.toThrow(fault);
    await expect(read(things, 'json', asJson)).rejects.toThrow(fault);
  });
});

describe('any bytes', () => {
  const allowed = (error: unknown) =>
    error instanceof UnreadableBody || error instanceof InvalidValue;
  const survives = async (format: WireFormat, bytes: Uint8Array) => {
    for (const reader of [thing, things, things.settled, userOrUsers] as BodyReader<unknown>[]) {
      try {
        await readBody(reader, format, bytes);
      } catch (error) {
        if (!allowed(error)) throw error;
      }
    }
  };
  const xmlPieces = fc.constantFrom(
    ...[
      '<',
      '>',
      '/',
      '<thing>',
      '</thing>',
      '<things>',
      '<user ',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '?>',
    ],
    ...[
      '<?xml version="1.0"',
      ' encoding="',
      '<!DOCTYPE',
      '&',
      ';',
      '&#',
      '&lt;',
      '"',
      "'",
      '=',
      ' ',
      '\r',
      '\u{1f600}',
    ],
    ...[
      '<size>',
      '</size>',
      '<parts>',
      '<part id="',
      '</parts>',
      'xmlns:',
      'a',
      '9',
      ':',
      '\ufeff',
      '\ufffe',
    ],
  );
  const jsonPieces = fc.constantFrom(
    ...[
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '\\u',
      'd800',
      '0000',
      '"users"',
      '"things"',
      '"size"',
      '1',
      'null',
    ],
  );

  it('never end in anything but the two errors of bodies', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<WireFormat>('xml', 'json'),
        fc.oneof(
          fc.uint8Array({ maxLength: 60 }),
          fc.array(xmlPieces, { maxLength: 25 }).map((all) => Buffer.from(all.join(''))),
          fc.array(jsonPieces, { maxLength: 25 }).map((all) => Buffer.from(all.join(''))),
          fc.json().map((text) => Buffer.from(text)),
          fc
            .json()
            .map((text) => Buffer.from(`{"things":${text},"users":${text},"parts":${text}}`)),
        ),
        survives,
      ),
      { numRuns: 1500 },
    );
  });
});
