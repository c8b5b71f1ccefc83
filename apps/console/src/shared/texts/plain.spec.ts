import { plain } from './plain';

it.each([
  ['plain text', 'plain text'],
  ['a\u0000b\tc', 'a␀b␉c'],
  ['\u202egnp.exe', '⟨202E⟩gnp.exe'],
  ['👩‍🚀', '👩‍🚀'],
  ['<img src=x>', '<img src=x>'],
])('%j is shown as %j', (text, shown) => {
  expect(plain(text)).toBe(shown);
});
