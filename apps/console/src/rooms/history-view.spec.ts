import { senderIn } from './history-view';

it.each([
  ['s0077', 's0077@example.org'],
  [' s0077@other.example ', 's0077@other.example'],
  ['s0077@example.org/phone', 's0077@example.org'],
  ['  ', ''],
  ['totally not me', null],
  ['@example.org', null],
  ['/phone', null],
])('as a sender, %j means %j', (text, address) => {
  expect(senderIn(text, 'example.org')).toBe(address);
});

it('a user name means nobody while the domain is not known', () => {
  expect(senderIn('ola', null)).toBeNull();
});
