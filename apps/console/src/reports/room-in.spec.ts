import { roomIn } from './room-in';

it.each([
  ['tea@conference.example.org', { name: 'tea', service: 'conference' }],
  ['tea@rooms.other.example', null],
  ['tea@example.org', null],
  ['conference.example.org', null],
])('%s is the room %j', (jid, room) => {
  expect(roomIn(jid, 'example.org')).toEqual(room);
});

it('is none while the domain is not known', () => {
  expect(roomIn('tea@conference.example.org', null)).toBeNull();
});
