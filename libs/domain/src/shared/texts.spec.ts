import { cut, visible, visibleLines, wellFormed } from './texts.js';

it.each([
  ['abc', 2, 'ab'],
  ['a\u{1f600}b', 2, 'a\u{1f600}'],
  ['\u{1f600}\u{1f600}', 1, '\u{1f600}'],
  ['\ud83d\ud83d\ude00', 2, '\u{fffd}\u{1f600}'],
  ['\ude00x', 5, '\u{fffd}x'],
])('of %j %i characters are %j', (text, most, expected) => {
  expect(cut(text, most)).toBe(expected);
});

it('halves of pairs are replaced, pairs are not', () => {
  expect(wellFormed('\ud800a\udc00\u{1f600}\ud83d')).toBe('\u{fffd}a\u{fffd}\u{1f600}\u{fffd}');
});

it('control characters and line ends are escaped as in JSON', () => {
  expect(visible('a\u001b[31m\u0085\u009b\u2028\u2029\u202e\nb\u{1f600}\u{e0001}')).toBe(
    String.raw`a\u001b[31m\u0085\u009b\u2028\u2029\u202e\u000ab${'\u{1f600}'}\udb40\udc01`,
  );
  expect(visibleLines('a\tb\u009b\r\n')).toBe('a\tb\\u009b\\u000d\n');
  const text = '{"name":"\u2028\u{e0001}"}';
  expect(JSON.parse(visible(text))).toEqual(JSON.parse(text));
});
