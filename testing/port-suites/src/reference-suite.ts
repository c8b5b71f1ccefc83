import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { Open } from './repositories.js';
import { addRoom, ownersOf, peopleOf } from './rooms.js';
import { aGroup, anAccount, anItem, jid, name } from './samples.js';

/** References to people outside their own rows. */
export function referenceSuite(open: Open): void {
  const { key: ADMINISTRATORS } = systemProperty.administrators;

  beforeEach(async () => {
    await open().startOver();
    await open().users.add(['ola', 'zoe', 'kim', 'boss'].map((text) => anAccount(text)));
  });

  const rename = () => open().userChanges.rename(name('ola'), name('amy'), {}, null);
  const remove = () => open().userChanges.remove(name('ola'), jid('boss'));
  const listed = () => open().propertyStore.find(ADMINISTRATORS);

  describe('rename', () => {
    it('changes all references to the JID and reports whom that affected', async () => {
      const { rosters, groups, propertyStore } = open();
      const item = anItem('ola', { nickname: 'O', subscription: 1, groups: ['Pals'] });
      await rosters.put(name('zoe'), item);
      await rosters.put(name('kim'), anItem('zoe'));
      await groups.add(aGroup('Crew', { admins: ['ola'], members: ['zoe'] }));
      await addRoom(open(), 'tea', { people: { ola: 'owner', zoe: 'member' } });
      await propertyStore.put(ADMINISTRATORS, 'ola@example.org boss@example.org,x');
      expect(await rename()).toEqual({
        rosterOwners: ['zoe'],
        groups: ['Crew'],
        rooms: [{ service: 'conference', room: 'tea' }],
      });
      expect(await rosters.find(name('zoe'), jid('ola'))).toBeNull();
      expect(await rosters.find(name('zoe'), jid('amy'))).toMatchObject({
        ...item,
        jid: jid('amy'),
      });
      expect(await groups.find('Crew')).toEqual(
        aGroup('Crew', { admins: ['amy'], members: ['zoe'] }),
      );
      expect(await peopleOf(open(), 'tea')).toEqual(['amy=owner', 'zoe=member']);
      expect(await listed()).toBe('amy@example.org,boss@example.org,x');
    });

    it('replaces existing entries for the new JID', async () => {
      const { rosters, groups } = open();
      await rosters.put(name('zoe'), anItem('ola', { nickname: 'old' }));
      await rosters.put(name('zoe'), anItem('amy', { nickname: 'in the way' }));
      await rosters.put(name('kim'), anItem('amy', { nickname: 'elsewhere' }));
      await groups.add(aGroup('Crew', { admins: ['ola'], members: ['amy'] }));
      await addRoom(open(), 'tea', { people: { ola: 'member', amy: 'outcast', zoe: 'owner' } });
      await addRoom(open(), 'last', { people: { ola: 'member', amy: 'owner' } });
      expect((await rename())!.rosterOwners).toEqual(['zoe']);
      expect(await rosters.list(name('zoe'))).toMatchObject([{ jid: jid('amy'), nickname: 'old' }]);
      expect(await rosters.list(name('kim'))).toMatchObject([{ nickname: 'elsewhere' }]);
      expect(await groups.find('Crew')).toEqual(aGroup('Crew', { admins: ['amy'] }));
      expect(await peopleOf(open(), 'tea')).toEqual(['amy=member', 'zoe=owner']);
      expect(await peopleOf(open(), 'last')).toEqual(['amy=owner']);
    });

    it('makes nobody a contact of their own', async () => {
      const { rosters, userChanges } = open();
      await rosters.put(name('ola'), anItem('amy'));
      await rosters.put(name('ola'), anItem('zoe'));
      await rosters.put(name('kim'), anItem('amy'));
      await userChanges.rename(name('ola'), name('amy'), {}, null);
      expect(await rosters.list(name('amy'))).toMatchObject([{ jid: jid('zoe') }]);
      expect(await rosters.list(name('kim'))).toMatchObject([{ jid: jid('amy') }]);
    });

    it('touches nothing when nobody names the JID', async () => {
      await open().propertyStore.put(ADMINISTRATORS, 'boss@example.org  zoe@example.org');
      expect(await rename()).toEqual({ rosterOwners: [], groups: [], rooms: [] });
      expect(await listed()).toBe('boss@example.org  zoe@example.org');
    });
  });

  describe('remove', () => {
    it('removes all references to the JID', async () => {
      const { rosters, groups, propertyStore } = open();
      await rosters.put(name('zoe'), anItem('ola'));
      await groups.add(aGroup('Crew', { admins: ['ola'], members: ['zoe'] }));
      await addRoom(open(), 'tea', { people: { ola: 'owner', zoe: 'owner' } });
      await propertyStore.put(ADMINISTRATORS, 'ola@example.org,boss@example.org');
      expect(await remove()).toEqual({
        rosterOwners: ['zoe'],
        groups: ['Crew'],
        rooms: [{ service: 'conference', room: 'tea' }],
      });
      expect(await rosters.list(name('zoe'))).toEqual([]);
      expect(await groups.find('Crew')).toEqual(aGroup('Crew', { members: ['zoe'] }));
      expect(await peopleOf(open(), 'tea')).toEqual(['zoe=owner']);
      expect(await listed()).toBe('boss@example.org');
    });

    it('gives an owner only to rooms left without one', async () => {
      await open().groups.add(aGroup('Crew'));
      await addRoom(open(), 'alone', { people: { ola: 'owner' } });
      await addRoom(open(), 'promoted', { people: { ola: 'owner', boss: 'outcast' } });
      await addRoom(open(), 'of-group', { people: { ola: 'owner' }, groups: { Crew: 'owner' } });
      await addRoom(open(), 'never-owned', { people: { ola: 'admin' } });
      await remove();
      expect(await peopleOf(open(), 'alone')).toEqual(['boss=owner']);
      expect(await peopleOf(open(), 'promoted')).toEqual(['boss=owner']);
      expect(await ownersOf(open(), 'of-group')).toEqual(['Crew']);
      expect(await peopleOf(open(), 'never-owned')).toEqual([]);
    });

    it('leaves an owner when both owners of a room are removed concurrently', async () => {
      for (let round = 0; round < 10; round += 1) {
        await addRoom(open(), `both${round}`, { people: { ola: 'owner', zoe: 'owner' } });
      }
      await Promise.all(
        ['ola', 'zoe'].map((text) => open().userChanges.remove(name(text), jid('boss'))),
      );
      for (let round = 0; round < 10; round += 1) {
        expect(await peopleOf(open(), `both${round}`)).toEqual(['boss=owner']);
      }
    });
  });
}
