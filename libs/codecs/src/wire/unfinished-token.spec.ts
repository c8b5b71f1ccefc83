import { SaxesParser } from 'saxes';
import { takeUnfinishedText } from './unfinished-token.js';

/** All text events when `pieces` are written one by one. */
function texts(...pieces: readonly string[]): string[] {
  const told: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  const onText = (text: string) => void told.push(text);
  parser.on('text', onText);
  parser.on('cdata', onText);
  for (const piece of pieces) {
    parser.write(piece);
    takeUnfinishedText(parser, onText);
  }
  parser.close();
  return told;
}

/** What the parser still buffers. */
function held(piece: string): string | undefined {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('text', () => undefined);
  parser.write(piece);
  takeUnfinishedText(parser);
  return (parser as unknown as { readonly text?: string }).text;
}

describe('an unfinished text', () => {
  it.each([
    ['plain', ['<a>b', 'c', 'd</a>'], ['b', 'c', 'd']],
    ['before a reference', ['<a>b&am', 'p;c</a>'], ['b', '&c']],
    ['a CDATA section', ['<a><![CDATA[b', 'c]', ']', ']>d</a>'], ['b', 'c', ']', 'd']],
  ])('is emitted piece by piece: %s', (_, pieces, expected) => {
    expect(texts(...pieces)).toEqual(expected);
  });

  it('still must not contain the end of a CDATA section', () => {
    expect(() => texts('<a>b]', ']', '></a>')).toThrow(/disallowed/);
  });

  it('is left alone in an attribute', () => {
    expect(held('<a b="c&#65;d')).toBe('cAd');
    expect(held('<a b="c&#65;d&#6')).toBe('cAd');
  });
});

it.each([
  ['a comment', '<a><!-- b'],
  ['a comment with a dash', '<a><!-- b-'],
  ['a processing instruction', '<a><?b c'],
  ['a processing instruction with a question mark', '<a><?b c?'],
])('ignored content is not buffered: %s', (_, piece) => {
  expect(held(piece)).toBe('');
});
