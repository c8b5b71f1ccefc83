import type { ChangedRoom } from '@chat-admin/domain/chat-server/chat-server';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import { Notices } from './notices.js';

/** Notices whose sending ends when it is told to. */
function aNotices() {
  const sent: (readonly [string, object, number])[] = [];
  const ends: (() => void)[] = [];
  const notices = new Notices((path, body, calls) => {
    sent.push([path, body, calls]);
    return new Promise((resolve) => ends.push(() => resolve('applied')));
  });
  const endAll = async (): Promise<void> => {
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
      end();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { notices, sent, endAll };
}

const zoe = ['zoe' as Localpart];
const ann = ['ann' as Localpart];
const aRoom = (room: string, version?: number): ChangedRoom => ({
  service: 'conference',
  room,
  ...(version === undefined ? {} : { version }),
});

describe('Notices', () => {
  it('one of a kind is under way; what is told meanwhile goes with the next, each name once', async () => {
    const { notices, sent, endAll } = aNotices();
    const told = [zoe, ann, zoe, ann].map((owners) => notices.rosters(owners));
    expect(sent).toEqual([['/bridge/rosters', { usernames: ['zoe'] }, 1]]);
    await endAll();
    await Promise.all(told);
    expect(sent.slice(1)).toEqual([['/bridge/rosters', { usernames: ['ann', 'zoe'] }, 3]]);
  });

  it('kinds, and events of users, do not wait for each other', async () => {
    const { notices, sent, endAll } = aNotices();
    const told = [
      notices.rosters(zoe),
      notices.rooms([aRoom('a')]),
      notices.users(zoe, 'locked'),
      notices.users(zoe, 'deleted'),
      notices.everything(),
    ];
    expect(sent.map(([path]) => path)).toEqual([
      '/bridge/rosters',
      '/bridge/rooms/sync',
      '/bridge/users',
      '/bridge/users',
      '/bridge/reconcile',
    ]);
    await endAll();
    await Promise.all(told);
  });

  it('a room is named once: with its newest version, or with none if a notice has none', async () => {
    const { notices, sent, endAll } = aNotices();
    const told = [
      notices.rooms([aRoom('first', 1)]),
      notices.rooms([aRoom('a', 7), aRoom('b', 2)]),
      notices.rooms([aRoom('b'), aRoom('a', 6), aRoom('b', 3)]),
    ];
    await endAll();
    await Promise.all(told);
    expect(sent[1]).toEqual(['/bridge/rooms/sync', { rooms: [aRoom('a', 7), aRoom('b')] }, 2]);
  });
});
