import { generatePassword, UNAMBIGUOUS } from './passwords';

it('A generated password has 16 of 57 characters that cannot be confused', () => {
  expect(new Set(UNAMBIGUOUS).size).toBe(57);
  expect(UNAMBIGUOUS).not.toMatch(/[0O1lI]/);
  const many = Array.from({ length: 500 }, () => generatePassword());
  for (const one of many) expect(one).toMatch(new RegExp(`^[${UNAMBIGUOUS}]{16}$`));
  expect(new Set(many).size).toBe(500);
  expect(new Set(many.join('')).size).toBe(57);
});
