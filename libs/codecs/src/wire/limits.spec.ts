import { UnreadableBody } from './body-faults.js';
import { readBody } from './read-body.js';
import { attr, doc, integer, list, text } from './schema.js';

const part = doc('part', { id: attr(integer), note: text });
const thing = doc('thing', { name: text, size: integer, parts: list('part', part) });
const xml = (body: string | Uint8Array) => readBody(thing, 'xml', Buffer.from(body));
const json = (body: string | Uint8Array) => readBody(thing, 'json', Buffer.from(body));
const reason = (text: string) => `Could not read the request body: ${text}`;

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
      'a DOCTYPE behind two marks',
      '\ufeff\ufeff<!DOCTYPE thing><thing/>',
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
    await expect(xml(body)).rejects.toThrow(
      new UnreadableBody(message.slice(reason('').length), ''),
    );
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

  it('yields to other work while it reads a large body', async () => {
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

  it('reads a large body like a small one, wherever it is split', async () => {
    const note = 'a\r\n\u{1f600}&amp;<![CDATA[<]]>b\r';
    const one = `<part id="7"><note>${note}</note></part>`;
    const value = await xml(`<thing><parts>${one.repeat(4_000)}</parts></thing>`);
    expect(value?.parts).toHaveLength(4_000);
    expect(value?.parts?.every((p) => p.id === 7 && p.note === 'a\n\u{1f600}&<b\n')).toBe(true);
  });
});

describe('one large token', () => {
  const size = 200_000;

  it.each([
    ['text of references', `<name>${'&#233;'.repeat(size)}</name>`, 'é'.repeat(size)],
    ['text of line ends', `<name>${'\r'.repeat(size)}</name>`, '\n'.repeat(size)],
    ['text around elements', `<name>${'a<b/>'.repeat(size)}</name>`, 'a'.repeat(size)],
    [
      'text in two scripts',
      `<name>${'aé€\u{1f600}'.repeat(size)}</name>`,
      'aé€\u{1f600}'.repeat(size),
    ],
    ['CDATA', `<name><![CDATA[${'a]]b\r'.repeat(size)}]]></name>`, 'a]]b\n'.repeat(size)],
    ['comment', `<name>a<!--${' - \r'.repeat(size)}-->b</name>`, 'ab'],
    ['instruction', `<name>a<?p ${' ? \r'.repeat(size)}?>b</name>`, 'ab'],
  ])('is read: %s', async (_, body, name) => {
    const value = await xml(`<thing>${body}</thing>`);
    expect(value?.name === name).toBe(true);
  });

  it('is read: attribute', async () => {
    const value = await xml(
      `<thing><parts><part x="${'&#65;'.repeat(size)}" id="${'&#48;'.repeat(size)}7"/></parts></thing>`,
    );
    expect(value).toEqual({ parts: [{ id: 7 }] });
  });

  it.each([
    ['comment', `<thing><!--${' - \r'.repeat(size)}`],
    ['comment with two dashes', `<thing><!--${' - \r'.repeat(size)} -- --></thing>`],
    ['instruction', `<thing><?p ${' ? \r'.repeat(size)}`],
    ['text', `<thing>${'&amp;'.repeat(size)}`],
    ['reference', `<thing>&${'a\r'.repeat(size)}`],
    ['text behind the root', `<thing></thing>${' '.repeat(size)}x`],
    ['control character far behind', `<thing>${'a'.repeat(size)}\u0001</thing>`],
  ])('is refused if malformed: %s', async (_, body) => {
    await expect(xml(body)).rejects.toThrow(UnreadableBody);
  });
});

it.each([0x80, 0xc3, 0xf0, 0xff])('refuses a large body full of byte %i', async (byte) => {
  const body = Buffer.concat([Buffer.from('<thing><name>'), Buffer.alloc(300_000, byte)]);
  await expect(xml(body)).rejects.toThrow(UnreadableBody);
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

  it('counts nesting, not brackets', async () => {
    await expect(json(`{"x":[${'[{}],'.repeat(100)}{}]}`)).resolves.toEqual({});
  });

  it('accepts 64 levels, and brackets in strings', async () => {
    await expect(json(`{"x":${'['.repeat(63)}${']'.repeat(63)}}`)).resolves.toEqual({});
    const name = '["{'.repeat(100);
    await expect(json(JSON.stringify({ name }))).resolves.toEqual({ name });
  });

  it('ignores names that objects inherit', async () => {
    const body =
      '{"__proto__":{"name":"x","size":1},"constructor":{"prototype":{"name":"x"}},"hasOwnProperty":1}';
    const value = await json(body);
    expect(value).toEqual({});
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as { name?: string }).name).toBeUndefined();
  });
});
