import { stanzaText } from './stanza-text.js';

it.each([
  ['Zoë, 茶 and 🍵\twith\r\nlines', 'Zoë, 茶 and 🍵\twith\r\nlines'],
  ['a\u0000b\u0001c\u000bd\u001fe\ufffef\uffff', 'abcdef'],
  ['\ud83c half of a pair', ' half of a pair'],
  ['\u0007', ''],
])('%j becomes %j', (text, expected) => {
  expect(stanzaText(text)).toBe(expected);
});
