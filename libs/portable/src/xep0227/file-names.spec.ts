import { fileName, hrefOf } from './file-names.js';

it.each([
  ['kim', 'kim.xml', 'users/kim.xml'],
  ['a\\b', 'a%5cb.xml', 'users/a%255cb.xml'],
  ['a%5cb', 'a%255cb.xml', 'users/a%25255cb.xml'],
  ['..', '%2e%2e.xml', 'users/%252e%252e.xml'],
  ['é', '%c3%a9.xml', 'users/%25c3%25a9.xml'],
])('the file of %s', (username, file, href) => {
  expect(fileName(username)).toBe(file);
  expect(hrefOf(`users/${file}`)).toBe(href);
  expect(decodeURIComponent(href)).toBe(`users/${file}`);
});

it('long names are cut, and stay apart', () => {
  const names = ['é'.repeat(64), `${'é'.repeat(63)}ê`].map(fileName);
  expect(new Set(names).size).toBe(2);
  for (const name of names) {
    expect(Buffer.byteLength(name)).toBeLessThan(256);
    expect(name).toMatch(/^(%[0-9a-f]{2})+-[0-9a-f]{16}\.xml$/);
  }
});
