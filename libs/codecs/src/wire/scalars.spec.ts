import {
  booleanScalar,
  integerScalar,
  jidScalar,
  jsonString,
  textScalar,
  UNUSABLE,
} from './scalars.js';

describe('a text field', () => {
  it.each([
    ['  kept as sent ', '  kept as sent '],
    ['', ''],
    [4.5, '4.5'],
    [0, '0'],
    [true, 'true'],
    [null, undefined],
    [false, undefined],
    [{}, UNUSABLE],
    [['a'], UNUSABLE],
  ])('reads the JSON value %p as %p', (value, expected) => {
    expect(textScalar.fromJson(value)).toBe(expected);
  });

  it('keeps surrounding blanks, unlike a JID', () => {
    expect(textScalar.fromText(' a \n')).toBe(' a \n');
    expect(jidScalar.fromText(' a@b \n')).toBe('a@b');
    expect(jidScalar.fromJson('\ta@b ')).toBe('a@b');
    expect(jidScalar.fromJson({})).toBe(UNUSABLE);
    expect(jidScalar.fromJson(null)).toBeUndefined();
  });
});

describe('an integer field', () => {
  it.each([
    ['7', 7],
    [' +7\n', 7],
    ['-0', 0],
    ['-2147483648', -2147483648],
    ['2147483647', 2147483647],
    ['0000000000000000000012', 12],
    ['', undefined],
    ['  ', undefined],
    ['2147483648', UNUSABLE],
    ['-2147483649', UNUSABLE],
    ['5.7', UNUSABLE],
    ['5.0', UNUSABLE],
    ['1e3', UNUSABLE],
    ['0x10', UNUSABLE],
    ['- 1', UNUSABLE],
    ['+', UNUSABLE],
    ['\u0661', UNUSABLE],
  ])('reads the text %p as %p', (text, expected) => {
    expect(integerScalar.fromText(text)).toBe(expected);
    expect(integerScalar.fromJson(text)).toBe(expected);
  });

  it.each([
    [7, 7],
    [-0, 0],
    [null, undefined],
    [false, undefined],
    [5.7, UNUSABLE],
    [2147483648, UNUSABLE],
    [true, UNUSABLE],
    [[], UNUSABLE],
  ])('reads the JSON value %p as %p', (value, expected) => {
    expect(integerScalar.fromJson(value)).toBe(expected);
  });
});

describe('a boolean field', () => {
  it.each([
    ['true', true],
    [' TRUE ', true],
    ['1', true],
    ['False', false],
    ['0', false],
    ['', undefined],
    ['yes', UNUSABLE],
    ['2', UNUSABLE],
    ['true1', UNUSABLE],
  ])('reads the text %p as %p', (text, expected) => {
    expect(booleanScalar.fromText(text)).toBe(expected);
    expect(booleanScalar.fromJson(text)).toBe(expected);
  });

  it.each([
    [true, true],
    [false, false],
    [0, false],
    [-3.5, true],
    [null, undefined],
    [{}, UNUSABLE],
  ])('reads the JSON value %p as %p', (value, expected) => {
    expect(booleanScalar.fromJson(value)).toBe(expected);
  });
});

it('escapes in JSON what JSON.stringify escapes, including unpaired surrogates', () => {
  for (const text of [
    'plain',
    'a"b',
    'a\\b',
    '\u0000\n\u001f',
    '\ud800',
    'x\udc00y',
    '\u{1f600}',
  ]) {
    expect(jsonString(text)).toBe(JSON.stringify(text));
  }
});
