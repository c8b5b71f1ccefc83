import { readBody } from './read-body.js';
import { alsoRead, attr, boolean, date, doc, integer, jid, list } from './schema.js';
import { listDoc, named, present, secret, text, writeNever } from './schema.js';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const SINCE = new Date(1700000000007);

const part = doc('part', { key: attr(text), number: attr(integer), note: text });
const thing = doc('thing', {
  label: named('title', text),
  alias: present(text),
  owner: jid,
  size: integer,
  open: alsoRead(['isOpen'], boolean),
  since: date,
  password: writeNever(secret(text)),
  tags: list('tag', text),
  sizes: named('allSizes', list('oneSize', integer)),
  parts: list('part', part),
});
const full = {
  label: 'a',
  alias: 'b',
  owner: 'c@d',
  size: -1,
  open: false,
  since: SINCE,
  password: 'hidden',
  tags: ['x', ''],
  sizes: [1, 2],
  parts: [{ key: 'k', number: 3, note: 'n' }, { key: '' }, {}],
};

describe('writing', () => {
  it('places every kind of field, in the order of the declaration', () => {
    expect(thing.writeXml(full)).toBe(
      `${DECLARATION}<thing><title>a</title><alias>b</alias><owner>c@d</owner><size>-1</size>` +
        '<open>false</open><since>2023-11-14T22:13:20.007+00:00</since><tags><tag>x</tag><tag></tag></tags>' +
        '<allSizes><oneSize>1</oneSize><oneSize>2</oneSize></allSizes>' +
        '<parts><part key="k" number="3"><note>n</note></part><part key=""/><part/></parts></thing>',
    );
    expect(thing.writeJson(full)).toBe(
      '{"title":"a","alias":"b","owner":"c@d","size":-1,"open":false,' +
        '"since":"2023-11-14T22:13:20.007+00:00","tags":["x",""],"allSizes":[1,2],' +
        '"parts":[{"key":"k","number":3,"note":"n"},{"key":""},{}]}',
    );
  });

  it.each([{}, { label: null, alias: null, owner: undefined, tags: null, parts: [] }])(
    'omits absent values, except for lists and mandatory texts: %p',
    (value) => {
      expect(thing.writeXml(value)).toBe(
        `${DECLARATION}<thing><alias></alias><tags/><allSizes/><parts/></thing>`,
      );
      expect(thing.writeJson(value)).toBe('{"alias":"","tags":[],"allSizes":[],"parts":[]}');
    },
  );

  it('writes dates as milliseconds in JSON on request, never in XML', () => {
    expect(thing.writeJson({ since: SINCE }, { dates: 'epoch' })).toContain(
      '"since":1700000000007,',
    );
    expect(thing.writeJson({ since: SINCE }, { dates: 'iso' })).toContain('"since":"2023-');
  });

  it('allows an order for XML different from that of JSON', () => {
    const counts = doc(
      'counts',
      { a: integer, b: integer, c: integer },
      { xmlOrder: ['c', 'a', 'b'] },
    );
    expect(counts.writeXml({ a: 1, b: 2, c: 3 })).toBe(
      `${DECLARATION}<counts><c>3</c><a>1</a><b>2</b></counts>`,
    );
    expect(counts.writeJson({ a: 1, b: 2, c: 3 })).toBe('{"a":1,"b":2,"c":3}');
  });

  it('refuses an incomplete order for XML', () => {
    const declare = (xmlOrder: ('a' | 'b')[]) => () => doc('x', { a: text, b: text }, { xmlOrder });
    expect(declare(['a'])).toThrow(TypeError);
    expect(declare(['a', 'a'])).toThrow(TypeError);
    expect(declare(['b', 'a'])).not.toThrow();
  });

  it('refuses lists whose items cannot be distinguished from an object that wraps the list', () => {
    const declare = (field: string) => () => list('one', doc('one', { [field]: text }));
    const within = (field: string) => () => doc('x', { all: declare(field)() });
    expect(within('one')).toThrow(TypeError);
    expect(within('all')).toThrow(TypeError);
    expect(within('other')).not.toThrow();
  });

  it('escapes what a reader would change, and drops what XML forbids', () => {
    const halves = [0xd800, 0xdc00].map((code) => String.fromCharCode(code));
    const forbidden = `\u0000\u0008\u001f\ufffe\uffff${halves[0]}`;
    const value = `a&<>"'\t\n\r]]>${forbidden}\u{1f600}${halves[1]}\u0085z`;
    const kept = '\u{1f600}\u0085z';
    expect(thing.writeXml({ label: value })).toContain(
      `<title>a&amp;&lt;&gt;"'\t\n&#13;]]&gt;${kept}</title>`,
    );
    expect(thing.writeXml({ parts: [{ key: value }] })).toContain(
      `<part key="a&amp;&lt;&gt;&quot;'&#9;&#10;&#13;]]&gt;${kept}"/>`,
    );
    expect(thing.writeXml({ label: '\u0001' })).toContain('<title></title>');
    expect(JSON.parse(thing.writeJson({ label: value })).title).toBe(value);
    expect(Buffer.from(thing.writeJson({ label: value })).toString()).not.toContain('\ufffd');
  });
});

