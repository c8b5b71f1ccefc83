import fc from 'fast-check';
import {
  AFFILIATIONS,
  affiliationsOf,
  changeBetween,
} from '@chat-admin/domain/muc/affiliations/affiliations';
import type { Affiliations } from '@chat-admin/domain/muc/affiliations/affiliations';
import { ROOM_FIELDS } from '@chat-admin/domain/muc/rooms/room';
import type { RoomFilter, RoomSettings } from '@chat-admin/domain/muc/rooms/room';
import type { Extent } from '@chat-admin/domain/muc/rooms/room-repository';
import type { ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import { anyValues } from './any-values.js';
import type { Open } from './repositories.js';
import {
  affiliations,
  aRoom,
  CONFERENCE,
  findRoom,
  roomNamed,
  settings,
  versionOf,
} from './rooms.js';
import type { Named } from './rooms.js';
import { aGroup, anAccount, jid, name } from './samples.js';

/** Rooms, their settings and affiliations. */
export function roomRepositorySuite(open: Open): void {
  beforeEach(async () => {
    await open().startOver();
    await open().groups.add(aGroup('g', { members: ['kim'] }));
    await open().groups.add(aGroup('h', { admins: ['zoe'], members: ['ann'] }));
  });

  it('rooms are returned as stored, and as changed', async () => {
    const { rooms, transactions } = open();
    await fc.assert(
      fc.asyncProperty(
        anySettings,
        anyAffiliations,
        anySettings,
        anyAffiliations,
        async (...states) => {
          const [first, held, second, holds] = states;
          const den = roomNamed('den');
          await rooms.remove(CONFERENCE, den);
          await rooms.add(CONFERENCE, [{ name: den, settings: first, affiliations: held }]);
          const stored = await findRoom(open(), 'den');
          expect(stored).toMatchObject(first);
          expect(affiliationsOf(stored)).toEqual(held);
          expect(stored.roomName).toBe('den');
          await transactions.run(async () => {
            const { id, room } = (await rooms.lock(CONFERENCE, den))!;
            expect(room).toEqual(stored);
            await rooms.update(id, second, changeBetween(held, holds));
          });
          const changed = await findRoom(open(), 'den');
          expect(changed).toMatchObject(second);
          expect(affiliationsOf(changed)).toEqual(holds);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('omitted dates default to now, or stay', async () => {
    const { rooms, transactions } = open();
    const creationDate = new Date('2001-02-03T04:05:06.007Z');
    await rooms.add(CONFERENCE, [
      aRoom('new'),
      { ...aRoom('dated'), settings: settings({ creationDate }) },
    ]);
    const fresh = await findRoom(open(), 'new');
    expect(fresh.modificationDate).toEqual(fresh.creationDate);
    expect(await findRoom(open(), 'dated')).toMatchObject({
      creationDate,
      modificationDate: creationDate,
    });
    await transactions.run(async () => {
      const { id } = (await rooms.lock(CONFERENCE, roomNamed('dated')))!;
      await rooms.update(id, settings(), changeBetween(affiliations({}), affiliations({})));
    });
    const changed = await findRoom(open(), 'dated');
    expect(changed.creationDate).toEqual(creationDate);
    expect(changed.modificationDate.getTime()).toBeGreaterThanOrEqual(fresh.creationDate.getTime());
  });

  it('a change returns the stored version', async () => {
    const { rooms, transactions } = open();
    await rooms.add(CONFERENCE, [aRoom('den')]);
    const one = affiliations({ people: { ann: 'owner' } });
    const two = affiliations({ people: { ann: 'owner', bob: 'admin' } });
    const version = await transactions.run(async () => {
      const { id } = (await rooms.lock(CONFERENCE, roomNamed('den')))!;
      return rooms.affiliate(id, changeBetween(one, two));
    });
    expect(await versionOf(open(), 'den')).toBe(version);
    const updated = await transactions.run(async () => {
      const { id } = (await rooms.lock(CONFERENCE, roomNamed('den')))!;
      return rooms.update(id, settings(), changeBetween(two, one));
    });
    expect(updated).toBeGreaterThan(version);
    expect(await versionOf(open(), 'den')).toBe(updated);
  });

  it('only new rooms are stored, each with its own affiliations', async () => {
    const { rooms } = open();
    expect(await rooms.add(CONFERENCE, [aRoom('b')])).toEqual(new Set(['b']));
    const added = await rooms.add(CONFERENCE, [
      aRoom('c', { people: { kim: 'owner' }, groups: { g: 'member' } }),
      aRoom('b', { people: { zoe: 'owner' } }),
      aRoom('a', {}),
    ]);
    expect(added).toEqual(new Set(['a', 'c']));
    expect((await findRoom(open(), 'a')).owners).toEqual([]);
    expect((await findRoom(open(), 'b')).owners).toEqual([jid('ann')]);
    expect((await findRoom(open(), 'c')).owners).toEqual([jid('kim')]);
    const names = ['a', 'x', 'c'].map(roomNamed);
    expect(await rooms.existing(CONFERENCE, names)).toEqual(new Set(['a', 'c']));
  });

  it('the people of groups are added, once each and in order', async () => {
    const { rooms } = open();
    const people = { zoe: 'member', bob: 'member' } as const;
    await rooms.add(CONFERENCE, [aRoom('den', { people, groups: { h: 'member', g: 'owner' } })]);
    const [plain, expanded] = await Promise.all(
      [false, true].map((expand) => rooms.find(CONFERENCE, roomNamed('den'), expand)),
    );
    expect(plain).toMatchObject({ owners: [], members: [jid('bob'), jid('zoe')] });
    expect(expanded).toMatchObject({
      owners: [jid('kim')],
      members: [jid('ann'), jid('bob'), jid('zoe')],
      ownerGroups: ['g'],
      memberGroups: ['h'],
    });
    expect(await rooms.peopleOf(['g', 'h', 'x'])).toEqual(
      new Map([
        ['g', [jid('kim')]],
        ['h', [jid('ann'), jid('zoe')]],
      ]),
    );
  });

  it('rooms read in the same turn are distinguished by service, too', async () => {
    const { rooms, chatServices } = open();
    const lab = 'lab' as ServiceName;
    await chatServices.add({ name: lab, description: '', hidden: false });
    const about = (text: string, subject: string) => ({
      ...aRoom(text),
      settings: settings({ subject }),
    });
    await rooms.add(CONFERENCE, [about('a', '1')]);
    await rooms.add(lab, [about('a', '2'), aRoom('b')]);
    const found = await Promise.all([
      rooms.find(CONFERENCE, roomNamed('a'), false),
      rooms.find(lab, roomNamed('a'), false),
      rooms.find(CONFERENCE, roomNamed('b'), false),
      rooms.find(lab, roomNamed('b'), false),
    ]);
    expect(found.map((room) => room && [room.roomName, room.subject])).toEqual([
      ['a', '1'],
      ['a', '2'],
      null,
      ['b', null],
    ]);
    expect(await rooms.remove(lab, roomNamed('a'))).toBe(true);
    expect(await rooms.remove(lab, roomNamed('a'))).toBe(false);
    expect(await rooms.find(CONFERENCE, roomNamed('a'), false)).not.toBeNull();
  });

  describe('the list', () => {
    const listed = async (filter: Partial<RoomFilter>) => {
      const names: string[] = [];
      const all = { rooms: 'all', search: null, expandGroups: false, ...filter } as const;
      for await (const batch of open().rooms.list(CONFERENCE, all)) {
        names.push(...batch.map(({ roomName }) => roomName));
      }
      return names;
    };

    beforeEach(async () => {
      const room = (text: string, more: Partial<RoomSettings>) => ({
        ...aRoom(text),
        settings: settings(more),
      });
      await open().rooms.add(CONFERENCE, [
        room('z', { naturalName: 'Tea 100%', publicRoom: true }),
        room('ﬀ', { naturalName: null, publicRoom: true }),
        room('a_b', { naturalName: 'tea_room', publicRoom: false }),
        room('\u{10428}', { naturalName: 'ELSE', publicRoom: true }),
      ]);
    });

    it('shows public rooms, all or none, by name', async () => {
      expect(await listed({ rooms: 'all' })).toEqual(['a_b', 'ff', 'z', '\u{10428}']);
      expect(await listed({ rooms: 'public' })).toEqual(['ff', 'z', '\u{10428}']);
      expect(await listed({ rooms: 'none' })).toEqual([]);
    });

    it('is searched by natural name, case-insensitively, and by prepared name, exactly', async () => {
      expect(await listed({ search: 'TEA' })).toEqual(['a_b', 'z']);
      expect(await listed({ search: '%' })).toEqual(['z']);
      expect(await listed({ search: '_' })).toEqual(['a_b']);
      expect(await listed({ search: 'A_B' })).toEqual(['a_b']);
      expect(await listed({ search: 'F' })).toEqual(['ff']);
      expect(await listed({ search: 'tea room' })).toEqual([]);
      // a room without natural name is not found by an empty text, which cannot be a name
      expect(await listed({ search: '' })).toEqual(['a_b', 'z', '\u{10428}']);
    });

    it('adds the people of groups on request', async () => {
      const { rooms } = open();
      await rooms.add(CONFERENCE, [aRoom('den', { groups: { h: 'admin' } })]);
      const filter = { rooms: 'all', search: 'den', expandGroups: true } as const;
      for await (const [room] of rooms.list(CONFERENCE, filter)) {
        expect(room).toMatchObject({ admins: [jid('ann'), jid('zoe')], adminGroups: ['h'] });
      }
    });
  });

  describe('a snapshot', () => {
    const snapshot = (
      room: string,
      users: readonly string[],
      groups: readonly string[],
      extent: Extent = 'asked',
    ) => {
      const asked = { users: users.map(name), groups, people: users.map(jid) };
      return open().rooms.snapshot(CONFERENCE, roomNamed(room), asked, extent);
    };

    beforeEach(async () => {
      const { rooms, users } = open();
      await users.add(['ann', 'bob'].map((user) => anAccount(user)));
      await rooms.add(CONFERENCE, [
        aRoom('tea', { people: { ann: 'owner' }, groups: { g: 'admin' } }),
        aRoom('den', { people: { bob: 'owner' } }),
      ]);
    });

    it('is the room as it is', async () => {
      const room = await findRoom(open(), 'tea');
      const found = (await snapshot('tea', [], [], 'all'))!;
      expect(room).toMatchObject(found.options);
      expect(found.affiliations).toEqual(affiliationsOf(room));
      expect(await snapshot('gone', ['ann'], ['g'])).toBeNull();
      expect(await snapshot('gone', ['ann'], ['g'], 'all')).toBeNull();
    });

    it.each<[string, Named, readonly string[], readonly string[], Named]>([
      [
        'of whom is asked',
        {
          people: { ann: 'owner', bob: 'member', kim: 'admin' },
          groups: { g: 'owner', h: 'admin' },
        },
        ['ann', 'kim', 'zoe'],
        ['g', 'h', 'none'],
        { people: { ann: 'owner', kim: 'admin' }, groups: { g: 'owner', h: 'admin' } },
      ],
      [
        'and an owner of whom is not asked',
        { people: { ann: 'owner', bob: 'member', kim: 'admin' } },
        ['bob'],
        [],
        { people: { ann: 'owner', bob: 'member' } },
      ],
      [
        'and a group that owns it',
        { people: { ann: 'member' }, groups: { g: 'owner', h: 'admin' } },
        ['ann'],
        ['none'],
        { people: { ann: 'member' }, groups: { g: 'owner' } },
      ],
      ['nobody, where nobody is', {}, ['ann'], ['g'], {}],
    ])('holds the entries %s', async (_, held, users, groups, expected) => {
      const { rooms, transactions } = open();
      await rooms.add(CONFERENCE, [aRoom('hall', held)]);
      const asked = { users: users.map(name), groups, people: users.map(jid) };
      const found = await Promise.all([
        snapshot('hall', users, groups),
        transactions.run(() => rooms.lockExcerpt(CONFERENCE, roomNamed('hall'), asked, 'asked')),
      ]);
      const [, together] = await Promise.all([
        snapshot('tea', users, groups),
        snapshot('hall', users, groups),
      ]);
      for (const one of [...found, together]) {
        expect(one!.affiliations).toEqual(affiliations(expected));
      }
    });

    it('that is locked and is not there is nothing', async () => {
      const { rooms, transactions } = open();
      const asked = { users: [], groups: [], people: [] };
      const lock = () => rooms.lockExcerpt(CONFERENCE, roomNamed('gone'), asked, 'all');
      expect(await transactions.run(lock)).toBeNull();
    });

    it('reports which of many names exist', async () => {
      const { existing } = (await snapshot('den', ['ann', 'bob', 'zoe'], ['h', 'G', 'g']))!;
      expect(existing).toEqual({ users: new Set(['ann', 'bob']), groups: new Set(['h', 'g']) });
    });

    it('of one turn is answered for each question on its own', async () => {
      const answers = await Promise.all([
        snapshot('tea', ['ann'], ['g']),
        snapshot('tea', ['zoe'], ['g']),
        snapshot('den', ['bob'], []),
        snapshot('gone', ['ann'], []),
        snapshot('den', [], ['h']),
        snapshot('den', [], ['H']),
      ]);
      expect(
        answers.map(
          (one) => one && [...one.affiliations.people.keys(), ...Object.values(one.existing)],
        ),
      ).toEqual([
        [jid('ann'), new Set(['ann']), new Set(['g'])],
        [jid('ann'), new Set(), new Set(['g'])],
        [jid('bob'), new Set(['bob']), new Set()],
        null,
        [jid('bob'), new Set(), new Set(['h'])],
        [jid('bob'), new Set(), new Set()],
      ]);
      expect(await snapshot('tea', ['ann'], ['g'])).toEqual(answers[0]);
    });
  });

  describe('concurrently', () => {
    it('many requests add affiliations to one room, and none is lost', async () => {
      const { rooms, transactions } = open();
      await rooms.add(CONFERENCE, [aRoom('den')]);
      const people = Array.from({ length: 12 }, (_, index) => jid(`p${index}`));
      await Promise.all(
        people.map((person) =>
          transactions.run(async () => {
            const { id, room } = (await rooms.lock(CONFERENCE, roomNamed('den')))!;
            const before = affiliationsOf(room);
            const after = { ...before, people: new Map(before.people).set(person, 'member') };
            await rooms.affiliate(id, changeBetween(before, after));
          }),
        ),
      );
      expect((await findRoom(open(), 'den')).members).toEqual([...people].sort());
    });

    it('rooms are added in any order without a deadlock, once each', async () => {
      const { rooms } = open();
      const names = Array.from({ length: 20 }, (_, index) => `r${index}`);
      const orders = [names, [...names].reverse(), [...names].sort(() => 0.3)];
      const added = await Promise.all(
        orders.map((order) =>
          rooms.add(
            CONFERENCE,
            order.map((text) => aRoom(text)),
          ),
        ),
      );
      expect(added.flatMap((set) => [...set]).sort()).toEqual([...names].sort());
    });
  });
}

const anySettings: fc.Arbitrary<RoomSettings> = fc
  .tuple(anyValues(ROOM_FIELDS), fc.record({ creationDate: moment(), modificationDate: moment() }))
  .map(([values, dates]) => ({ ...values, ...dates }));

function moment() {
  return fc.date({
    min: new Date('0001-01-02Z'),
    max: new Date('9999-12-30Z'),
    noInvalidDate: true,
  });
}

const held = fc.constantFrom(...AFFILIATIONS);
const anyAffiliations: fc.Arbitrary<Affiliations> = fc
  .tuple(
    fc.dictionary(fc.constantFrom('ann', 'bob', 'kim', 'x@y.example'), held),
    fc.dictionary(fc.constantFrom('g', 'h'), held),
  )
  .map(([people, groups]) => affiliations({ people, groups }));
