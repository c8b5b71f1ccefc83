import { userDoc } from '../users/user.doc.js';
import fc from 'fast-check';
import { InvalidValue, UnreadableBody } from './body-faults.js';
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

describe('an absent body', () => {
  it('is an empty JSON body or the JSON value null', async () => {
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

describe('repetitions and unknown content', () => {
  it('unknown elements with their content, and unknown attributes, are ignored', async () => {
    const body =
      '<thing x="1"><a><name>no</name><tags><tag>no</tag></tags></a><NAME>no</NAME>' +
      '<name xmlns="urn:x">no</name><p:name xmlns:p="urn:x">no</p:name><name y="z">a<b>no</b>c</name>' +
      '<tags><x>no</x> \t<tag>t</tag>\r\n</tags>\n</thing>';
    await expect(xml(body)).resolves.toEqual({ name: 'ac', tags: ['t'] });
  });

  it.each([
    ['tags', '<thing><tags>t</tags></thing>'],
    ['tags', '<thing><tags><tag>t</tag>stray</tags></thing>'],
    ['tags', '<thing><tags><![CDATA[t]]></tags></thing>'],
    ['tags', '<thing><tags>&#xa0;</tags></thing>'],
    ['parts', '<thing><parts>x<part id="1"/></parts></thing>'],
    ['part', '<thing><parts><part id="1">x</part></parts></thing>'],
    ['thing', '<thing>Crew</thing>'],
  ])('text in <%s> is refused: %s [CK-33]', async (name, body) => {
    const message = `Could not read the request body: <${name}> holds text in place of elements`;
    await expect(xml(body)).rejects.toThrow(new UnreadableBody(message.slice(33), ''));
    await expect(xml(body)).rejects.toThrow(message);
    const many = `<things>${body}</things>`;
    await expect(read(things.settled, 'xml', many)).rejects.toThrow(message);
    await expect(read(things, 'xml', '<things>a</things>')).rejects.toThrow('<things> holds text');
  });

  it('comments and processing instructions are ignored, text and CDATA are joined', async () => {
    const body =
      '<?p?><!-- c --><thing><name>a<!-- c -->b<?p x?><![CDATA[<&>]]> </name></thing><!-- c -->';
    await expect(xml(body)).resolves.toEqual({ name: 'ab<&> ' });
  });

  it('the last occurrence of an element, a wrapper and a member wins', async () => {
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

  it('the last occurrence wins even if empty or invalid', async () => {
    await expect(xml('<thing><size>2</size><size/></thing>')).resolves.toEqual({});
    await expect(xml('<thing><size>2</size><size>x</size></thing>')).rejects.toThrow(
      new InvalidValue('size', 'x', 'a whole number'),
    );
  });

  it('white space is trimmed from JIDs, numbers, booleans and dates only', async () => {
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

it('numbers keep their digits where they are taken as text, and are numbers elsewhere [CK-35]', async () => {
  const number = '12345678901234567890';
  const body = `{"name":${number},"owner":1.50,"size":5.0,"open":1e-400,"since":1741099957592.0,"tags":[-0,${number}]}`;
  await expect(json(body)).resolves.toEqual({
    ...{ name: number, owner: '1.50', size: 5, open: false, tags: ['-0', number] },
    since: new Date(1741099957592),
  });
  await expect(json('{"size":5.70}')).rejects.toThrow('Invalid value for size: 5.70');
  await expect(json('{"parts":[1.50]}')).rejects.toThrow('Invalid value for parts: 1.50');
  await expect(json('1.50')).rejects.toThrow('a JSON object is expected');
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
  ])('is reported as %p', async (message, format, body) => {
    await expect(read(thing, format, body)).rejects.toMatchObject({
      name: 'InvalidValue',
      message,
    });
  });

  it('is kept in the list where the list allows it', async () => {
    const fault = new InvalidValue('size', 'x', 'a whole number');
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

describe('arbitrary bytes', () => {
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

  it('never cause anything but the two errors of bodies', async () => {
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

it.each(['json', 'xml'] as const)(
  'a body that was parsed already is refused, as %s',
  async (format) => {
    for (const parsed of [{ username: 'ola' }, '{}', null]) {
      await expect(readBody(userDoc, format, parsed as unknown as Uint8Array)).rejects.toThrow(
        TypeError,
      );
    }
  },
);
