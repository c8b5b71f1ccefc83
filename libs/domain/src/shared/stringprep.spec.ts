import {
  nameprep,
  nodeprep,
  preparePassword,
  resourceprep,
  UnpreparableText,
} from './stringprep.js';

describe('nodeprep', () => {
  it.each([
    ['Ola', 'ola'],
    ['Straße', 'strasse'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφοσ'],
    ['σίσυφος', 'σίσυφοσ'],
    ['ﬁsh', 'fish'],
    ['Ⅷ', 'viii'],
    ['Å', 'å'],
    ['a\u00adb\u200bc', 'abc'],
    ['İ', 'i̇'],
    ['ı', 'ı'],
    ['ｏｌａ', 'ola'],
    ['jürgen', 'jürgen'],
    ['日本語', '日本語'],
    ['a.b-c_d', 'a.b-c_d'],
    ['😀', '😀'],
  ])('prepares %s as %s, once and for all', (text, expected) => {
    expect(nodeprep(text)).toBe(expected);
    expect(nodeprep(expected)).toBe(expected);
  });

  it.each([
    '',
    'a b',
    'a\u00a0b',
    'a"b',
    'a&b',
    "a'b",
    'a/b',
    'a:b',
    'a<b',
    'a>b',
    'a@b',
    'a\tb',
    'a\u0000b',
    'a\u007fb',
    'a\u0085b',
    '\ufffd',
    '\ue000',
    'a\u202eb',
    '\u00ad',
    'א1a',
    '℀',
  ])('refuses %j', (text) => {
    expect(() => nodeprep(text)).toThrow(UnpreparableText);
  });
});

describe('nameprep', () => {
  it.each([
    ['Example.ORG', 'example.org'],
    ['example.org.', 'example.org'],
    ['bücher.example', 'bücher.example'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '[::1]'],
    ['localhost', 'localhost'],
  ])('prepares %s as %s', (text, expected) => {
    expect(nameprep(text)).toBe(expected);
  });

  it.each(['', '.', 'a..b', 'a b', 'a/b', 'a@b', '.a', 'a"b', 'a_<b'])('refuses %j', (text) => {
    expect(() => nameprep(text)).toThrow(UnpreparableText);
  });
});

describe('resourceprep', () => {
  it('keeps case and blanks', () => {
    expect(resourceprep('My Desk')).toBe('My Desk');
  });
  it.each(['', 'a\u00a0b', 'a\u0007b'])('refuses %j', (text) => {
    expect(() => resourceprep(text)).toThrow(UnpreparableText);
  });
});

describe('preparePassword', () => {
  // RFC 4013 section 3
  it.each([
    ['I\u00adX', 'IX'],
    ['user', 'user'],
    ['USER', 'USER'],
    ['\u00aa', 'a'],
    ['\u2168', 'IX'],
    ['a\u00a0b', 'a b'],
  ])('prepares %j as %j', (text, expected) => {
    expect(preparePassword(text)).toBe(expected);
  });
  it.each(['\u0007', '\u06271', '\u00ad'])('refuses %j', (text) => {
    expect(() => preparePassword(text)).toThrow(UnpreparableText);
  });
});
