import { anAccount, jid, name } from '@chat-admin/port-suites/samples';
import { perSuite } from '../../test/open-database.js';

const open = perSuite();
const ola = name('ola');

/** As programs of former releases note them. */
beforeEach(async () => {
  const { query, startOver, users } = open();
  await startOver();
  await query('truncate job, webhook, console_session');
  await users.add([anAccount('ola')]);
  await query(`
    insert into job (type, status, dry_run, on_existing, generate_passwords, service, maker_id,
                     maker_name, maker_kind, maker_scopes, at_console)
    select 'users', 'done', false, 'fail', true, 'conference', maker, 'ola', 'basic', '{*}', false
    from unnest('{basic:ola,basic:olaf,secret:basic:ola}'::text[]) as maker`);
  await query(`
    insert into webhook (url, types, created_by, maker_id, maker_name, maker_kind, maker_scopes, secret, reached)
    values ('https://example.org', '{}', 'ola', 'basic:ola', 'ola', 'basic', '{*}', '', 0)`);
});

const makers = async () =>
  (await open().query(`select maker_id as id from job union all select maker_id from webhook`))
    .map(({ id }) => String(id))
    .sort();

it.each<[string, () => Promise<unknown>]>([
  ['is renamed', () => open().userChanges.rename(ola, name('una'), {}, null)],
  ['is deleted', () => open().userChanges.remove(ola, jid('admin'))],
])('what was noted under the name of an account that %s stays its own', async (_, change) => {
  const { id } = (await open().users.login(ola))!;
  await change();
  await open().users.add([anAccount('ola')]);
  const own = `account:${id}`;
  expect(await makers()).toEqual([own, own, 'basic:olaf', 'secret:basic:ola']);
});

it('a new name ends the sessions of the account, whatever release has begun them', async () => {
  const { query, userChanges } = open();
  await query(`
    insert into console_session
      (digest, principal_id, principal_name, kind, subject, proof, created_at, last_used)
    select principal::bytea, principal, 'ola', 'login', 'ola', ''::bytea, now(), now()
    from account, unnest(array['basic:ola', 'account:' || id, 'basic:olaf']) as principal
    where username = 'ola'`);
  await userChanges.rename(ola, name('una'), {}, null);
  expect(await query('select principal_id as id from console_session')).toEqual([
    { id: 'basic:olaf' },
  ]);
});
