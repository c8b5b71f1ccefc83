import { ANY_MESSAGE } from '../history/room-history.js';
import { all, aWorld, people, stored } from '../../../test/use-cases.js';
import type { World } from '../../../test/use-cases.js';
import { jid } from '../../../test/muc.js';
import {
  NoSuchGroup,
  RoomAlreadyExists,
  RoomForbids,
  RoomNotFound,
  ServiceNotFound,
} from '../errors.js';
import type { RoomDraft } from './room-draft.js';
import { roomName } from './room.js';
import { aRoomRequest } from '../../testing/room-requests.js';

let world: World;
beforeEach(async () => {
  world = aWorld();
  await people(world, 'ann', 'bob', 'kim');
  await world.groups.create({ name: 'Crew', admins: ['kim'], members: ['bob'] });
  world.ports.chatServer.heard();
});

const DEN = { service: 'conference', room: 'den' };
const den = () => world.roomQueries.get(DEN, false);
const heard = () => world.ports.chatServer.heard();
const create = (draft: RoomDraft | null, invite = false, service = 'conference') =>
  world.rooms.create(service, draft, aRoomRequest({ sendInvitations: invite }));
const put = (draft: RoomDraft | null, invite = false) =>
  world.rooms.put('conference', 'Den', draft, aRoomRequest({ sendInvitations: invite }));

describe('a new room', () => {
  it('has the given values, defaults, and an owner', async () => {
    await create({ roomName: 'DEN', naturalName: 'Den', maxUsers: 7, members: ['Ann'] });
    expect(await den()).toMatchObject({
      ...{ roomName: 'den', naturalName: 'Den', maxUsers: 7, registrationEnabled: true },
      ...{ owners: [jid('admin')], members: [jid('ann')] },
    });
    expect(heard()).toEqual([{ rooms: [{ service: 'conference', room: 'den' }] }]);
  });

  it('creates its service if missing', async () => {
    await create({ roomName: 'den' }, false, 'Lab');
    expect((await world.chatServices.list()).map(({ name }) => name)).toEqual([
      'conference',
      'lab',
    ]);
    expect(heard()).toEqual(['services', { rooms: [{ service: 'lab', room: 'den' }] }]);
  });

  it('invites the newly affiliated, people of groups among them, even if nobody is reachable', async () => {
    const draft = { roomName: 'den', owners: ['ann'], memberGroups: ['Crew'], password: 'open' };
    world.ports.chatServer.away = true;
    await create(draft, true);
    expect(heard()).toHaveLength(1);
    world.ports.chatServer.away = false;
    await create({ ...draft, roomName: 'tea' }, true);
    expect(heard()[1]).toEqual({
      invited: { service: 'conference', room: 'tea' },
      invitations: [
        { to: jid('ann'), reason: 'You are owner of room tea', password: 'open' },
        { to: jid('bob'), reason: 'You are member of room tea', password: 'open' },
        { to: jid('kim'), reason: 'You are member of room tea', password: 'open' },
      ],
    });
  });

  it('is refused for anything wrong with it, and then nothing has changed', async () => {
    await create({ roomName: 'tea' });
    heard();
    const before = stored(world);
    for (const [draft, error] of [
      [null, 'Could not create the channel'],
      [{}, 'Could not create the channel'],
      [{ roomName: 'a b' }, 'Could not create the channel'],
      [{ roomName: 'Tea' }, RoomAlreadyExists],
      [{ roomName: 'den', memberGroups: ['Gone'] }, NoSuchGroup],
      [{ roomName: 'den', owners: ['ann'], members: ['ann'] }, RoomForbids],
      [{ roomName: 'den', members: ['@'] }, 'Unable to parse value as jid: @'],
      [{ roomName: 'den', naturalName: 'x'.repeat(256) }, 'longer than 255 characters'],
    ] as const) {
      await expect(create(draft)).rejects.toThrow(error);
    }
    await expect(create({ roomName: 'den' }, false, 'a b')).rejects.toThrow(
      'Could not create the chat service',
    );
    expect(stored(world)).toEqual(before);
    expect(heard()).toEqual([]);
  });
});

