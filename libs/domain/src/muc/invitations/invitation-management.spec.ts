import { aWorld, people } from '../../../test/use-cases.js';
import type { World } from '../../../test/use-cases.js';
import { groupJids, jid } from '../../../test/muc.js';
import { NoSuchGroup, RoomNotFound } from '../errors.js';
import { aRoomRequest } from '../../testing/room-requests.js';

let world: World;
beforeEach(async () => {
  world = aWorld();
  await people(world, 'ann', 'bob', 'kim');
  await world.groups.create({ name: 'Crew', admins: ['kim'], members: ['bob'] });
});

const DEN = { service: 'conference', room: 'den' };
const heard = () => world.ports.chatServer.heard();

describe('invitations', () => {
  beforeEach(async () => {
    await world.rooms.create('conference', { roomName: 'den', password: 'open' }, aRoomRequest());
    heard();
  });
  const invited = () =>
    heard().flatMap((notice) =>
      typeof notice === 'object' && 'invitations' in notice ? notice.invitations : [],
    );

  it('go once each to people, to resources, and to everyone in groups', async () => {
    await world.invitations.invite(DEN, 'kim', { reason: 'tea' });
    expect(invited()).toEqual([{ to: jid('kim'), reason: 'tea', password: 'open' }]);
    const jidsToInvite = ['far@other.example/desk', 'Crew', 'bob@example.org', 'bob'];
    await world.invitations.inviteAll(DEN, { jidsToInvite });
    expect(invited().map(({ to }) => to)).toEqual([
      'far@other.example/desk',
      jid('bob'),
      jid('kim'),
    ]);
  });

  it('need a room, an invitee and a chat server', async () => {
    const { invitations } = world;
    await expect(invitations.invite({ ...DEN, room: 'x' }, 'kim', null)).rejects.toThrow(
      RoomNotFound,
    );
    await expect(invitations.invite(DEN, '@', null)).rejects.toThrow(
      'Unable to parse value as jid',
    );
    await expect(invitations.invite(DEN, groupJids.jidOf('Gone'), null)).rejects.toThrow(
      'Could not find group',
    );
    await expect(
      invitations.inviteAll(DEN, { jidsToInvite: ['kim', groupJids.jidOf('Gone')] }),
    ).rejects.toThrow(NoSuchGroup);
    expect(invited()).toEqual([]);
    world.ports.chatServer.away = true;
    await expect(invitations.invite(DEN, 'kim', null)).rejects.toThrow('cannot be reached');
  });
});
