import { ROOM_SORTS } from '@chat-admin/domain/muc/rooms/room-list';
import type { RoomSelection } from '@chat-admin/domain/muc/rooms/room-list';
import { wholeList } from '@chat-admin/domain/shared/long-list';
import { expectPieces } from './group-list-suite.js';
import type { Open } from './repositories.js';
import { affiliations, CONFERENCE, roomNamed, settings } from './rooms.js';
import { aGroup, jid } from './samples.js';

const ALL: RoomSelection = {
  ...{ rooms: 'all', search: null, expandGroups: false, isPaged: true, text: null },
  ...{ persistent: null, membersOnly: null, moderated: null, passwordProtected: null },
  ...{ affiliated: null, banned: null, among: null },
};
const BY_NAME = { sort: 'roomName', descending: false };

/** Rooms in any order, by page and by filter. */
export function roomListSuite(open: Open): void {
  beforeEach(async () => {
    await open().startOver();
    await open().groups.add(aGroup('Crew', { members: ['bob'] }));
    const natural = ['Zoe', 'adam', null, 'Adam', 'É'];
    const rooms = natural.map((naturalName, index) => ({
      name: roomNamed(`room${index}`),
      settings: settings({
        naturalName,
        description: index === 1 ? 'About tea' : null,
        creationDate: new Date(86_400_000 * (index % 3)),
        persistent: index > 0,
        membersOnly: index === 1,
        moderated: index === 2,
        password: index === 3 ? 'open' : null,
      }),
      affiliations: affiliations({
        people: { ann: index === 4 ? 'outcast' : 'owner', bob: index === 3 ? 'outcast' : 'admin' },
        groups: index < 4 && index > 1 ? { Crew: 'member' } : {},
      }),
    }));
    await open().rooms.add(CONFERENCE, rooms);
  });

  const select = (wanted: Partial<RoomSelection>) =>
    open().roomList.select(CONFERENCE, { ...ALL, ...wanted }, { lastMessage: false });

  it.each(ROOM_SORTS)('pages are pieces of the whole list, by %s', async (sort) => {
    for (const descending of [false, true]) {
      await expectPieces(await select({}), { sort, descending }, 5);
    }
  });

  it.each<[string, Partial<RoomSelection>, readonly number[]]>([
    ['text in names', { text: 'OOM2' }, [2]],
    ['text in natural names', { text: 'ADAM' }, [1, 3]],
    ['text in descriptions', { text: 'tea' }, [1]],
    ['short text', { text: 'RO' }, [0, 1, 2, 3, 4]],
    ['short text that is a pattern', { text: '%' }, []],
    ['short text that no room begins with', { text: '@' }, []],
    ['searches', { search: 'dam' }, [1, 3]],
    ['searches for what is no room name', { search: 'no @ name' }, []],
    ['short searches of pages', { search: 'oo' }, []],
    ['short searches', { isPaged: false, search: 'oo' }, [0, 1, 2, 3, 4]],
    ['those that pass', { persistent: false }, [0]],
    ['those of members', { membersOnly: true }, [1]],
    ['the moderated', { moderated: true }, [2]],
    ['those with a password', { passwordProtected: true }, [3]],
    ['those that are named', { among: ['room3', 'gone', 'room1'] }, [1, 3]],
    ['no names', { among: [] }, []],
    ['none', { rooms: 'none' }, []],
    ['public ones', { rooms: 'public' }, []],
    ['those of somebody', { affiliated: { kind: 'person', jid: jid('ann') } }, [0, 1, 2, 3]],
    [
      'where a group does not help',
      { affiliated: { kind: 'person', jid: jid('bob') } },
      [0, 1, 2, 4],
    ],
    ['those of a group', { affiliated: { kind: 'group', name: 'Crew' } }, [2, 3]],
    ['those of nobody', { affiliated: { kind: 'nobody' } }, []],
    ['those that ban somebody', { banned: { kind: 'person', jid: jid('ann') } }, [4]],
    [
      'bans that membership through a group does not lift',
      { banned: { kind: 'person', jid: jid('bob') } },
      [3],
    ],
    ['those that ban a group', { banned: { kind: 'group', name: 'Crew' } }, []],
    ['those that ban nobody', { banned: { kind: 'nobody' } }, []],
    ['two filters', { moderated: true, text: 'room2' }, [2]],
  ])('finds %s, and counts them', async (_, wanted, expected) => {
    const list = await select(wanted);
    const names = (await wholeList(list.whole(BY_NAME))).map(({ roomName }) => roomName);
    expect(names).toEqual(expected.map((index) => `room${index}`));
    expect(await list.total()).toEqual({ count: expected.length, isLimited: false });
  });

  it('knows the last message to those who ask', async () => {
    const room = { service: CONFERENCE, name: roomNamed('room2') };
    const message = { nickname: 'Ann', sender: jid('ann'), senderShown: true, body: 'hi' };
    const at = (second: number) => new Date(Date.UTC(2024, 0, 1, 0, 0, second));
    await open().say(room, { ...message, sentAt: at(1) });
    await open().say(room, { ...message, sentAt: at(2) });
    await open().say(room, { ...message, sentAt: at(3), body: ' \t' });
    const list = await open().roomList.select(CONFERENCE, ALL, { lastMessage: true });
    const rooms = await wholeList(list.whole(BY_NAME));
    expect(rooms.map(({ lastMessage }) => lastMessage)).toEqual([null, null, at(2), null, null]);
  });
}
