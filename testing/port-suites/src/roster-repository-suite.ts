import fc from 'fast-check';
import { compareCodePoints } from '@chat-admin/domain/shared/order';
import { wholeList } from '@chat-admin/domain/shared/long-list';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { RosterItem } from '@chat-admin/domain/users/roster';
import type { Open } from './repositories.js';
import { aGroup, anAccount, anItem, anyText, jid, name } from './samples.js';

/** Rosters, including the contacts from shared groups. */
export function rosterRepositorySuite(open: Open): void {
  const ola = name('ola');
  const listed = async (owner: Localpart) => wholeList((await open().rosters.list(owner)) ?? []);

  beforeEach(async () => {
    await open().startOver();
    await open().users.add([
      anAccount('ola', { name: 'Ola N' }),
      anAccount('zoe', { name: 'Zoe' }),
      anAccount('kim'),
      anAccount('max', { name: '' }),
    ]);
  });

  describe('stored items', () => {
    it('are added once, replaced and removed', async () => {
      const { rosters } = open();
      const item = anItem('bo@other.example', {
        nickname: 'Bo',
        subscription: 2,
        groups: ['A', 'b'],
      });
      expect(await rosters.add(ola, item)).toBe(true);
      expect(await rosters.add(ola, anItem('bo@other.example'))).toBe(false);
      const entry = { ...item, stored: true, sharedGroups: [] };
      expect(await rosters.find(ola, item.jid)).toEqual(entry);
      expect(await rosters.list(ola)).toEqual([entry]);
      await rosters.put(ola, anItem('bo@other.example', { subscription: 1 }));
      await rosters.put(ola, anItem('al@other.example', { subscription: 3 }));
      expect(await rosters.replace(ola, anItem('al@other.example'))).toBe(true);
      expect((await listed(ola)).map(({ jid, subscription }) => [jid, subscription])).toEqual([
        ['al@other.example', 0],
        ['bo@other.example', 1],
      ]);
      expect(await rosters.remove(ola, item.jid)).toBe(true);
      expect(await rosters.remove(ola, item.jid)).toBe(false);
      expect(await rosters.replace(ola, item)).toBe(false);
      expect(await rosters.find(ola, item.jid)).toBeNull();
      expect(await rosters.list(name('zoe'))).toEqual([]);
    });

    it('keep every text', async () => {
      const { rosters } = open();
      const item: fc.Arbitrary<RosterItem> = fc.record({
        jid: fc.constant(jid('bo@other.example')),
        nickname: fc.option(anyText(255)),
        subscription: fc.constantFrom(0, 1, 2, 3),
        groups: fc.uniqueArray(
          fc.oneof(anyText(255), fc.constant('null'), fc.constant('{"a",\\b}')),
        ),
      });
      await fc.assert(
        fc.asyncProperty(item, async (given) => {
          await rosters.put(ola, given);
          expect(await rosters.find(ola, given.jid)).toEqual({
            ...given,
            stored: true,
            sharedGroups: [],
          });
          expect(await rosters.list(ola)).toEqual([await rosters.find(ola, given.jid)]);
        }),
        { numRuns: 60 },
      );
    });

    it('are found, put and told apart from those of contacts, many at once', async () => {
      const { rosters, groups } = open();
      const [zoe, kim, ghost] = [name('zoe'), name('kim'), name('ghost')];
      await groups.add(aGroup('Crew', { shared: true, members: ['ola', 'zoe'] }));
      const bo = anItem('bo@other.example', { nickname: '"{a}"', groups: ['A,b', 'null'] });
      await rosters.put(ola, anItem('bo@other.example', { subscription: 1 }));
      await rosters.putMany([
        { ...bo, owner: ola },
        { ...anItem('kim'), owner: ola },
        { ...anItem('ola', { subscription: 3, groups: ['Work'] }), owner: kim },
      ]);
      const jids = [bo.jid, jid('kim'), jid('zoe'), jid('max')];
      const found = await rosters.findMany(ola, jids);
      expect(found).toHaveLength(3);
      expect(new Set(found)).toEqual(new Set(await listed(ola)));
      expect(await rosters.findMany(ola, [])).toEqual([]);
      const own = { owner: kim, ...anItem('ola', { subscription: 3, groups: ['Work'] }) };
      const max = { owner: name('max'), ...anItem('ola') };
      // a shared group relates zoe
      const others = await rosters.counterparts(ola, [zoe, kim, name('max'), ghost]);
      expect([...others].sort((a, b) => compareCodePoints(a.owner, b.owner))).toEqual([
        { ...own, stored: true },
        { ...max, stored: false },
      ]);
    });

    it('of unknown owners are refused, and they have no rosters', async () => {
      const { rosters } = open();
      await expect(rosters.add(name('ghost'), anItem('bo@other.example'))).rejects.toThrow();
      expect(await rosters.list(name('ghost'))).toBeNull();
    });
  });

  describe('shared groups', () => {
    it('contribute every other existing person, and all foreign ones', async () => {
      const { rosters, groups } = open();
      await groups.add(
        aGroup('Crew', {
          shared: true,
          admins: ['ola'],
          members: ['zoe', 'kim', 'max', 'ghost', 'far@other.example'],
        }),
      );
      await groups.add(aGroup('Private', { members: ['ola', 'secret@other.example'] }));
      const brought = { subscription: 3, groups: [], stored: false, sharedGroups: ['Crew'] };
      expect(await rosters.list(ola)).toEqual([
        { jid: 'far@other.example', nickname: 'far@other.example', ...brought },
        { jid: 'kim@example.org', nickname: 'kim', ...brought },
        { jid: 'max@example.org', nickname: 'max', ...brought },
        { jid: 'zoe@example.org', nickname: 'Zoe', ...brought },
      ]);
      expect((await listed(name('zoe'))).map((entry) => entry.jid)).toContain('ola@example.org');
      expect(await rosters.list(name('ghost'))).toBeNull();
      expect(await rosters.find(ola, jid('ghost'))).toBeNull();
      expect(await rosters.find(ola, jid('ola'))).toBeNull();
    });

    it('override the subscription of a stored item and nothing else', async () => {
      const { rosters, groups } = open();
      await groups.add(aGroup('b', { shared: true, members: ['ola', 'zoe'] }));
      await groups.add(aGroup('B', { shared: true, members: ['ola'], admins: ['zoe'] }));
      await rosters.put(ola, anItem('zoe', { nickname: null, subscription: 1, groups: ['Pals'] }));
      expect(await rosters.find(ola, jid('zoe'))).toEqual({
        jid: 'zoe@example.org',
        nickname: null,
        subscription: 3,
        groups: ['Pals'],
        stored: true,
        sharedGroups: ['B', 'b'],
      });
    });

    it('are complete and in order in a long roster', async () => {
      const { rosters, groups } = open();
      const people = Array.from({ length: 2100 }, (_, index) => `p${index}@other.example`);
      await groups.add(aGroup('All', { shared: true, members: ['ola', ...people] }));
      await rosters.put(ola, anItem('p7@other.example', { nickname: 'Seven', groups: ['Pals'] }));
      const entries = await listed(ola);
      expect(entries.map((entry) => entry.jid)).toEqual(people.map(jid).sort(compareCodePoints));
      expect(entries.find(({ stored }) => stored)).toEqual(
        await rosters.find(ola, jid('p7@other.example')),
      );
    });

    it('of several people asked for at once are told apart', async () => {
      const { rosters, groups } = open();
      await groups.add(aGroup('Crew', { shared: true, members: ['zoe', 'kim'] }));
      await rosters.put(ola, anItem('bo@other.example'));
      const asked = ['ola', 'zoe', 'ghost', 'max', 'zoe'].map((one) => rosters.list(name(one)));
      expect(await Promise.all(asked)).toEqual([
        [await rosters.find(ola, jid('bo@other.example'))],
        [await rosters.find(name('zoe'), jid('kim'))],
        null,
        [],
        [await rosters.find(name('zoe'), jid('kim'))],
      ]);
    });

    it('merge with stored items by code point', async () => {
      const { rosters, groups } = open();
      const foreign = [
        'z@a.example',
        'a@b.example',
        '\u{10400}x@c.example',
        'ﬀ@d.example',
        'é@e.example',
      ];
      const jids = foreign.map(jid);
      await groups.add(aGroup('g', { shared: true, members: ['ola', ...foreign.slice(0, 3)] }));
      for (const contact of foreign.slice(2)) await rosters.put(ola, anItem(contact));
      expect((await listed(ola)).map((entry) => entry.jid)).toEqual(
        [...jids].sort(compareCodePoints),
      );
    });
  });
}
