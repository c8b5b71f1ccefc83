import { readDescribedXml } from '../support/described-xml.js';
import type { XmlSchema } from '../support/described-xml.js';

const ENTRY: XmlSchema = {
  type: 'object',
  properties: { key: { type: 'string', xml: { attribute: true } }, size: { type: 'integer' } },
  xml: { name: 'thing' },
};
const NAMES: XmlSchema = {
  type: 'object',
  properties: {
    open: { type: 'boolean' },
    names: {
      type: 'array',
      items: { type: 'string', xml: { name: 'name' } },
      xml: { wrapped: true },
    },
  },
  xml: { name: 'list' },
};
const THINGS: XmlSchema = {
  type: 'object',
  properties: { all: { type: 'array', items: { $ref: '#/thing' } } },
  xml: { name: 'things' },
};

const read = (text: string, schema: XmlSchema) => readDescribedXml(text, schema, () => ENTRY);

describe('XML read by its description alone', () => {
  it('has the types, attributes and lists of the schema', () => {
    expect(
      read('<list><open>true</open><names><name>a</name><name>1</name></names></list>', NAMES),
    ).toEqual({
      value: { open: true, names: ['a', '1'] },
      faults: [],
    });
    expect(read('<things><thing key="k"><size>7</size></thing></things>', THINGS)).toEqual({
      value: { all: [{ key: 'k', size: 7 }] },
      faults: [],
    });
  });

  it('keeps what the schema does not name, for its closed form to refuse', () => {
    expect(read('<things><thing at="x"><more>k</more></thing></things>', THINGS)).toEqual({
      value: { all: [{ at: 'x', more: 'k' }] },
      faults: [],
    });
  });

  it.each([
    ['<lists/>', 'the root element is lists instead of list'],
    ['<list><names><item>a</item></names></list>', 'names has item instead of name'],
    ['<list><names/><names/></list>', 'list has names more than once'],
    ['<list><open><deep/>true</open></list>', 'open has deep'],
    ['<list open="true"/>', 'open is an attribute of list'],
    ['<list>text</list>', 'list has text'],
    ['<list><open since="1">true</open></list>', 'open has the attribute since'],
  ])('tells what does not fit: %s', (text, fault) => {
    expect(read(text, NAMES).faults).toEqual([fault]);
  });

  it('tells an element where the schema has an attribute', () => {
    const { faults } = read('<things><thing><key>k</key></thing></things>', THINGS);
    expect(faults).toEqual(['key is an element of thing']);
  });
});
