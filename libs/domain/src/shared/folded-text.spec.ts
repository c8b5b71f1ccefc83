import { jest } from '@jest/globals';
import { foldedText, searchedParts, spellingsOf } from './folded-text.js';

it.each([
  ['Schäfer', 'schafer'],
  ['Scha\u0308fer', 'schafer'],
  ["O'Brien, O’BRIEN", 'obrien, obrien'],
  ['Łukasz Jørgensen', 'lukasz jorgensen'],
  ['GROẞ, groß', 'gross, gross'],
  ['Yılmaz, İstanbul', 'yilmaz, istanbul'],
  ['ΟΔΟΣ, οδός', 'οδοσ, οδοσ'],
  ['你好 100%_\\', '你好 100%_\\'],
])('%s is folded to %s', (text, folded) => {
  expect(foldedText(text)).toBe(folded);
});

it('a name is also found as others write it', () => {
  expect(spellingsOf('Schäfer')).toEqual(['schafer', 'schaefer']);
  expect(spellingsOf('schaefer')).toEqual(['schaefer', 'schafer']);
  expect(spellingsOf('Åse')).toEqual(['ase', 'aase']);
  expect(spellingsOf('Kim')).toEqual(['kim']);
});

it('words are looked for by themselves, unless one is short or they are many', () => {
  const isLong = (part: string) => part.length > 2;
  expect(searchedParts(' mayer  mia ', isLong)).toEqual(['mayer', 'mia']);
  expect(searchedParts('about a', isLong)).toEqual(['about a']);
  const many = Array.from({ length: 11 }, () => 'mia').join(' ');
  expect(searchedParts(many, isLong)).toEqual([many]);
});

it('a long text takes no time that grows with the square of it', () => {
  const normalized = jest.spyOn(String.prototype, 'normalize');
  foldedText(`a${'\u0301\u0316'.repeat(10_000)}`);
  expect(Math.max(...normalized.mock.contexts.map((text) => String(text).length))).toBe(1);
  normalized.mockRestore();
});
