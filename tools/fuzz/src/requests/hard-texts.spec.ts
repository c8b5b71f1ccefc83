import { wellFormed } from '@chat-admin/domain/shared/texts';
import { Random } from '../random.js';
import { HARD_TEXTS } from './hard-texts.js';
import type { HardTexts } from './hard-texts.js';

const many = (kind: HardTexts): string[] =>
  Array.from({ length: 2_000 }, (_one, index) => HARD_TEXTS[kind](new Random(index)));

const isWhole = (text: string): boolean => wellFormed(text) === text;

describe('HARD_TEXTS', () => {
  it.each(['\u0301\u0316', '\ufdfa', '\u1100\u1161\u11a8', '\u0390', ',', '\n'])(
    'has %j from what fields take to what no field takes',
    (repeated) => {
      const texts = many('quadratic texts').filter((text) => text.includes(repeated.repeat(20)));
      expect(texts.some((text) => text.length < 300)).toBe(true);
      expect(texts.some((text) => text.length > 50_000)).toBe(true);
    },
  );

  it('has halves of pairs, and pairs that end up where the summary of an audit entry is cut', () => {
    const texts = many('surrogates');
    expect(texts.some((text) => !isWhole(text))).toBe(true);
    const halved = texts.filter((text) => isWhole(text) && !isWhole(text.slice(0, 250)));
    expect(halved.length).toBeGreaterThan(0);
  });

  it.each(['secret', 'service', 'userservice', 'chat server', 'command line', 'Anonymous', '-'])(
    'has the label %s',
    (label) => {
      expect(many('labels as names')).toContain(label);
    },
  );
});
