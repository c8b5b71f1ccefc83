import { UnknownMember, UnreadableBody } from './body-faults.js';
import { readMergePatch } from './merge-patch.js';
import { alsoRead, boolean, doc, integer, list, looseText, named, text } from './schema.js';

const shedDoc = doc('shed', {
  name: named('shedName', text),
  note: text,
  open: alsoRead(['isOpen', 'isopen'], boolean),
  doors: integer,
  tools: alsoRead(['tool'], list('tool', text)),
});
const read = (value: unknown) => readMergePatch(shedDoc, value);

it('members are read as in the document, those that are absent stay so', () => {
  expect(read({})).toEqual({});
  expect(read({ shedName: 'a', isopen: 'true', doors: '2', tools: ['x'] })).toEqual({
    ...{ name: 'a', open: true, doors: 2, tools: ['x'] },
  });
});

it('members are known by their older names, the newer wins', () => {
  expect(read({ isOpen: 1, tool: 'x' })).toEqual({ open: true, tools: ['x'] });
  expect(read({ tool: ['x'], tools: [], open: false, isopen: true })).toEqual({
    ...{ tools: [], open: false },
  });
  expect(read({ tool: null })).toEqual({ tools: null });
});

it('null, and what counts as absent, clears', () => {
  expect(read({ shedName: null, note: false, isopen: null, doors: '', tools: null })).toEqual({
    ...{ name: null, note: null, open: null, doors: null, tools: null },
  });
});

it.each([undefined, null, [], 'x', 1, true])('%p is no patch', (value) => {
  expect(() => read(value)).toThrow(new UnreadableBody('a merge patch is a JSON object', ''));
});

it.each(['name', 'SHEDNAME', 'constructor', '__proto__', '@note', ''])(
  'the member %p is unknown',
  (name) => {
    const value: unknown = JSON.parse(`{"note":"x",${JSON.stringify(name)}:1}`);
    expect(() => read(value)).toThrow(new UnknownMember(name, ['note']));
  },
);

it('a value of a wrong type is refused as in the document', () => {
  expect(() => read({ doors: 'two' })).toThrow('Invalid value for doors: two');
});

const property = doc('property', { key: text, value: looseText });
const signDoc = doc('sign', {
  text: named('words', text),
  properties: list('property', property, {
    map: ['key', 'value'],
    limit: { things: 'properties', most: 3 },
  }),
});

it('a map in place of a list sets and removes entries', () => {
  expect(readMergePatch(signDoc, { properties: { a: 'x', b: null, property: 1 } })).toEqual({
    properties: new Map([
      ['a', 'x'],
      ['b', null],
      ['property', '1'],
    ]),
  });
});

it.each([[[]], [{ property: [] }], [{ property: {} }]])('%j is a list all the same', (list) => {
  const { properties } = readMergePatch(signDoc, { properties: list });
  expect(Array.isArray(properties)).toBe(true);
});

it('a map has the limit of the list', () => {
  const three = { a: 'x', b: null, c: 'y' };
  expect(readMergePatch(signDoc, { properties: three })).toBeDefined();
  expect(() => readMergePatch(signDoc, { properties: { ...three, d: null } })).toThrow(
    'The request body has too many properties: more than 3',
  );
});

it('what cannot be cleared is refused by its name, without a value', () => {
  const patch = (value: unknown) => readMergePatch(signDoc, value, ['text']);
  expect(patch({ words: 'x', properties: null })).toEqual({ text: 'x', properties: null });
  expect(() => patch({ words: null })).toThrow(/^Invalid value for words$/);
});