describe('overwriting', () => {
  beforeEach(async () => {
    await create({
      roomName: 'den',
      subject: 'tea',
      owners: ['ann'],
      members: ['bob', 'x@y.example'],
    });
    heard();
  });

  it('replaces everything but the creation date, and announces the version', async () => {
    const { creationDate } = await den();
    await put({ roomName: 'den', owners: ['bob'], adminGroups: ['Crew'] });
    expect(await den()).toMatchObject({
      ...{ subject: null, creationDate, owners: [jid('bob')] },
      ...{ members: [], adminGroups: ['Crew'] },
    });
    const { rooms } = heard()[0] as { rooms: readonly { version: number }[] };
    const nothing = { users: [], groups: [], people: [] };
    const snapshot = await world.ports.rooms.snapshot(
      'conference' as never,
      roomName('den')!,
      nothing,
      'asked',
    );
    expect(rooms).toEqual([{ service: 'conference', room: 'den', version: snapshot!.version }]);
  });

  it('invites only those whose affiliation has changed', async () => {
    await put({ roomName: 'den', owners: ['ann'], members: ['bob'], admins: ['kim'] }, true);
    expect(heard()[1]).toMatchObject({ invitations: [{ to: jid('kim') }] });
  });

  it('creates a missing room', async () => {
    await world.rooms.put('conference', 'new', { roomName: 'New' }, aRoomRequest());
    expect(await world.roomQueries.get({ ...DEN, room: 'new' }, false)).toMatchObject({
      roomName: 'new',
    });
  });

  it('refuses another name, and new members where nicknames are restricted', async () => {
    const den = { roomName: 'den', owners: ['ann'], loginRestrictedToNickname: true };
    await put({ ...den, members: ['bob'] });
    const before = stored(world);
    await expect(put({ roomName: 'other' })).rejects.toThrow('different to the entity room name');
    await expect(put({ ...den, members: ['bob', 'kim'] })).rejects.toThrow(RoomForbids);
    expect(stored(world)).toEqual(before);
    await put({ ...den, members: ['bob', 'kim'], loginRestrictedToNickname: false });
  });
});

describe('a bulk request', () => {
  const bulk = (drafts: readonly RoomDraft[], invite = false) =>
    world.roomBulk.createAll(
      'conference',
      drafts.map((draft) => ({ draft, fault: null })),
      aRoomRequest({ sendInvitations: invite }),
    );

  it('creates or refuses each room individually, in request order', async () => {
    await create({ roomName: 'old' });
    heard();
    const { success, failure } = await bulk([
      { roomName: 'New1' },
      { roomName: 'old' },
      { roomName: 'bad', memberGroups: ['Gone'] },
      {},
      { roomName: 'twice', owners: ['ann'], admins: ['ann'] },
      { roomName: 'new2' },
      { roomName: 'new1' },
    ]);
    expect(success.map(({ roomName, message }) => [roomName, message])).toEqual([
      ['new1', 'Room was successfully created'],
      ['old', 'Room already existed and therefore not created again'],
      ['new2', 'Room was successfully created'],
      ['new1', 'Room already existed and therefore not created again'],
    ]);
    expect(failure.map(({ roomName, message }) => [roomName, message])).toEqual([
      ['bad', 'Room creation failed due to IllegalArgumentException: Could not find group: Gone'],
      [
        undefined,
        'Room creation failed due to IllegalArgumentException: Could not create the channel',
      ],
      [
        'twice',
        expect.stringContaining(
          'ConflictException: The requested room defines duplicate',
        ) as string,
      ],
    ]);
    expect(heard()).toEqual([
      { rooms: ['new1', 'new2'].map((room) => ({ service: 'conference', room })) },
    ]);
  });

  it('announces rooms and invitations in batches of 500', async () => {
    const drafts = Array.from({ length: 1001 }, (_, index) => ({ roomName: `r${index}` }));
    const { success } = await bulk(drafts, true);
    expect(success).toHaveLength(1001);
    const told = heard().flatMap((notice) =>
      typeof notice === 'object' && 'rooms' in notice ? [notice.rooms.length] : [],
    );
    expect(told).toEqual([500, 500, 1]);
  });

  it('writes its audit entry with the rooms', async () => {
    const { audit } = world.ports;
    const entry = {
      ...({ username: 'root', kind: 'account', accountId: null } as const),
      ...{ timestamp: new Date(), summary: 's', node: 'n', details: '', concerns: [] },
    };
    expect(await audit.request(entry, () => bulk([{ roomName: 'den' }]))).toBe(false);
    expect(await audit.request(entry, () => bulk([{}]))).toBe(true);
  });

  it('needs a list and a service', async () => {
    await expect(world.roomBulk.createAll('conference', null, aRoomRequest())).rejects.toThrow();
    await expect(world.roomBulk.createAll('a b', [], aRoomRequest())).rejects.toThrow();
  });
});

