import fc from 'fast-check';
import { parsedElement } from './element.js';
import { plainElement } from './plain-element.js';

const USUAL = [
  '<message/>',
  '<message type="groupchat" id="m1"><body>Said, "here" &amp; there</body></message>',
  `<message xmlns='jabber:client' xml:lang='de' to="a@b"><body>\u{1f600} &lt;&gt;&quot;&apos;</body><x xmlns="jabber:x:event"/><thread>t</thread></message>`,
  '<a\n\tb="1" ><c></c> <c/>\n</a>',
  '<a xmlns="urn:a"><b xmlns=""><c/></b></a>',
];

it.each(USUAL)('reads %s as the parser does', (text) => {
  expect(parsedElement(text)).not.toBeNull();
  expect(plainElement(text)).toEqual(parsedElement(text));
});

const UNUSUAL = [
  ...['', ' <a/>', '<a/> ', '<a/><b/>', '<a>', '</a>', '<a></b>', '<a>]]></a>', '<a>\r\n</a>'],
  ...['<a b="1"c="2"/>', '<a b="1" b="2"/>', '<a b="<"/>', '<a b="\t"/>', '<a b=1/>', '<a b/>'],
  ...['<a>&#65;</a>', '<a>&other;</a>', '<a>&</a>', '<a>& b;</a>', '<p:a xmlns:p="urn:p"/>'],
  ...['<a><!-- --></a>', '<a><![CDATA[b]]></a>', '<?xml version="1.0"?><a/>', '<!DOCTYPE a><a/>'],
  ...['<a xmlns=" urn:a"/>', '<a xmlns="http://www.w3.org/2000/xmlns/"/>', '<a>\0</a>', '<ä/>'],
  ...['<a>\ud800</a>', '<a>\uffff</a>', '\ufeff<a/>', '<a b="&constructor;"/>', '<a b = "1"/>'],
  '<a>'.repeat(201) + '</a>'.repeat(201),
  `<a${Array.from({ length: 33 }, (_, n) => ` b${n}=""`).join('')}/>`,
];

it.each(UNUSUAL)('leaves %j to the parser', (text) => {
  expect(plainElement(text)).toBeUndefined();
});

const name = fc.constantFrom('a', 'b', 'x-1', '_c', 'a.b', 'p:a', 'ä', '1');
const value = fc.constantFrom(
  ...['', '1', 'a b', '&amp;', '&#10;', '&no;', '\t', '>', ']]>', "'", '"', '\ud800', '\u{1f600}'],
  ...['urn:a', ' urn:a', 'http://www.w3.org/2000/xmlns/', '\u0085', '\u2028'],
);
const attribute = fc
  .tuple(
    fc.constantFrom(' ', '  ', '\n', ''),
    fc.oneof(name, fc.constantFrom('xmlns', 'xml:lang', 'xml:b', 'xmlns:p', 'xml', 'xml:')),
    fc.constantFrom('=', ' = '),
    fc.constantFrom('"', "'"),
    value,
  )
  .map(([space, key, is, quote, text]) => `${space}${key}${is}${quote}${text}${quote}`);
const between = fc.oneof(
  value,
  fc.constantFrom('<!-- a -->', '<![CDATA[a]]>', '<?a b?>', '\r\n', '&lt;', '\x7f', '<', '\ufffe'),
);
const { document } = fc.letrec<{ document: string }>((tie) => ({
  document: fc
    .tuple(
      name,
      fc.array(attribute, { maxLength: 3 }),
      fc.array(fc.oneof({ maxDepth: 4 }, between, tie('document')), { maxLength: 3 }),
      fc.constantFrom('', ' '),
      fc.boolean(),
    )
    .map(([tag, attributes, children, space, isEmpty]) =>
      isEmpty
        ? `<${tag}${attributes.join('')}${space}/>`
        : `<${tag}${attributes.join('')}${space}>${children.join('')}</${tag}>`,
    ),
}));

it('makes what the parser makes, or nothing', () => {
  let made = 0;
  fc.assert(
    fc.property(document, (text) => {
      const plain = plainElement(text);
      if (plain === undefined) return;
      made += 1;
      expect(plain).toEqual(parsedElement(text));
    }),
    { numRuns: 2_000 },
  );
  expect(made).toBeGreaterThan(100);
});
