import type { ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import { ROOM_FIELDS } from '@chat-admin/domain/muc/rooms/room';
import type { RoomOptions } from '@chat-admin/domain/muc/rooms/room';
import { valuesOf } from '@chat-admin/domain/shared/fields';
import type { Field } from '@chat-admin/domain/shared/fields';
import { otherThanDefaults } from '@chat-admin/domain/testing/field-values';
import { perEngineSuite, somebodyWaits } from '../../test/engine.js';
import { aRoom, peopleOf, roomVersion } from '../../test/rooms.js';
import { aGroup, anAccount, jid, name } from '@chat-admin/port-suites/samples';
import { columnName, fieldColumns } from '../database/field-columns.js';
import { PostgresRoomRepository } from '../muc/rooms/postgres-room-repository.js';

interface RoomState {
  readonly id: number;
  readonly version: number;
  readonly creation_date: number;
  readonly modification_date: number;
  readonly affiliations: Readonly<Record<string, object>>;
  readonly [field: string]: unknown;
}

const CONFERENCE = 'conference' as ServiceName;
const suite = perEngineSuite();
const call = <T = unknown>(fn: string, ...values: unknown[]) =>
  suite().engine.call<T>(fn, ...values);
const room = (text: string) => call<RoomState>('room', 'conference', text);
const put = (text: string, state: object) =>
  call<number>('put_room', 'conference', text, { affiliations: {}, ...state });

beforeEach(async () => {
  const { query } = suite().open;
  for (const table of ['room', 'user_group', 'account']) await query(`delete from ${table}`);
  await query(`delete from chat_service where name <> 'conference'`);
});

/** By column; what has no value is left out. */
const byColumn = (values: RoomOptions): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fieldColumns(ROOM_FIELDS)
      .map(({ property, column }) => [column, values[property as keyof RoomOptions]] as const)
      .filter(([, value]) => value !== null),
  );
const defaults = byColumn(valuesOf(ROOM_FIELDS, {}));
const settings = byColumn(otherThanDefaults(ROOM_FIELDS));
const affiliations = {
  [jid('ann')]: { affiliation: 'owner' },
  [jid('bob')]: { affiliation: 'member', nickname: 'Bob' },
  'other.example': { affiliation: 'outcast' },
};

describe('services', () => {
  it('are listed as the API shows them', async () => {
    const { query } = suite().open;
    await query(`insert into chat_service (name, description, hidden)
      values ('attic', null, true), ('zoo', 'Animals', false)`);
    expect(await call('services')).toEqual([
      { name: 'attic', description: 'Public Chatrooms', hidden: true },
      { name: 'conference', description: 'Public Chatrooms', hidden: false },
      { name: 'zoo', description: 'Animals', hidden: false },
    ]);
  });
});

describe('a room', () => {
  it('of neither service nor name is null', async () => {
    expect(await room('tea')).toBeNull();
    expect(await call('room', 'zoo', 'tea')).toBeNull();
  });

  it('made by a client is the room of the API', async () => {
    const { db, streams, audit } = suite().open;
    const version = await put('tea', { ...settings, affiliations });
    const stored = await room('tea');
    expect(stored).toEqual({
      ...settings,
      id: expect.any(Number) as number,
      name: 'tea',
      version,
      creation_date: expect.any(Number) as number,
      modification_date: expect.any(Number) as number,
      affiliations,
      via_groups: {},
    });
    expect(
      await new PostgresRoomRepository(db, streams, audit).find(CONFERENCE, name('tea'), false),
    ).toMatchObject({
      ...otherThanDefaults(ROOM_FIELDS),
      owners: [jid('ann')],
      members: [jid('bob')],
      outcasts: ['other.example'],
      creationDate: new Date(Math.floor(Math.round(stored.creation_date * 1e6) / 1000)),
    });
  });

  it('made with no more than a name has the defaults of the API', async () => {
    expect(await put('tea', {})).toBe(1);
    expect(await room('tea')).toEqual({
      ...defaults,
      // the chat server names them for each room
      broadcast_presence_roles: [],
      id: expect.any(Number) as number,
      name: 'tea',
      version: 1,
      creation_date: expect.any(Number) as number,
      modification_date: expect.any(Number) as number,
      affiliations: {},
      via_groups: {},
    });
  });

  it('shows the affiliations that groups give: the first of owner, admin, outcast, member', async () => {
    const { groups, query } = suite().open;
    await groups.add(aGroup('Boss', { admins: ['ann'], members: ['bob'] }));
    await groups.add(aGroup('Crew', { members: ['bob', 'cid', 'far@other.example'] }));
    await groups.add(aGroup('Bad', { members: ['cid', 'dan'] }));
    await groups.add(aGroup('Helpers', { members: ['dan', 'eve'] }));
    await aRoom(query, 'tea', {
      people: { cid: 'member' },
      groups: { Boss: 'owner', Crew: 'member', Bad: 'outcast', Helpers: 'admin' },
    });
    expect(await room('tea')).toMatchObject({
      affiliations: { [jid('cid')]: { affiliation: 'member', nickname: 'nick of cid' } },
      via_groups: {
        [jid('ann')]: 'owner',
        [jid('bob')]: 'owner',
        [jid('cid')]: 'outcast',
        [jid('dan')]: 'admin',
        [jid('eve')]: 'admin',
        'far@other.example': 'member',
      },
    });
  });
});

