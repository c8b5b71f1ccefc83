import fc from 'fast-check';
import { GroupAlreadyExists } from '@chat-admin/domain/groups/errors';
import type { Group, GroupSummary } from '@chat-admin/domain/groups/group';
import { wholeList } from '@chat-admin/domain/shared/long-list';
import { compareCodePoints } from '@chat-admin/domain/shared/order';
import { gate } from './gate.js';
import type { Open } from './repositories.js';
import { addRoom, ownersOf, versionOf } from './rooms.js';
import { aGroup, anyText, jid } from './samples.js';

const personsOf = ({ admins, members }: Pick<Group, 'admins' | 'members'>) => [
  ...admins.map((jid) => ({ jid, isAdmin: true })),
  ...members.map((jid) => ({ jid, isAdmin: false })),
];

/** Groups, their people, and the rooms that affiliate them. */
export function groupRepositorySuite(open: Open): void {
  const crew = aGroup('Crew', {
    description: 'Night crew',
    shared: true,
    admins: ['ola', 'zoe'],
    members: ['far@other.example', 'kim'],
  });

  beforeEach(() => open().startOver());

  describe('find', () => {
    it('returns what was added, with people in order', async () => {
      const { groups } = open();
      expect(await groups.add(crew)).toBe(true);
      expect(await groups.add(aGroup('Crew'))).toBe(false);
      expect(await groups.find('Crew')).toEqual(crew);
      expect(await groups.find('crew')).toBeNull();
    });

    it('returns every text unchanged', async () => {
      const { groups } = open();
      await fc.assert(
        fc.asyncProperty(
          anyText(50),
          fc.option(anyText(255)),
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

  describe('read', () => {
    it('returns what find returns, to all who ask at once', async () => {
      const { groups } = open();
      await groups.add(crew);
      await groups.add(aGroup('Empty'));
      const asked = ['Crew', 'Empty', 'crew', 'Crew'].map((name) => groups.read(name));
      expect(await Promise.all(asked)).toEqual([crew, aGroup('Empty'), null, crew]);
    });

    it('returns all people of a big group: admins first, each in order', async () => {
      const { groups } = open();
      const people = Array.from({ length: 2100 }, (_, index) => `p${index + 1000}@other.example`);
      const big = aGroup('Big', { admins: people.slice(0, 700), members: people.slice(700) });
      await groups.add(big);
      const { admins, members, ...summary } = big;
      const group = (await groups.read('Big'))!;
      expect(group).toMatchObject(summary);
      const read = 'people' in group ? await wholeList(group.people) : personsOf(group);
      expect(read).toEqual(personsOf({ admins, members }));
    });
  });

  describe('names', () => {
    it('are complete and in order, of all groups and of a person', async () => {
      const { groups, transactions } = open();
      const names = Array.from(
        { length: 2100 },
        (_, index) => `${['a', 'Z', 'é'][index % 3]}${index}`,
      );
      const sorted = [...names].sort(compareCodePoints);
      expect(await groups.names()).toEqual([]);
      await transactions.run(async () => {
        await groups.addMissing([...names, 'Other'], false);
        await groups.join(names, jid('ola'));
      });
      expect(await wholeList(await groups.namesOf(jid('ola')))).toEqual(sorted);
      expect(await wholeList(await groups.names())).toEqual(
        [...names, 'Other'].sort(compareCodePoints),
      );
      await transactions.run(() => groups.join(['Other'], jid('zoe')));
      const asked = ['zoe', 'kim', 'zoe'].map((one) => groups.namesOf(jid(one)));
      expect(await Promise.all(asked)).toEqual([['Other'], [], ['Other']]);
    });
  });

  describe('list', () => {
    it('returns all groups by name, in batches', async () => {
      const { groups, transactions } = open();
      const names = Array.from(
        { length: 1200 },
        (_, index) => `${['a', 'Z', 'é', '\u{10400}', 'ﬀ', ' '][index % 6]}${index}`,
      );
      await transactions.run(() => groups.addMissing(names, false));
      const listed: GroupSummary[] = [];
      for await (const batch of groups.list()) listed.push(...batch);
      expect(listed.map(({ name }) => name)).toEqual([...names].sort(compareCodePoints));
      expect(listed[0]).toEqual({ name: listed[0]!.name, description: '', shared: false });
    });
  });

  describe('rename', () => {
    it('takes people and affiliations along, and touches the rooms', async () => {
      const { groups, transactions } = open();
      await groups.add(crew);
      await addRoom(open(), 'tea', { groups: { Crew: 'owner' } });
      const before = await versionOf(open(), 'tea');
      const rooms = await transactions.run(() => groups.rename('Crew', 'Night'));
      expect(rooms).toEqual([{ service: 'conference', room: 'tea' }]);
      expect(await groups.find('Night')).toEqual({ ...crew, name: 'Night' });
      expect(await groups.find('Crew')).toBeNull();
      expect(await groups.namesOf(jid('kim'))).toEqual(['Night']);
      expect(await ownersOf(open(), 'tea')).toEqual(['Night']);
      expect(await versionOf(open(), 'tea')).toBeGreaterThan(before);
    });

    it('to a name that is taken changes nothing', async () => {
      const { groups, transactions } = open();
      await groups.add(crew);
      await groups.add(aGroup('Desk'));
      const rename = transactions.run(() => groups.rename('Crew', 'Desk'));
      await expect(rename).rejects.toThrow(GroupAlreadyExists);
      expect(await groups.find('Crew')).toEqual(crew);
      expect(await groups.find('Desk')).toEqual(aGroup('Desk'));
    });
  });

  describe('replace', () => {
    it('makes both sets equal to those of the group', async () => {
      const { groups } = open();
      await groups.add(crew);
      const next = aGroup('Crew', { admins: ['kim'], members: ['new@other.example', 'ola'] });
      await groups.replace(next);
      expect(await groups.find('Crew')).toEqual(next);
      await groups.replace(aGroup('Crew'));
      expect(await groups.find('Crew')).toEqual(aGroup('Crew'));
    });

    it('writes nothing of those in other roles, who may have gone since they were read', async () => {
      const { groups } = open();
      await groups.add(crew);
      await groups.leave(['Crew'], jid('zoe'));
      await groups.leave(['Crew'], jid('kim'));
      await groups.replace({ ...crew, description: 'Day crew' }, []);
      const left = aGroup('Crew', {
        admins: ['ola'],
        members: ['far@other.example'],
        shared: true,
      });
      expect(await groups.find('Crew')).toEqual({ ...left, description: 'Day crew' });
      await groups.replace({ ...crew, members: [jid('new')] }, ['member']);
      expect(await groups.find('Crew')).toEqual({
        ...crew,
        admins: [jid('ola')],
        members: [jid('new')],
      });
      await groups.replace({ ...crew, admins: [jid('kim'), jid('new')] }, ['admin']);
      expect(await groups.find('Crew')).toEqual({
        ...crew,
        admins: [jid('kim'), jid('new')],
        members: [],
      });
    });
  });

  describe('people', () => {
    it('joining and leaving report only real changes', async () => {
      const { groups } = open();
      await groups.add(crew);
      await groups.addMissing(['Crew', 'New'], false);
      expect(await groups.find('New')).toEqual(aGroup('New', { description: '' }));
      expect(await groups.join(['Crew', 'New', 'missing'], jid('ola'))).toEqual(['New']);
      expect(await groups.find('Crew')).toEqual(crew);
      expect(await groups.namesOf(jid('ola'))).toEqual(['Crew', 'New']);
      expect(await groups.leave(['Crew', 'missing'], jid('ola'))).toEqual(['Crew']);
      expect(await groups.leave(['Crew'], jid('ola'))).toEqual([]);
      expect(await groups.namesOf(jid('ola'))).toEqual(['New']);
    });

    it('concurrent joins all succeed', async () => {
      const { groups, transactions } = open();
      await Promise.all(
        ['a', 'b', 'c', 'd', 'e'].map((text) =>
          transactions.run(async () => {
            await groups.addMissing(['G1', 'G2'], false);
            await groups.join(['G2', 'G1'], jid(text));
          }),
        ),
      );
      expect((await groups.find('G1'))?.members).toHaveLength(5);
      expect((await groups.find('G2'))?.members).toHaveLength(5);
    });

    it('changes increment the versions of the rooms that affiliate the group', async () => {
      const { groups } = open();
      await groups.add(crew);
      await groups.add(aGroup('Other'));
      await addRoom(open(), 'tea', { people: { ola: 'owner' }, groups: { Crew: 'member' } });
      const moves = async (change: () => Promise<unknown>) => {
        const before = await versionOf(open(), 'tea');
        await change();
        return (await versionOf(open(), 'tea')) > before;
      };
      expect(await moves(() => groups.join(['Crew'], jid('new')))).toBe(true);
      expect(await moves(() => groups.join(['Crew'], jid('new')))).toBe(false);
      expect(await moves(() => groups.leave(['Crew'], jid('new')))).toBe(true);
      expect(await moves(() => groups.join(['Other'], jid('new')))).toBe(false);
      expect(await moves(() => groups.replace(crew))).toBe(false);
      expect(await moves(() => groups.replace(aGroup('Crew', { members: ['ola'] })))).toBe(true);
    });
  });

  describe('members, one by one', () => {
    it('are listed by JID, with their roles', async () => {
      const { groups } = open();
      await groups.add(crew);
      expect(await wholeList((await groups.members('Crew'))!)).toEqual([
        { jid: 'far@other.example', role: 'member' },
        { jid: jid('kim'), role: 'member' },
        { jid: jid('ola'), role: 'admin' },
        { jid: jid('zoe'), role: 'admin' },
      ]);
      expect(await groups.members('crew')).toBeNull();
    });

    it('are added, given another role and removed; only real changes are reported', async () => {
      const { groups, transactions } = open();
      await groups.add(aGroup('Crew', { members: ['kim'] }));
      await addRoom(open(), 'tea', { people: { ola: 'owner' }, groups: { Crew: 'member' } });
      const put = async (role: 'admin' | 'member' | null) => {
        const before = await versionOf(open(), 'tea');
        const put = await transactions.run(() => groups.putMember('Crew', jid('new'), role));
        return { ...put, moved: (await versionOf(open(), 'tea')) > before };
      };
      const unchanged = { outcome: 'unchanged', role: null, moved: false };
      expect(await put(null)).toEqual({ outcome: 'added', role: 'member', moved: true });
      expect(await put(null)).toEqual(unchanged);
      expect(await put('member')).toEqual(unchanged);
      expect(await put('admin')).toEqual({ outcome: 'changed', role: 'admin', moved: true });
      expect(await put(null)).toEqual(unchanged);
      expect(await transactions.run(() => groups.lockMember('Crew', jid('new')))).toBe('admin');
      expect(await groups.find('Crew')).toEqual(
        aGroup('Crew', { admins: ['new'], members: ['kim'] }),
      );
      const remove = () => transactions.run(() => groups.removeMember('Crew', jid('new')));
      expect(await remove()).toBe('admin');
      expect(await remove()).toBeNull();
      expect(await transactions.run(() => groups.lockMember('Crew', jid('new')))).toBeNull();
      expect(await groups.find('Crew')).toEqual(aGroup('Crew', { members: ['kim'] }));
    });
  });

  describe('lockExisting and sharedAmong', () => {
    it('report which groups exist and which are shared', async () => {
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

    it('locks a group against removal until the transaction ends', async () => {
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
    it('returns the group as it is after concurrent changes', async () => {
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
    it('removes memberships and room affiliations, and returns the rooms', async () => {
      const { groups } = open();
      await groups.add(crew);
      await groups.add(aGroup('Other'));
      await addRoom(open(), 'owned', { groups: { Crew: 'owner' } });
      await addRoom(open(), 'shared', { groups: { Crew: 'owner', Other: 'owner' } });
      await addRoom(open(), 'kept', { groups: { Crew: 'member' }, people: { ola: 'owner' } });
      await addRoom(open(), 'admin', { groups: { Crew: 'owner' }, people: { boss: 'member' } });
      const refs = ['admin', 'kept', 'owned', 'shared'].map((room) => ({
        service: 'conference',
        room,
      }));
      expect(await groups.rooms('Crew')).toEqual(refs);
      const before = await versionOf(open(), 'kept');
      expect(await groups.remove('Crew', jid('boss'))).toEqual(refs);
      expect(await groups.rooms('Crew')).toEqual([]);
      expect(await groups.namesOf(jid('ola'))).toEqual([]);
      expect(await ownersOf(open(), 'admin')).toEqual(['boss@example.org']);
      expect(await ownersOf(open(), 'kept')).toEqual(['ola@example.org']);
      expect(await ownersOf(open(), 'owned')).toEqual(['boss@example.org']);
      expect(await ownersOf(open(), 'shared')).toEqual(['Other']);
      expect(await versionOf(open(), 'kept')).toBeGreaterThan(before);
    });
  });
}
