import { anAccount, anItem, jid, name } from '@chat-admin/port-suites/samples';
import { userRepositorySuite } from '@chat-admin/port-suites/user-repository-suite';
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