it('a room says whether messages of it are stored', async () => {
  await put('tea', {});
  expect(await room('tea')).not.toHaveProperty('has_messages');
  await call('append_message', 'conference', 'tea', { nickname: 'Ann', stanza: '<message/>' });
  expect(await room('tea')).toMatchObject({ has_messages: true });
});

describe('storing a room', () => {
  it('needs its service', async () => {
    expect(await call('put_room', 'zoo', 'tea', {})).toBe(0);
  });

  it('of a version that is not the stored one is refused, telling which one is', async () => {
    const { query } = suite().open;
    await put('tea', { ...settings, affiliations });
    await query(`update room set subject = 'Milk' where name = 'tea'`);
    const { version } = await room('tea');
    expect(await put('tea', { version: version - 1, subject: 'Sugar' })).toBe(-version);
    expect(await put('tea', { subject: 'Sugar' })).toBe(-version);
    expect(await room('tea')).toMatchObject({ version, subject: 'Milk', affiliations });
  });

  it('reads whole numbers as Lua may write them', async () => {
    await put('tea', {});
    const answer = await suite().open.query<{ version: number }>(
      `select engine.put_room('conference', 'tea',
         jsonb_build_object('version', 1.0, 'id', null, 'subject', 'x')) as version`,
    );
    expect(answer).toEqual([{ version: 2 }]);
  });

  it('that is gone, or is another one by now, is refused', async () => {
    expect(await put('tea', { version: 3 })).toBe(0);
    expect(await room('tea')).toBeNull();
    await put('tea', {});
    const { id, version } = await room('tea');
    expect(await put('tea', { id: id - 1, version, subject: 'x' })).toBe(0);
    expect(await put('tea', { id, version, subject: 'x' })).toBeGreaterThan(version);
  });

  it('without any difference changes nothing', async () => {
    await put('tea', { ...settings, affiliations });
    const before = await room('tea');
    expect(await put('tea', before)).toBe(before.version);
    expect(await room('tea')).toEqual(before);
  });

  it('returns the version after all changes, and dates them', async () => {
    await put('tea', { ...settings, affiliations });
    let before = await room('tea');
    for (const change of [
      { moderated: false },
      { affiliations: { ...affiliations, [jid('cid')]: { affiliation: 'admin' } } },
      { affiliations: { [jid('ann')]: { affiliation: 'owner', nickname: 'A' } } },
      { affiliations: {}, subject: 'Nobody' },
    ]) {
      const version = await put('tea', { ...before, ...change });
      const after = await room('tea');
      expect(after).toEqual({
        ...before,
        ...change,
        version,
        modification_date: after.modification_date,
      });
      expect(version).toBeGreaterThan(before.version);
      expect(after.modification_date).toBeGreaterThan(before.modification_date);
      before = after;
    }
    expect(await put('tea', before)).toBe(before.version);
  });

  it('leaves groups, dates and the name as they are', async () => {
    const { groups, query } = suite().open;
    await groups.add(aGroup('Crew', { members: ['bob'] }));
    await aRoom(query, 'tea', { people: { ann: 'owner' }, groups: { Crew: 'member' } });
    const before = await room('tea');
    await put('tea', {
      ...before,
      name: 'other',
      creation_date: 5,
      modification_date: 6,
      via_groups: {},
    });
    expect(await room('tea')).toEqual(before);
  });

  it('unsets texts that are null, and keeps what is left out', async () => {
    await put('tea', { ...settings, affiliations });
    const before = await room('tea');
    const { version } = before;
    await call('put_room', 'conference', 'tea', { version, password: null, moderated: false });
    const { password: _, ...kept } = before;
    const after = await room('tea');
    expect(after).toEqual({
      ...kept,
      moderated: false,
      version: version + 1,
      modification_date: after.modification_date,
    });
  });

  /** What a column refuses; `undefined`: nothing of its type. */
  const impossible = (field: Field): unknown => {
    if (field.kind === 'text') return field.limit ? 'x'.repeat(field.limit + 1) : undefined;
    if (field.kind === 'choices') return [...field.choices, 'x'];
    return field.kind === 'integer' ? 2 ** 31 : 'x';
  };
  const refused: [string, unknown][] = Object.entries<Field>(ROOM_FIELDS).map(([name, field]) => [
    columnName(name),
    impossible(field),
  ]);
  it.each([
    ...refused.filter(([, value]) => value !== undefined),
    ['persistent', null],
    ['broadcast_presence_roles', {}],
  ])('fails when %s cannot be %j, and nothing is stored', async (column, value) => {
    await put('tea', { ...settings, affiliations });
    const before = await room('tea');
    const { version } = before;
    await expect(
      call('put_room', 'conference', 'tea', {
        version,
        affiliations: {},
        [column as string]: value,
      }),
    ).rejects.toThrow();
    expect(await room('tea')).toEqual(before);
  });

  it('passes over affiliations that make no sense', async () => {
    await put('tea', {
      affiliations: {
        [jid('ann')]: { affiliation: 'none' },
        [jid('bob')]: { affiliation: 'king' },
        [jid('cid')]: { affiliation: 'outcast', nickname: 'Cid' },
        [jid('dan')]: { affiliation: 'member', nickname: '' },
        [`${jid('eve')}/phone`]: { affiliation: 'member' },
        [`${'x'.repeat(2047)}@example.org`]: { affiliation: 'member' },
        '': { affiliation: 'member' },
      },
    });
    expect((await room('tea')).affiliations).toEqual({
      [jid('cid')]: { affiliation: 'outcast' },
      [jid('dan')]: { affiliation: 'member' },
    });
  });
});

