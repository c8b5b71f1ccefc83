import { usernameOf } from './username-of';

it.each([
  ['ola@example.org', 'ola'],
  ['ola@example.org/desk@home', 'ola'],
  ['d\\27artagnan@example.org', 'd\\27artagnan'],
  ['ola@other.example', null],
  ['example.org', null],
  ['@example.org', null],
  ['', null],
])('%s is the account %s', (jid, username) => {
  expect(usernameOf(jid, 'example.org')).toBe(username);
});

it('is of no account while the domain is not known', () => {
  expect(usernameOf('ola@example.org', null)).toBeNull();
});
