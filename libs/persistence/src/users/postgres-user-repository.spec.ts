import { anAccount, anItem, jid, name } from '@chat-admin/port-suites/samples';
import { userRepositorySuite } from '@chat-admin/port-suites/user-repository-suite';
import { usersDoc } from '@chat-admin/codecs/users/user.doc';
import type { UserFilter } from '@chat-admin/domain/users/user';
import { bothWays, HOSTILE } from '../../test/both-ways.js';
import { perSuite } from '../../test/open-database.js';

const open = perSuite();
userRepositorySuite(open);

it('a rename keeps the creation date', async () => {
  const { users, userChanges, query } = open();
  await users.add([anAccount('old')]);
  const [created] = await query(`select created_at from account where username = 'old'`);
  await userChanges.rename(name('old'), name('new'), {}, null);
  expect(await query(`select created_at from account where username = 'new'`)).toEqual([created]);
});

it('a removal leaves no rows behind', async () => {
  const { users, userChanges, lockouts, vcards, rosters, query } = open();
  await users.add([anAccount('gone')]);
  await lockouts.lock(name('gone'), 'secret');
  await vcards.put(name('gone'), '<vCard/>');
  await rosters.put(name('gone'), anItem('bo@other.example'));
  await userChanges.remove(name('gone'), jid('admin'));
  for (const table of ['account', 'account_credential', 'lockout', 'vcard']) {
    expect(await query(`select from ${table} where username = 'gone'`)).toEqual([]);
  }
  for (const table of ['roster', 'roster_item']) {
    expect(await query(`select from ${table} where owner = 'gone'`)).toEqual([]);
  }
});

describe('lists that PostgreSQL writes are as the documents write them', () => {
  const FILTERS: readonly UserFilter[] = [
    { kind: 'all' },
    { kind: 'name-contains', text: 'h' },
    { kind: 'property', key: 'one', value: null },
  ];

  it.each(FILTERS)('%j', async (filter) => {
    const { users, startOver, query } = open();
    await startOver();
    const listed = () => users.list(filter);
    const none = await bothWays(usersDoc, listed);
    expect(none.there).toEqual(none.here);
    const properties = [
      [],
      HOSTILE.map((value, index) => ({ key: `key ${index}`, value })),
      HOSTILE.map((text, index) => ({ key: `${index}${text}`, value: text })),
      ...HOSTILE.map((value) => [{ key: 'one', value }]),
      ...HOSTILE.map((key) => [
        { key, value: '' },
        { key: 'one', value: key },
      ]),
    ];
    for (const [index, stored] of properties.entries()) {
      const text = HOSTILE[index % HOSTILE.length]!;
      await query(
        `insert into account (username, name, email, properties) values ($1, $2, $3, $4)`,
        [
          `h${text}${index}`,
          index % 3 === 0 ? null : text,
          index % 5 === 0 ? null : `${text}@example.org`,
          JSON.stringify(stored),
        ],
      );
    }
    const hostile = await bothWays(usersDoc, listed);
    expect(hostile.there).toEqual(hostile.here);
    expect(hostile.written).toBe(3);
  });

  it('of several texts', async () => {
    const { users, startOver, query } = open();
    await startOver();
    for (const count of [49, 50, 51, 549, 550, 551, 1600]) {
      await query(
        `insert into account (username) select 'n' || n from generate_series(1, $1) n on conflict do nothing`,
        [count],
      );
      const { here, there } = await bothWays(usersDoc, () => users.list({ kind: 'all' }));
      expect(there).toEqual(here);
    }
  });
});
