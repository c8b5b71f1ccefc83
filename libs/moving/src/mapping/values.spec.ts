import type { Note } from './outcome.js';
import { cleanText, cutText, optionalText } from './values.js';

let notes: Note[];
beforeEach(() => (notes = []));
const told = () => notes.map(({ code, field }) => [code, field]);

it.each([
  ['a\ud800b', 'a\u{fffd}b', 'a lone surrogate'],
  ['\udc00', '\u{fffd}', 'the second half alone'],
  ['a\u{fffd}', 'a\u{fffd}', 'what the source had lost already'],
])('%j becomes %j, and is reported: %s', (text, stored) => {
  expect(cleanText(text, notes, 'name')).toBe(stored);
  expect(told()).toEqual([['text-damaged', 'name']]);
});

it.each([
  ['😀 \u{10ffff}', '😀 \u{10ffff}'],
  ['a\0b', 'ab'],
])('%j is whole as %j', (text, stored) => {
  expect(cleanText(text, notes, 'name')).toBe(stored);
  expect(told()).toEqual([]);
});

it('empty is absent, and blank where that means none', () => {
  const read = (text: string | null, blank = false) => optionalText(text, notes, 'name', { blank });
  expect([read(null), read(''), read('\0'), read(' '), read(' ', true)]).toEqual([
    ...[null, null, null, ' ', null],
  ]);
});

it('cuts between characters, and says so', () => {
  expect(cutText('😀😀😀', 2, notes, 'name')).toBe('😀😀');
  expect(cutText('😀😀', 2, notes, 'email')).toBe('😀😀');
  expect(told()).toEqual([['text-cut', 'name']]);
});
