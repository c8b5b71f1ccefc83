import { jest } from '@jest/globals';
import { nameprep, nodeprep, saslprep, resourceprep, UnpreparableText } from './stringprep.js';

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
  ])('prepares %s as %s, once and for all', (text, expected) => {
    expect(nodeprep(text, 'stored')).toBe(expected);
    expect(nodeprep(expected, 'stored')).toBe(expected);
    expect(nodeprep(text, 'query')).toBe(expected);
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
    'Rt\u07bc',
    'f\u05fd',
    '\u1d51',
    '😀',
    '\u{fffff}',
  ])('refuses %j', (text) => {
    expect(() => nodeprep(text, 'stored')).toThrow(UnpreparableText);
  });
});

describe('nodeprep of what was stored under older rules', () => {
  it.each(['rt\u07bc', 'f\u05fd', '\u014b', '😀', 'א1a', '\ua641', '\u1e9e'])(
    'leaves %s',
    (stored) => {
      expect(nodeprep(stored, 'query')).toBe(stored);
    },
  );

  it('maps and normalises nothing that Unicode 3.2 had not assigned', () => {
    expect(nodeprep('\u1d51\ua640A', 'query')).toBe('\u1d51\ua640a');
  });

  it('normalises as Unicode 3.2 did', () => {
    expect(nodeprep('\u{2f868}', 'stored')).toBe('\u{2136a}');
  });

  it.each(['a b', 'a\ue000', '\u00ad'])('refuses %j all the same', (text) => {
    expect(() => nodeprep(text, 'query')).toThrow(UnpreparableText);
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
    expect(nameprep(text, 'stored')).toBe(expected);
  });

  it.each(['', '.', 'a..b', 'a b', 'a/b', 'a@b', '.a', 'a"b', 'a_<b'])('refuses %j', (text) => {
    expect(() => nameprep(text, 'stored')).toThrow(UnpreparableText);
  });
});

describe('resourceprep', () => {
  it('keeps case and blanks', () => {
    expect(resourceprep('My Desk', 'stored')).toBe('My Desk');
    expect(resourceprep('My\u00a0Desk', 'stored')).toBe('My Desk');
  });
  it.each(['', 'a\u1680b', 'a\u0007b'])('refuses %j', (text) => {
    expect(() => resourceprep(text, 'stored')).toThrow(UnpreparableText);
  });
});

describe('saslprep', () => {
  // RFC 4013 section 3
  it.each([
    ['I\u00adX', 'IX'],
    ['user', 'user'],
    ['USER', 'USER'],
    ['\u00aa', 'a'],
    ['\u2168', 'IX'],
    ['a\u00a0b', 'a b'],
    ['a\u200bb', 'a b'],
    ['a\u1d51', 'a\u1d51'],
    ['😀', '😀'],
  ])('prepares %j as %j', (text, expected) => {
    expect(saslprep(text)).toBe(expected);
  });
  it.each(['\u0007', '\u06271', '\u00ad', 'a\u07bc'])('refuses %j', (text) => {
    expect(() => saslprep(text)).toThrow(UnpreparableText);
  });
});

describe('texts of more than 1,023 bytes', () => {
  const WORST = [
    'a' + '\u0301\u0316'.repeat(100_000),
    '\ufdfa'.repeat(100_000),
    '\u1100\u1161\u11a8'.repeat(100_000),
    '\u0390'.repeat(100_000),
    'x'.repeat(1024),
    '\u00e9'.repeat(512),
  ];
  const normalized = jest.spyOn(String.prototype, 'normalize');
  beforeEach(() => normalized.mockClear());
  afterAll(() => normalized.mockRestore());

  it.each([
    ['nodeprep', (text: string) => nodeprep(text, 'query')],
    ['nameprep', (text: string) => nameprep(text, 'query')],
    ['resourceprep', (text: string) => resourceprep(text, 'query')],
    ['saslprep', saslprep],
  ])('are refused by %s before they are normalised', (_name, prepareText) => {
    for (const text of WORST) expect(() => prepareText(text)).toThrow(UnpreparableText);
    expect(normalized).not.toHaveBeenCalled();
  });

  it.each(['\ufb01', '\u0390', '\ud55c', '\u03a3'])(
    'short ones of %j are normalised once: what a character becomes is known',
    (character) => {
      nodeprep(character, 'stored');
      normalized.mockClear();
      nodeprep(character.repeat(300), 'stored');
      expect(normalized).toHaveBeenCalledTimes(1);
    },
  );

  it('are none when they have just 1,023', () => {
    expect(saslprep('x'.repeat(1023))).toHaveLength(1023);
    expect(saslprep('\u00e9'.repeat(511))).toHaveLength(511);
  });
});
