import { escapedUsername } from './escaped-username.js';

describe('escapedUsername', () => {
  it.each([
    [' Ann ', 'ann'],
    ['ann@example.org', 'ann\\40example.org'],
    ['ann b', 'ann\\20b'],
    ['a"b&c\'d/e:f<g>h', 'a\\22b\\26c\\27d\\2fe\\3af\\3cg\\3eh'],
    ['a\\b', 'a\\b'],
    ['a\\40b', 'a\\5c40b'],
    ['', null],
    ['   ', null],
    ['a\tb', null],
    ['a'.repeat(65), null],
  ])('makes %j %j', (text, expected) => {
    expect(escapedUsername(text, 'stored')).toBe(expected);
  });
});
