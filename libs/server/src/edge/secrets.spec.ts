import { SecretCheck } from './secrets.js';

describe('SecretCheck', () => {
  const check = new SecretCheck();

  it.each([
    ['sesame', 'sesame', true],
    ['sesame', 'Sesame', false],
    ['sesame', '', false],
    ['', '', false],
    ['schlüssel', 'schlüssel', true],
  ])('stored %j, offered %j: %s', (stored, offered, expected) => {
    expect(check.matches(stored, offered)).toBe(expected);
  });

  it('treats a header as the bytes it represents', () => {
    const header = Buffer.from('schlüssel').toString('latin1');
    expect(check.matches('schlüssel', header, 'latin1')).toBe(true);
  });
});