describe('at the same time', () => {
  it('one of two writers of the same version wins', async () => {
    await put('tea', {});
    const { version } = await room('tea');
    const writers = await Promise.all([suite().engine.connect(), suite().engine.connect()]);
    const answers = await Promise.all(
      writers.map((writer, index) =>
        writer.call<number>('put_room', 'conference', 'tea', { version, subject: `of ${index}` }),
      ),
    );
    await Promise.all(writers.map((writer) => writer.end()));
    const stored = await room('tea');
    expect(answers.sort((a, b) => a - b)).toEqual([-stored.version, stored.version]);
  });

  it('one of two makers of a room wins', async () => {
    const makers = await Promise.all([suite().engine.connect(), suite().engine.connect()]);
    const answers = await Promise.all(
      makers.map((maker) => maker.call<number>('put_room', 'conference', 'tea', {})),
    );
    await Promise.all(makers.map((maker) => maker.end()));
    expect(answers.sort((a, b) => a - b)).toEqual([-1, 1]);
  });

  it('the chat server waits for the API, and is then told that the room has changed', async () => {
    const { db, streams, audit, transactions, query } = suite().open;
    await put('tea', { affiliations });
    const before = await room('tea');
    const rooms = new PostgresRoomRepository(db, streams, audit);
    const { late } = await transactions.run(async () => {
      const locked = await rooms.lock(CONFERENCE, name('tea'));
      const waiting = put('tea', { ...before, affiliations: {} });
      await somebodyWaits(query);
      await rooms.affiliate(locked!.id, {
        set: { people: new Map([[jid('cid'), 'admin' as const]]), groups: new Map() },
        dropped: { people: [jid('bob')], groups: [] },
      });
      return { late: waiting };
    });
    expect(await late).toBe(-(await roomVersion(query, 'tea')));
    expect(await peopleOf(query, 'tea')).toEqual([
      'ann=owner',
      'cid=admin',
      'other.example=outcast',
    ]);
  });

  it('users go while their rooms are stored, and nobody fails', async () => {
    const { users, userChanges } = suite().open;
    const people = Array.from({ length: 8 }, (_, index) => `user${index}`);
    await users.add(people.map((text) => anAccount(text)));
    const all = Object.fromEntries(people.map((text) => [jid(text), { affiliation: 'owner' }]));
    const names = Array.from({ length: 8 }, (_, index) => `room${index}`);
    for (const text of names) await put(text, { affiliations: all });
    const writing = (async () => {
      for (let round = 0; round < 5; round += 1) {
        for (const text of names) {
          await put(text, { ...(await room(text)), subject: `round ${round}` });
        }
      }
    })();
    const removing = people.slice(1).map((text) => userChanges.remove(name(text), jid('admin')));
    await Promise.all([writing, ...removing]);
    for (const text of names) {
      const state = await room(text);
      await put(text, { ...state, affiliations: state.affiliations });
      expect(state.affiliations).toEqual({ [jid('user0')]: { affiliation: 'owner' } });
    }
  });
});

describe('removing a room', () => {
  it('spares persistent ones when only temporary ones are meant', async () => {
    await put('kept', { persistent: true });
    await put('left', {});
    expect(await call('remove_room', 'conference', 'kept', true)).toBe(false);
    expect(await call('remove_room', 'conference', 'left', true)).toBe(true);
    expect(await call('remove_room', 'conference', 'left', true)).toBe(false);
    expect(await call('remove_room', 'conference', 'kept', false)).toBe(true);
    expect(await room('kept')).toBeNull();
  });
});

describe('public rooms', () => {
  it('are read page by page', async () => {
    for (const text of ['b', 'a', 'c']) await put(text, { public_room: true });
    await put('d', { public_room: true, natural_name: 'Dee' });
    await put('hidden', {});
    expect(await call('public_rooms', 'conference', null, 3)).toEqual([
      { name: 'a' },
      { name: 'b' },
      { name: 'c' },
    ]);
    expect(await call('public_rooms', 'conference', 'c', 3)).toEqual([
      { name: 'd', natural_name: 'Dee' },
    ]);
    expect(await call('public_rooms', 'conference', 'd', 3)).toEqual([]);
    expect(await call('public_rooms', 'zoo', null, 3)).toEqual([]);
  });
});
