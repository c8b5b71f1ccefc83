import fc from 'fast-check';
import { JsonList } from '@chat-admin/domain/shared/json-list';
import { attr, doc, integer, list, looseText, text } from './schema.js';

const property = doc('property', { key: attr(text), value: attr(looseText) });
const owner = doc('owner', { properties: list('property', property) });

interface Property {
  readonly key: string;
  readonly value: string;
}

/** As PostgreSQL writes `jsonb`. */
function stored(properties: readonly Property[]): JsonList<Property> {
  const items = properties.map(
    ({ key, value }) => `{"key": ${JSON.stringify(key)}, "value": ${JSON.stringify(value)}}`,
  );
  return new JsonList(`[${items.join(', ')}]`);
}

function bothAs(properties: readonly Property[]) {
  const parsed = { properties };
  const unparsed = { properties: stored(properties) };
  return {
    json: [owner.writeJson(unparsed), owner.writeJson(parsed)],
    xml: [owner.writeXml(unparsed), owner.writeXml(parsed)],
  };
}

const awkward = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    '"',
    '\\',
    ', ',
    '": "',
    '", "value": "',
    '"}, {"key": "',
    '}]',
    '<&>',
    '\t\n',
  ),
);

describe('a stored list', () => {
  it('is written like the parsed one, whatever its texts are', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ key: awkward, value: awkward })), (properties) => {
        const { json, xml } = bothAs(properties);
        expect(json[0]).toBe(json[1]);
        expect(xml[0]).toBe(xml[1]);
      }),
    );
  });

  it.each([
    ['no items', []],
    [
      'plain texts',
      [
        { key: 'desk', value: '4B' },
        { key: 'floor', value: '' },
      ],
    ],
    ['a text of many characters', [{ key: 'key', value: 'x'.repeat(20_000) }]],
  ])('is written like the parsed one with %s', (_, properties) => {
    const { json, xml } = bothAs(properties);
    expect(json[0]).toBe(json[1]);
    expect(xml[0]).toBe(xml[1]);
  });

  it('is not parsed while its texts need no escapes', () => {
    const plain = stored([{ key: 'desk', value: '4B' }]);
    const unread = Object.defineProperty(plain, Symbol.iterator, {
      value: () => {
        throw new Error('parsed');
      },
    });
    expect(owner.writeJson({ properties: unread })).toBe(
      '{"properties":[{"key":"desk","value":"4B"}]}',
    );
    expect(owner.writeXml({ properties: unread })).toContain('<property key="desk" value="4B"/>');
  });

  it('of items that have other values than texts is parsed', () => {
    const seat = doc('seat', { row: integer, label: text });
    const hall = doc('hall', { seats: list('seat', seat) });
    const seats = new JsonList<{ row: number; label: string }>('[{"row": 1, "label": "a"}]');
    expect(hall.writeJson({ seats })).toBe('{"seats":[{"row":1,"label":"a"}]}');
  });
});
