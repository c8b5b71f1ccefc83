import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { isDnsLabel } from './domain-label.js';

it.each([
  ['a', true],
  ['a-b', true],
  ['-b', false],
  ['b-', false],
  ['x'.repeat(63), true],
  ['x'.repeat(64), false],
  ['bücher', true],
  ['ü'.repeat(57), true],
  ['ü'.repeat(58), false],
  [`${'x'.repeat(54)}ü`, true],
  [`${'x'.repeat(56)}ü`, false],
])('%s: %s', (label, expected) => {
  expect(isDnsLabel(label)).toBe(expected);
});

it('is as long as what Node makes of it', () => {
  const letter = fc.constantFrom('a', 'x', '7', '-', 'ü', 'ß', 'ж', 'я', '語', '漢', '\u{10330}');
  fc.assert(
    fc.property(fc.array(letter, { minLength: 1, maxLength: 62 }), (letters) => {
      const label = letters.join('');
      const ascii = domainToASCII(label);
      fc.pre(ascii !== '' && /[^\x00-\x7f]/.test(label));
      const isWithin = ascii.length <= 63 && !label.startsWith('-') && !label.endsWith('-');
      expect(isDnsLabel(label)).toBe(isWithin);
    }),
    { numRuns: 2000 },
  );
});
