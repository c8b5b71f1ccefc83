import { namedBy, whoOf } from './named';

it.each([
  ['/users/ola', { kind: 'person', name: 'ola' }],
  ['/lockouts/o%20la', { kind: 'person', name: 'o la' }],
  ['/sessions/ola/desk', { kind: 'person', name: 'ola' }],
  ['/messages/users/ola', { kind: 'person', name: 'ola' }],
  ['/messages/groups/7a%2Fb', { kind: 'group', name: '7a/b' }],
  ['/groups/7a', { kind: 'group', name: '7a' }],
  ['/chatrooms/den', { kind: 'room', name: 'den', id: 'conference' }],
  ['/chatrooms/den?servicename=games', { kind: 'room', name: 'den', id: 'games' }],
  ['/no/such', { kind: 'text', name: '/no/such' }],
])('%s is about %j', (address, named) => {
  expect(namedBy(address)).toEqual(named);
});

it('accounts and known keys have a page, parts of the service have none', () => {
  expect(whoOf('ola')).toEqual({ kind: 'person', name: 'ola' });
  expect(whoOf('key:portal', 'abcdefghij')).toEqual({
    kind: 'key',
    name: 'portal',
    id: 'abcdefghij',
  });
  expect(whoOf('key:portal')).toEqual({ kind: 'text', name: 'portal' });
  expect(whoOf('command line')).toEqual({ kind: 'text', name: 'command line' });
});