describe('rooms', () => {
  it('are listed, found and removed', async () => {
    await create({ roomName: 'den', publicRoom: true, memberGroups: ['Crew'] });
    await create({ roomName: 'attic', naturalName: 'Upstairs' });
    const listed = async (more: object) => {
      const filter = { rooms: 'all', search: null, expandGroups: false, ...more } as const;
      const rooms = await all(await world.roomQueries.list('conference', filter));
      return rooms.map(({ roomName }) => roomName);
    };
    expect(await listed({})).toEqual(['attic', 'den']);
    expect(await listed({ rooms: 'public' })).toEqual(['den']);
    expect(await listed({ search: 'UP' })).toEqual(['attic']);
    expect((await world.roomQueries.get(DEN, true)).members).toEqual([jid('bob'), jid('kim')]);
    heard();
    await world.roomRemoval.remove({ ...DEN, room: 'Den' });
    await expect(den()).rejects.toThrow(new RoomNotFound('den'));
    await expect(world.roomRemoval.remove(DEN)).rejects.toThrow(RoomNotFound);
    await expect(world.roomRemoval.remove({ ...DEN, service: 'No' })).rejects.toThrow(
      new ServiceNotFound('No'),
    );
    expect(heard()).toEqual([{ destroyed: DEN, reason: null, alternateRoom: null }]);
  });

  it('show their occupants and conversation', async () => {
    await create({ roomName: 'den', canAnyoneDiscoverJid: true, logEnabled: true });
    const ann = { nickname: 'Ann', jid: 'ann@example.org/desk', affiliation: 'none' } as const;
    world.ports.chatServer.inRooms.set('den@conference', [
      { ...ann, role: 'participant' },
      { ...ann, nickname: 'Bob', role: 'moderator' },
    ]);
    const participants = await world.roomActivity.participants(DEN);
    expect(participants.map((occupant) => occupant.jid)).toEqual([
      'den@conference.example.org/Ann',
    ]);
    const address = { service: 'conference' as never, name: roomName('den')! };
    const sentAt = new Date('2025-03-04T10:12:00Z');
    const said = { nickname: 'Ann', sender: ann.jid, senderShown: true };
    const message = { ...said, body: 'Milk?', sentAt };
    await world.ports.roomHistory.say(address, message);
    const range = { before: null, after: null, limit: null };
    const conversation = await world.roomActivity.conversation(DEN);
    expect(await conversation.remembered(range, ANY_MESSAGE)).toBeNull();
    expect(await all(conversation.messages(range))).toMatchObject([
      { from: 'den@conference.example.org/Ann', body: 'Milk?', delayFrom: ann.jid },
    ]);
    world.ports.chatServer.away = true;
    await expect(world.roomActivity.occupants(DEN)).rejects.toThrow('cannot be reached');
  });
});
