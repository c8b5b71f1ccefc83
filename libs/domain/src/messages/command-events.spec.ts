import { inMemoryPorts } from '../testing/in-memory-ports.js';
import { createUseCases } from '../use-cases.js';
import { username } from '../users/user.js';
import type { LiveSession } from '../chat-server/live-session.js';
import { aRoomRequest } from '../testing/room-requests.js';

const ola = username('ola')!;
const TEA = { service: 'conference', room: 'tea' };

const session: LiveSession = {
  ...{ jid: 'ola@example.org/desk', username: 'ola', resource: 'desk', nodeId: 'spy' },
  ...{ status: 'Authenticated', presence: null, hostAddress: '192.0.2.7', hostName: null },
  ...{ createdAt: new Date(0), lastActiveAt: new Date(0), secure: true },
};

async function aWorld() {
  const ports = inMemoryPorts();
  const options = { securityPropertiesOpen: false, auditWriteOnly: false };
  const useCases = createUseCases(ports, options);
  await useCases.users.create({ username: ola, password: 'p1-secret' });
  await useCases.rooms.create('conference', { roomName: 'tea' }, aRoomRequest());
  await useCases.groups.create({ name: 'Crew & co', members: ['ola'] });
  ports.chatServer.present = [session];
  ports.chatServer.inRooms.set('tea@conference', [
    { nickname: 'Ola N', jid: session.jid, role: 'participant', affiliation: 'none' },
  ]);
  const events = () =>
    ports.events.added
      .splice(0)
      .map(({ type, object }) => [type, object])
      .filter(([type]) => /session|occupant|message/.test(type!));
  return { ...useCases, ports, events };
}

it('what is done to those who are there is an event, once the chat server has done it', async () => {
  const { sessions, occupants, messages, events } = await aWorld();
  await sessions.close('OLA');
  await sessions.closeOne('Ola', 'desk', 'Away');
  await occupants.kick(TEA, 'Ola N');
  await occupants.changeRole(TEA, 'Ola N', { role: 'visitor' });
  await sessions.broadcast('x');
  await messages.toUser('Ola', { body: 'x' });
  await messages.toGroup('Crew & co', { body: 'x' });
  await messages.toRoom(TEA, { body: 'x' });
  expect(events()).toEqual([
    ['session.closed', '/sessions/ola'],
    ['session.closed', '/sessions/ola/desk'],
    ['occupant.removed', '/chatrooms/tea/occupants/Ola%20N?servicename=conference'],
    ['message.sent', '/messages/users'],
    ['message.sent', '/messages/users/ola'],
    ['message.sent', '/messages/groups/Crew%20%26%20co'],
    ['message.sent', '/messages/chatrooms/tea?servicename=conference'],
  ]);
});

it('who is removed from a room is named, once for all resources (CK-17)', async () => {
  const { occupants, ports } = await aWorld();
  const there = ['ola@example.org/desk', 'Zoë@far.example/x', 'ola@example.org/phone'];
  ports.chatServer.inRooms.set(
    'tea@conference',
    there.map((jid) => ({ nickname: 'N', jid, role: 'participant', affiliation: 'none' })),
  );
  await occupants.kick(TEA, 'N');
  expect(ports.events.added).toContainEqual({
    type: 'occupant.removed',
    object: '/chatrooms/tea/occupants/N?servicename=conference',
    removed: ['occupant:ola@example.org', 'occupant:zoë@far.example'],
  });
});

it('what reaches nobody, or fails, is none', async () => {
  const { sessions, occupants, messages, ports, events } = await aWorld();
  await sessions.close('nobody');
  ports.chatServer.away = true;
  await expect(sessions.close('ola')).rejects.toThrow('cannot be reached');
  await expect(sessions.closeOne('ola', 'desk')).rejects.toThrow('cannot be reached');
  await expect(occupants.kick(TEA, 'Ola N')).rejects.toThrow('cannot be reached');
  await expect(messages.toUser('ola', { body: 'x' })).rejects.toThrow('cannot be reached');
  expect(events()).toEqual([]);
});
