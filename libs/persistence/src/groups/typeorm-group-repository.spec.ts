import fc from 'fast-check';
import { compareCodePoints } from '@chat-admin/domain/shared/order';
import type { GroupSummary } from '@chat-admin/domain/groups/group';
import { perSuite } from '../../test/open-database.js';
import { aRoom, roomVersion } from '../../test/rooms.js';
import { gate } from '../../test/gate.js';
import { aGroup, jid } from '../../test/samples.js';

const open = perSuite();
const crew = aGroup('Crew', {
  description: 'Night crew',
  shared: true,
  admins: ['ola', 'zoe'],
  members: ['far@other.example', 'kim'],
});

beforeEach(async () => {
  await open().query('delete from user_group');
  await open().query('delete from room');
});

describe('find', () => {
  it('gives what was added, people in order', async () => {
    const { groups } = open();
    expect(await groups.add(crew)).toBe(true);
    expect(await groups.add(aGroup('Crew'))).toBe(false);
    expect(await groups.find('Crew')).toEqual(crew);
    expect(await groups.find('crew')).toBeNull();
  });

  it('reads back every text', async () => {
    const { groups } = open();
    const text = (maxLength: number) =>
      fc.string({ unit: 'binary', maxLength }).filter((value) => !value.includes('\0'));
    await fc.assert(
      fc.asyncProperty(
        text(50),
        fc.option(text(255)),
        fc.boolean(),
        async (label, description, shared) => {
          const group = aGroup(label, { description, shared, members: ['kim'] });
          await groups.add(group);
          expect(await groups.find(label)).toEqual(group);
          await groups.remove(label, jid('admin'));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('list', () => {
  it('gives all groups by name, in batches', async () => {
    const { groups, transactions } = open();
    const names = Array.from(
      { length: 1200 },
      (_, index) => `${['a', 'Z', 'é', '\u{10400}', 'ﬀ', ' '][index % 6]}${index}`,
    );
    await transactions.run(() => groups.addMissing(names, ''));
    const listed: GroupSummary[] = [];
    for await (const batch of groups.list()) listed.push(...batch);
    expect(listed.map(({ name }) => name)).toEqual([...names].sort(compareCodePoints));
    expect(listed[0]).toEqual({ name: listed[0]!.name, description: '', shared: false });
  });
});

describe('replace', () => {
  it('makes both sets equal to the group', async () => {
    const { groups } = open();
    await groups.add(crew);
    const next = aGroup('Crew', { admins: ['kim'], members: ['new@other.example', 'ola'] });
    await groups.replace(next);
    expect(await groups.find('Crew')).toEqual(next);
    await groups.replace(aGroup('Crew'));
    expect(await groups.find('Crew')).toEqual(aGroup('Crew'));
  });

  it('leaves rows alone that are right already', async () => {
    const { groups, query } = open();
    await groups.add(crew);
    const rows = () => query('select jid, xmin::text, ctid::text from group_member order by jid');
    const before = await rows();
    await groups.replace(crew);
    expect(await rows()).toEqual(before);
  });
});

describe('people', () => {
  it('join and leave, and only real changes are told', async () => {
    const { groups } = open();
    await groups.add(crew);
    await groups.addMissing(['Crew', 'New'], '');
    expect(await groups.find('New')).toEqual(aGroup('New', { description: '' }));
    expect(await groups.join(['Crew', 'New', 'missing'], jid('ola'))).toEqual(['New']);
    expect(await groups.find('Crew')).toEqual(crew);
    expect(await groups.namesOf(jid('ola'))).toEqual(['Crew', 'New']);
    expect(await groups.leave(['Crew', 'missing'], jid('ola'))).toEqual(['Crew']);
    expect(await groups.leave(['Crew'], jid('ola'))).toEqual([]);
    expect(await groups.namesOf(jid('ola'))).toEqual(['New']);
  });

  it('joining at the same time as others all get in', async () => {
    const { groups, transactions } = open();
    await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((text) =>
        transactions.run(async () => {
          await groups.addMissing(['G1', 'G2'], '');
          await groups.join(['G2', 'G1'], jid(text));
        }),
      ),
    );
    expect((await groups.find('G1'))?.members).toHaveLength(5);
    expect((await groups.find('G2'))?.members).toHaveLength(5);
  });
});

describe('lockExisting and sharedAmong', () => {
  it('tell which groups exist and which are shared', async () => {
    const { groups, transactions } = open();
    await groups.add(crew);
    await groups.add(aGroup('Plain'));
    const names = ['Plain', 'Crew', 'missing'];
    expect(await transactions.run(() => groups.lockExisting(names))).toEqual(
      new Set(['Crew', 'Plain']),
    );
    expect(await groups.sharedAmong(names)).toEqual(['Crew']);
    expect(await groups.sharedAmong([])).toEqual([]);
  });

  it('keeps a group from removal until the transaction ends', async () => {
    const { groups, transactions } = open();
    await groups.add(crew);
    const locked = gate();
    const events: string[] = [];
    const removal = locked.opened.then(async () => {
      await transactions.run(() => groups.remove('Crew', jid('admin')));
      events.push('removed');
    });
    await transactions.run(async () => {
      await groups.lockExisting(['Crew']);
      locked.open();
      expect(await groups.join(['Crew'], jid('new'))).toEqual(['Crew']);
      events.push('joined');
    });
    await removal;
    expect(events).toEqual(['joined', 'removed']);
    expect(await groups.find('Crew')).toBeNull();
  });
});

describe('lock', () => {
  it('shows the group as it is once others are through', async () => {
    const { groups, transactions } = open();
    await groups.add(aGroup('Crew'));
    await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((text) =>
        transactions.run(async () => {
          const group = (await groups.lock('Crew'))!;
          await groups.replace({ ...group, members: [...group.members, jid(text)] });
        }),
      ),
    );
    expect((await groups.find('Crew'))?.members).toHaveLength(5);
    expect(await transactions.run(() => groups.lock('missing'))).toBeNull();
  });
});

describe('remove', () => {
  it('takes memberships and room affiliations along and tells the rooms', async () => {
    const { groups, query } = open();
    await groups.add(crew);
    await groups.add(aGroup('Other'));
    await aRoom(query, 'owned', { groups: { Crew: 'owner' } });
    await aRoom(query, 'shared', { groups: { Crew: 'owner', Other: 'owner' } });
    await aRoom(query, 'kept', { groups: { Crew: 'member' }, people: { ola: 'owner' } });
    await aRoom(query, 'admin', { groups: { Crew: 'owner' }, people: { boss: 'member' } });
    const refs = ['admin', 'kept', 'owned', 'shared'].map((room) => ({
      service: 'conference',
      room,
    }));
    expect(await groups.rooms('Crew')).toEqual(refs);
    const before = await roomVersion(query, 'kept');
    expect(await groups.remove('Crew', jid('boss'))).toEqual(refs);
    expect(await groups.rooms('Crew')).toEqual([]);
    expect(await query('select from group_member')).toEqual([]);
    expect(
      await query(`
        select room.name, jid, affiliation from room_affiliation join room on room.id = room_id
        order by room.name, jid`),
    ).toEqual([
      { name: 'admin', jid: 'boss@example.org', affiliation: 'owner' },
      { name: 'kept', jid: 'ola@example.org', affiliation: 'owner' },
      { name: 'owned', jid: 'boss@example.org', affiliation: 'owner' },
    ]);
    expect(await roomVersion(query, 'kept')).toBeGreaterThan(before);
  });
});
