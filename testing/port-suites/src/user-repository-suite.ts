import fc from 'fast-check';
import { valuesOf } from '@chat-admin/domain/shared/fields';
import { compareCodePoints } from '@chat-admin/domain/shared/order';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import { USER_FIELDS, userProperties } from '@chat-admin/domain/users/user';
import type { UserFilter } from '@chat-admin/domain/users/user';
import type { NewAccount } from '@chat-admin/domain/users/user-repository';
import { anyValues } from './any-values.js';
import { auditSummaries } from './audit-summaries.js';
import { gate } from './gate.js';
import type { Open } from './repositories.js';
import { anAccount, anEntry, anyText, inHex, jid, name } from './samples.js';

/** Users, their logins and lockouts. */
export function userRepositorySuite(open: Open): void {
  beforeEach(() => open().startOver());

  const listed = async (filter: UserFilter) => {
    const usernames: string[] = [];
    for await (const batch of open().users.list(filter)) {
      usernames.push(...batch.map(({ username }) => username));
    }
    return usernames;
  };

  describe('find', () => {
    it('returns what was added, together with others and alone', async () => {
      const { users } = open();
      const ola = anAccount('ola', {
        name: 'Ola N',
        email: 'ola@example.net',
        properties: [{ key: 'desk', value: '4B' }],
      });
      expect(await users.add([ola])).toEqual([]);
      expect(await users.add([anAccount('zoe')])).toEqual([]);
      expect(await users.find(name('ola'))).toEqual(ola.user);
      const together = await Promise.all(
        ['ola', 'ghost', 'zoe'].map((text) => users.find(name(text))),
      );
      expect(together).toEqual([ola.user, null, anAccount('zoe').user]);
    });

    it('sees the changes of its own transaction only', async () => {
      const { users, transactions } = open();
      const added = gate();
      const seen = added.opened.then(() => users.find(name('inside')));
      await transactions.run(async () => {
        await users.add([anAccount('inside')]);
        expect(await users.find(name('inside'))).toEqual(anAccount('inside').user);
        expect(await users.existing([name('inside')])).toEqual(new Set(['inside']));
        added.open();
        expect(await seen).toBeNull();
      });
      expect(await users.find(name('inside'))).not.toBeNull();
    });

    it('returns every text unchanged', async () => {
      const { users, userChanges, transactions } = open();
      const properties = fc
        .array(
          fc.record({
            key: fc.tuple(anyText(98), fc.constant('k')).map((parts) => parts.join('')),
            value: fc.oneof(
              anyText(300),
              fc.constant('\\"\'{}[],\t\r\n'),
              fc.constant('ä'.repeat(9000)),
            ),
          }),
          { maxLength: 4 },
        )
        .map((draft) => userProperties(draft)!);
      await fc.assert(
        fc.asyncProperty(anyValues(USER_FIELDS), properties, async (values, given) => {
          const account = anAccount('anytext', { ...values, properties: given });
          const alone = anAccount('anytext2', account.user);
          const bulk: NewAccount[] = [
            account,
            { ...alone, user: { ...alone.user, username: name('anytext2') } },
          ];
          expect(await users.add([account])).toEqual([]);
          expect(await users.find(name('anytext'))).toEqual(account.user);
          await userChanges.remove(name('anytext'), jid('admin'));
          expect(await users.add(bulk)).toEqual([]);
          expect(await users.find(name('anytext'))).toEqual(account.user);
          const nothing = { ...valuesOf(USER_FIELDS, {}), properties: [] };
          await userChanges.update(name('anytext2'), nothing, null);
          await userChanges.update(name('anytext2'), { ...values, properties: given }, null);
          expect(await users.find(name('anytext2'))).toEqual(bulk[1]!.user);
          await transactions.run(async () => {
            await userChanges.remove(name('anytext'), jid('admin'));
            await userChanges.remove(name('anytext2'), jid('admin'));
          });
        }),
        { numRuns: 60 },
      );
    });
  });

  describe('existing', () => {
    it('names those that exist', async () => {
      const { users } = open();
      await users.add([anAccount('here'), anAccount('here2')]);
      expect(await users.existing([])).toEqual(new Set());
      expect(await users.existing([name('here')])).toEqual(new Set(['here']));
      expect(await users.existing([name('ghost')])).toEqual(new Set());
      expect(await users.existing(['here2', 'ghost', 'here'].map(name))).toEqual(
        new Set(['here', 'here2']),
      );
    });
  });

  describe('lockExisting', () => {
    it('names those that exist', async () => {
      const { users, transactions } = open();
      await users.add([anAccount('here'), anAccount('here2')]);
      const names = ['here2', 'ghost', 'here'].map(name);
      expect(await transactions.run(() => users.lockExisting(names))).toEqual(
        new Set(['here', 'here2']),
      );
    });

    it.each<[string, (user: Localpart) => Promise<unknown>]>([
      ['removal', (user) => open().userChanges.remove(user, jid('admin'))],
      ['renaming', (user) => open().userChanges.rename(user, name('other'), {}, null)],
    ])('locks a user against %s until the transaction ends', async (_, change) => {
      const { users, transactions } = open();
      await users.add([anAccount('here')]);
      const locked = gate();
      const events: string[] = [];
      const changed = locked.opened.then(async () => {
        await transactions.run(() => change(name('here')));
        events.push('changed');
      });
      await transactions.run(async () => {
        await users.lockExisting([name('here')]);
        locked.open();
        await users.existing(['here', 'ghost'].map(name));
        events.push('released');
      });
      await changed;
      expect(events).toEqual(['released', 'changed']);
    });
  });

  describe('add', () => {
    it('stores all of a list or none', async () => {
      const { users } = open();
      expect(await users.add([])).toEqual([]);
      await users.add([anAccount('taken')]);
      const list = ['all1', 'taken', 'all2'].map((text) => anAccount(text));
      expect(await users.add(list)).toEqual(['taken']);
      expect(await users.existing(['all1', 'all2'].map(name))).toEqual(new Set());
      expect(await users.add([anAccount('all1'), anAccount('all1')])).toEqual(['all1']);
      expect(await users.find(name('all1'))).toBeNull();
    });

    it('adds all of very many or none', async () => {
      const { users } = open();
      const many = Array.from({ length: 1201 }, (_, index) => anAccount(`many${index}`));
      await users.add([anAccount('many7'), anAccount('many1200')]);
      expect([...(await users.add(many))].sort()).toEqual(['many1200', 'many7']);
      expect(await users.find(name('many0'))).toBeNull();
      const others = many.filter((_, index) => index !== 7 && index !== 1200);
      expect(await users.add(others)).toEqual([]);
      expect(await users.find(name('many1199'))).not.toBeNull();
    });

    it('leaves the surrounding transaction usable when a name is taken', async () => {
      const { users, transactions } = open();
      await transactions.run(async () => {
        await users.add([anAccount('outer')]);
        expect(await users.add([anAccount('outer'), anAccount('outer2')])).toEqual(['outer']);
        expect(await users.add([anAccount('outer3')])).toEqual([]);
      });
      const names = ['outer', 'outer2', 'outer3'].map(name);
      expect(await users.existing(names)).toEqual(new Set(['outer', 'outer3']));
    });

    it('stores thousands at once', async () => {
      const { users } = open();
      const many = Array.from({ length: 2000 }, (_, index) => anAccount(`bulk${index}`));
      expect(await users.add(many)).toEqual([]);
      expect(await listed({ kind: 'name-contains', text: 'bulk' })).toHaveLength(2000);
    });

    it('lets exactly one of many concurrent additions of a name win', async () => {
      const { users, transactions } = open();
      const results = await Promise.all([
        users.add([anAccount('race')]),
        users.add([anAccount('race')]),
        users.add([anAccount('race'), anAccount('race-side')]),
        transactions.run(() => users.add([anAccount('race')])),
      ]);
      expect(results.filter((taken) => taken.length === 0)).toHaveLength(1);
      expect(results.flat().filter((taken) => taken !== 'race')).toEqual([]);
    });

    it('makes the second of two transactions wait for the outcome of the first', async () => {
      const { users, transactions } = open();
      const added = gate();
      const second = added.opened.then(() =>
        transactions.run(() => users.add([anAccount('undone')])),
      );
      const first = transactions.run(async () => {
        await users.add([anAccount('undone')]);
        added.open();
        await users.find(name('undone'));
        throw new Error('rolled back');
      });
      await expect(first).rejects.toThrow('rolled back');
      expect(await second).toEqual([]);
    });

    it('writes the audit entry of its request, unless nothing is stored', async () => {
      const { audit, users } = open();
      const request = (...texts: string[]) =>
        audit.request(anEntry(`POST ${texts.join()}`), () =>
          users.add(texts.map((text) => anAccount(text))),
        );
      expect(await request('a')).toBe(false);
      expect(await request('a')).toBe(true);
      expect(await request('b', 'c')).toBe(false);
      expect(await request('d', 'c')).toBe(true);
      expect(await auditSummaries(open)).toEqual(['POST b,c', 'POST a']);
    });
  });

  describe('login', () => {
    it('returns credentials and lockout; null for unknown users', async () => {
      const { users, lockouts } = open();
      const account = anAccount('log');
      await users.add([account]);
      const { id, ...login } = (await users.login(name('log')))!;
      expect(inHex(login)).toEqual(
        inHex({ credentials: account.credentials, locked: false, lockedIn: null, role: null }),
      );
      expect(await users.usernameOf(id)).toBe('log');
      await lockouts.lock(name('log'), 'secret');
      await lockouts.lock(name('log'), 'secret');
      expect((await users.login(name('log')))?.locked).toBe(true);
      await lockouts.unlock(name('log'));
      await lockouts.unlock(name('log'));
      expect((await users.login(name('log')))?.locked).toBe(false);
      expect(await users.login(name('ghost'))).toBeNull();
    });
  });

  describe('lock', () => {
    it('prevents changes of the user until the transaction ends', async () => {
      const { users, userChanges, transactions } = open();
      await users.add([anAccount('locked', { name: '0' })]);
      const increment = () =>
        transactions.run(async () => {
          const user = await users.lock(name('locked'));
          await userChanges.update(name('locked'), { name: String(Number(user!.name) + 1) }, null);
        });
      await Promise.all(Array.from({ length: 8 }, increment));
      expect((await users.find(name('locked')))?.name).toBe('8');
      expect(await transactions.run(() => users.lock(name('ghost')))).toBeNull();
    });
  });

  describe('list', () => {
    it('searches names and properties by exact text', async () => {
      await open().users.add([
        anAccount('s%t', {
          properties: [
            { key: 'Desk', value: '4B' },
            { key: 'desk', value: '' },
          ],
        }),
        anAccount('s_t', { properties: [{ key: 'desk', value: '4B"\\' }] }),
        anAccount('sxt', { properties: [{ key: 'x', value: 'desk' }] }),
      ]);
      expect(await listed({ kind: 'name-contains', text: '%' })).toEqual(['s%t']);
      expect(await listed({ kind: 'name-contains', text: '_' })).toEqual(['s_t']);
      expect(await listed({ kind: 'name-contains', text: '\\' })).toEqual([]);
      expect(await listed({ kind: 'name-contains', text: 'SX' })).toEqual([]);
      expect(await listed({ kind: 'name-contains', text: 'sx' })).toEqual(['sxt']);
      expect(await listed({ kind: 'property', key: 'desk', value: null })).toEqual(['s%t', 's_t']);
      expect(await listed({ kind: 'property', key: 'Desk', value: null })).toEqual(['s%t']);
      expect(await listed({ kind: 'property', key: 'desk', value: '' })).toEqual(['s%t']);
      expect(await listed({ kind: 'property', key: 'desk', value: '4B"\\' })).toEqual(['s_t']);
      expect(await listed({ kind: 'property', key: 'desk', value: '4B' })).toEqual([]);
      expect(await listed({ kind: 'property', key: '', value: null })).toEqual([]);
    });

    it('returns 10,000 users by code point', async () => {
      const texts = Array.from({ length: 10_000 }, (_, index) => {
        const prefix = ['a', 'z', 'é', 'ﬀ', '中', '\u{10400}', '.', '~'][index % 8]!;
        return `${prefix}${(index * 7919) % 10_000}`;
      });
      const accounts = texts.map((text) => anAccount('x', { username: text as never }));
      expect(await open().users.add(accounts)).toEqual([]);
      expect(await listed({ kind: 'all' })).toEqual([...texts].sort(compareCodePoints));
      expect(await listed({ kind: 'name-contains', text: '' })).toHaveLength(10_000);
    });
  });
}