describe('a list document', () => {
  const things = listDoc('things', part, { member: 'thing', item: 'one' });
  const names = listDoc('names', text, { member: 'all', item: 'name' });
  const batches = async function* <T>(...all: T[][]) {
    yield* all;
  };
  const streamed = async (pieces: AsyncGenerator<string>) => {
    const all: string[] = [];
    for await (const piece of pieces) all.push(piece);
    return all;
  };

  it('is an empty root, or a member with an empty list', async () => {
    expect(things.writeXml([])).toBe(`${DECLARATION}<things/>`);
    expect(things.writeJson([])).toBe('{"thing":[]}');
    for (const none of [batches<object>(), batches<object>([], [])]) {
      expect(await streamed(things.stream('xml', none))).toEqual([`${DECLARATION}<things/>`]);
    }
    expect(await streamed(things.stream('json', batches([])))).toEqual(['{"thing":[]}']);
  });

  it('is written item by item', () => {
    expect(things.writeXml([{ key: 'a' }, {}])).toBe(
      `${DECLARATION}<things><one key="a"/><one/></things>`,
    );
    expect(things.writeJson([{ key: 'a' }, {}])).toBe('{"thing":[{"key":"a"},{}]}');
    expect(names.writeXml(['a&b', ''])).toBe(
      `${DECLARATION}<names><name>a&amp;b</name><name></name></names>`,
    );
    expect(names.writeJson(['a"b', ''])).toBe('{"all":["a\\"b",""]}');
  });

  it('streams one text per batch, together the same document', async () => {
    const pieces = await streamed(names.stream('json', batches(['a', 'b'], [], ['c'])));
    expect(pieces).toEqual(['{"all":["a","b"', ',"c"', ']}']);
    const asXml = await streamed(names.stream('xml', batches(['a', 'b'], [], ['c'])));
    expect(asXml).toHaveLength(3);
    expect(asXml.join('')).toBe(names.writeXml(['a', 'b', 'c']));
  });

  it('passes the date format on', async () => {
    const dated = listDoc('x', doc('y', { at: date }), { member: 'y' });
    const options = { dates: 'epoch' } as const;
    const whole = '{"y":[{"at":1700000000007}]}';
    expect(dated.writeJson([{ at: SINCE }], options)).toBe(whole);
    const pieces = await streamed(dated.stream('json', batches([{ at: SINCE }]), options));
    expect(pieces.join('')).toBe(whole);
    const asXml = await streamed(dated.stream('xml', batches([{ at: SINCE }]), options));
    expect(asXml.join('')).toContain('<at>2023-11-14T22:13:20.007+00:00</at>');
  });

  it('closes the source when the consumer stops early', async () => {
    let ended = false;
    const source = async function* () {
      try {
        yield ['a'];
        yield ['b'];
      } finally {
        ended = true;
      }
    };
    for await (const piece of names.stream('xml', source())) {
      expect(piece).toContain('<name>a</name>');
      break;
    }
    expect(ended).toBe(true);
  });
});

describe('reading in JSON', () => {
  const json = (body: unknown) => readBody(thing, 'json', Buffer.from(JSON.stringify(body)));

  it.each([
    ['a list', { tags: ['a', 'b'] }, ['a', 'b']],
    ['one text', { tags: 'a' }, ['a']],
    ['one number', { tags: 5 }, ['5']],
    ['an object with the singular', { tags: { tag: ['a', 'b'] } }, ['a', 'b']],
    ['an object with the singular and one text', { tags: { tag: 'a' } }, ['a']],
    ['an object with the plural', { tags: { tags: ['a'] } }, ['a']],
    ['entries with the singular', { tags: [{ tag: 'a' }, 'b', { tag: ['c'] }] }, ['a', 'b', 'c']],
    ['absent entries', { tags: [null, 'a', false] }, ['a']],
    ['an absent singular', { tags: { tag: null } }, undefined],
    ['an object without either', { tags: {} }, []],
    ['an empty list', { tags: [] }, []],
    ['null', { tags: null }, undefined],
    ['false', { tags: false }, undefined],
  ])('reads %s as a list of texts', async (_, body, tags) => {
    expect(await json(body)).toEqual(tags === undefined ? {} : { tags });
  });

  it.each([
    ['a list', { parts: [{ key: 'a' }] }],
    ['one object', { parts: { key: 'a' } }],
    ['an object with the singular', { parts: { part: { '@key': 'a' } } }],
    ['entries with the singular', { parts: [{ part: { key: 'a' } }] }],
    ['names with @', { parts: [{ '@key': 'a' }] }],
    ['a name with @ beside an absent one', { parts: [{ key: null, '@key': 'a' }] }],
  ])('reads %s as a list of objects', async (_, body) => {
    expect(await json(body)).toEqual({ parts: [{ key: 'a' }] });
  });

  it('reads alternative names if the first name is absent', async () => {
    expect(await json({ isOpen: 'true' })).toEqual({ open: true });
    expect(await json({ isOpen: true, open: false })).toEqual({ open: false });
    expect(await json({ isOpen: true, open: null })).toEqual({ open: true });
    expect(await json({ isOpen: 'bad', open: '0' })).toEqual({ open: false });
  });

  it('reads alternative names in XML, too', async () => {
    const xml = (body: string) => readBody(thing, 'xml', Buffer.from(`<thing>${body}</thing>`));
    expect(await xml('<isOpen>true</isOpen>')).toEqual({ open: true });
    expect(await xml('<open>0</open><isOpen>true</isOpen>')).toEqual({ open: false });
    expect(await xml('<isOpen>true</isOpen><open> </open>')).toEqual({ open: true });
    expect(await xml('<isOpen>bad</isOpen><open>0</open>')).toEqual({ open: false });
    await expect(xml('<isOpen>bad</isOpen>')).rejects.toThrow('Invalid value for isOpen: bad');
    await expect(xml('<open>bad</open><isOpen>1</isOpen>')).rejects.toThrow(
      'Invalid value for open: bad',
    );
  });
});
