import pg from 'pg';
import { anAccount, jid, name } from '@chat-admin/port-suites/samples';
import { perEngineSuite } from '../../test/engine.js';

const suite = perEngineSuite();

/** As the stock storage of the chat server makes them. */
const TABLES = `
  create table prosody (host text, "user" text, store text, key text, type text, value text);
  create table prosodyarchive (
    sort_id serial primary key, host text, "user" text, store text, key text, "when" integer,
    "with" text, type text, value text);
  create unique index prosodyarchive_index on prosodyarchive (host, "user", store, key)`;

beforeAll(() => suite().engine.query(TABLES));
beforeEach(async () => {
  const { open, engine } = suite();
  await open.query('delete from account');
  await open.query('delete from departed_account');
  await engine.query('delete from prosody; delete from prosodyarchive');
  await open.users.add(['ann', 'bob'].map((text) => anAccount(text)));
});

const keep = (host: string, user: string, store: string, type: string, value: string) =>
  suite().engine.query(
    `insert into prosody values (${[host, user, store, 'k', type, value].map(pg.escapeLiteral).join()})`,
  );
const archive = (user: string, store: string, key: string, sender: string, value: string) => {
  const values = ['example.org', user, store, key, sender, 'xml', value].map(pg.escapeLiteral);
  return suite().engine.query(
    `insert into prosodyarchive (host, "user", store, key, "with", type, value) values (${values.join()})`,
  );
};
const kept = async () =>
  (
    await suite().open.query<Record<string, string>>(
      `select concat_ws(' ', "user", store, value) as row from prosody.prosody
       union all select concat_ws(' ', "user", store, "with", value) from prosody.prosodyarchive
       order by row`,
    )
  ).map(({ row }) => row);
const rename = (to = 'una') =>
  suite().open.transactions.run(() =>
    suite().open.userChanges.rename(name('ann'), name(to), {}, null),
  );

it('what is kept of an account gets its new name, and names its new JID', async () => {
  await keep('example.org', 'ann', 'private', 'json', 'about ann@example.org');
  await keep('example.org', 'ann', 'pep', 'json', '{"affiliations":{"ann@example.org":"owner"}}');
  await keep('example.org', 'bob', 'blocklist', 'number', '1');
  await keep('conference.example.org', 'ann', 'config', 'json', 'of the room ann');
  await archive('ann', 'pep_mood', 'a', 'ann@example.org/desk', '<mood/>');
  await archive('ann', 'pep_mood', 'b', 'joanne@example.org', '<mood/>');
  await archive('ann', 'offline', 'a', '', "<message to='ann@example.org/x' id='>'>x</message>");
  await archive('ann', 'offline', 'b', '', "<message><body> to='ann@example.org'</body></message>");
  await rename();
  expect(await kept()).toEqual([
    'ann config of the room ann',
    'bob blocklist 1',
    "una offline  <message to='una@example.org/x' id='>'>x</message>",
    "una offline  <message><body> to='ann@example.org'</body></message>",
    'una pep {"affiliations":{"una@example.org":"owner"}}',
    'una pep_mood joanne@example.org <mood/>',
    'una pep_mood una@example.org/desk <mood/>',
    'una private about ann@example.org',
  ]);
});

it('what an earlier account of the new name has left goes, and the chat server is told so', async () => {
  const { open, engine } = suite();
  await archive('bob', 'offline', 'same', '', 'of bob');
  await archive('ann', 'offline', 'same', '', 'of ann');
  await open.userChanges.remove(name('bob'), jid('admin'));
  expect(await engine.call('credentials', 'ann', true)).toMatchObject({ inherited: false });
  await rename('bob');
  expect(await kept()).toEqual(['bob offline  of ann']);
  expect(await engine.call('credentials', 'bob', true)).toMatchObject({
    departed: true,
    inherited: true,
  });
  await open.userChanges.remove(name('bob'), jid('admin'));
  await open.users.add([anAccount('bob')]);
  expect(await engine.call('credentials', 'bob', true)).toMatchObject({ inherited: false });
});

it('a rename that is undone leaves everything', async () => {
  const { transactions, userChanges } = suite().open;
  await archive('ann', 'offline', 'a', '', 'of ann');
  const undone = transactions.run(async () => {
    await userChanges.rename(name('ann'), name('una'), {}, null);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await kept()).toEqual(['ann offline  of ann']);
});

it('whoever is lent the tables can rename, and where nobody is nothing moves', async () => {
  const { open, engine } = suite();
  const owner = `owner_of_${engine.role}`;
  const asOwner = (from: string, to: string) =>
    open.query(
      `set role ${owner}; begin; update account set username = '${to}' where username = '${from}';
       commit; reset role`,
    );
  await archive('ann', 'offline', 'a', '', 'of ann');
  await open.query(`
    create role ${owner};
    grant usage on schema prosody to ${owner};
    grant all on all tables in schema public to ${owner};
    grant all on all sequences in schema public to ${owner};
    alter function move_chat_server_data() owner to ${owner}`);
  try {
    await asOwner('ann', 'una');
    expect(await kept()).toEqual(['ann offline  of ann']);
    await asOwner('una', 'ann');
    await engine.query(`grant select, update, delete on all tables in schema prosody to ${owner}`);
    await asOwner('ann', 'una');
    expect(await kept()).toEqual(['una offline  of ann']);
  } finally {
    await open.query(
      `reset role; alter function move_chat_server_data() owner to current_user;
       drop owned by ${owner}; drop role ${owner}`,
    );
  }
});

describe('tokens that stand for the password', () => {
  beforeEach(async () => {
    for (const user of ['ann', 'bob']) {
      for (const store of ['fast_tokens', 'auth_tokens', 'private']) {
        await keep('example.org', user, store, 'json', 'x');
      }
    }
  });
  const others = ['ann private x', 'bob auth_tokens x', 'bob fast_tokens x', 'bob private x'];

  it('end with a lockout', async () => {
    await suite().open.lockouts.lock(name('ann'), 'secret');
    expect(await kept()).toEqual(others);
  });

  describe('end with a lockout that was over before anybody could begin it', () => {
    beforeEach(() =>
      suite().open.query(
        `insert into lockout (username, starts_at, ends_at, began)
         values ('ann', now() - interval '2 s', now() - interval '1 s', false)`,
      ),
    );

    it.each<[how: string, act: () => Promise<unknown>]>([
      ['as soon as somebody logs in', () => suite().engine.call('credentials', 'ann', true)],
      ['once it is removed', () => suite().open.lockouts.end(10)],
    ])('%s', async (_how, act) => {
      await act();
      expect(await kept()).toEqual(others);
    });
  });

  it('stay while a lockout is still to come', async () => {
    const { open, engine } = suite();
    await open.query(
      `insert into lockout (username, starts_at, began) values ('ann', now() + interval '1 h', false)`,
    );
    await engine.call('credentials', 'ann', true);
    await open.lockouts.unlock(name('ann'));
    expect(await kept()).toHaveLength(6);
  });

  it('end with the password', async () => {
    const { open } = suite();
    await open.query(`update account set email = 'x' where username = 'ann'`);
    await open.query(`update account_credential set sha256_iterations = 2 where username = 'ann'`);
    expect(await kept()).toHaveLength(6);
    const another = `set sha256_stored_key = sha256_stored_key || '1'::bytea`;
    await open.query(`update account_credential ${another} where username = 'ann'`);
    expect(await kept()).toEqual(others);
  });

  it('end with the name', async () => {
    await rename();
    expect(await kept()).toEqual(others.slice(1).concat('una private x'));
  });
});

it('an account that may log in again is not deleted any more', async () => {
  const { lockouts } = suite().open;
  await lockouts.lock(name('ann'), 'secret');
  await keep('example.org', 'ann', 'accounts_cleanup', 'json', 'x');
  await keep('example.org', 'bob', 'accounts_cleanup', 'json', 'x');
  await lockouts.unlock(name('ann'));
  expect(await kept()).toEqual(['bob accounts_cleanup x']);
});

describe('files', () => {
  const send = (person: string, slot: string, host = 'upload.example.org') =>
    suite().engine.query(
      `insert into prosodyarchive (host, "user", store, key, "when", "with", type, value) values
       (${[host, '', 'uploads', slot].map(pg.escapeLiteral).join()}, 0, '${person}@example.org', 'xml', '<request/>')`,
    );
  const theirs = async () =>
    (
      await suite().open.query<{ row: string }>(
        `select concat_ws(' ', "with", key) as row from prosody.prosodyarchive where store = 'uploads' order by row`,
      )
    ).map(({ row }) => row);
  const departed = () =>
    suite().engine.call<{ id: string; slot: string; host: string }[]>('departed_files', '');
  const slots = async () => (await departed()).map(({ slot }) => slot);

  beforeEach(async () => {
    await suite().open.query('delete from departed_file');
    await send('ann', 'a1');
    await send('ann', 'a2', 'share.example.org');
    await send('bob', 'b1');
  });

  it('of a deleted account go, whichever host has taken them, until the chat server has removed them', async () => {
    const { open, engine } = suite();
    await archive('ann', 'offline', 'a1', 'ann@example.org', 'of ann');
    await open.userChanges.remove(name('ann'), jid('admin'));
    expect(await theirs()).toEqual(['bob@example.org b1']);
    expect(await engine.call('stale', {})).toMatchObject({ files: true });
    const gone = await departed();
    expect(gone.map(({ host, slot }) => `${host} ${slot}`)).toEqual([
      'share.example.org a2',
      'upload.example.org a1',
    ]);
    expect(await engine.call('departed_files', gone[0]!.id)).toEqual([gone[1]]);
    expect(await engine.call('removed_files', [gone[0]!.id, 'x', '0'])).toBe(1);
    expect(await slots()).toEqual(['a1']);
    expect(await engine.call('removed_files', [gone[1]!.id])).toBe(1);
    expect(await engine.call<object>('stale', {})).not.toHaveProperty('files');
  });

  it('whose slot was given while the account was being deleted go once its sessions are closed', async () => {
    const { open, engine } = suite();
    await open.userChanges.remove(name('ann'), jid('admin'));
    await send('ann', 'a3');
    await send('bob', 'b2');
    await engine.call('forgotten', ['ann', 'bob']);
    expect(await theirs()).toEqual(['bob@example.org b1', 'bob@example.org b2']);
    expect(await slots()).toEqual(['a2', 'a1', 'a3']);
  });

  it('stay with a deletion that is undone', async () => {
    const { open } = suite();
    const undone = open.transactions.run(async () => {
      await open.userChanges.remove(name('ann'), jid('admin'));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await theirs()).toHaveLength(3);
    expect(await slots()).toEqual([]);
  });

  it('go along with a new name, and those of an earlier account of that name go', async () => {
    await send('una', 'u1');
    await rename();
    expect(await theirs()).toEqual([
      'bob@example.org b1',
      'una@example.org a1',
      'una@example.org a2',
    ]);
    expect(await slots()).toEqual(['u1']);
  });

  it('can be changed by the chat server until a deletion is committed', async () => {
    const { open, engine } = suite();
    const free = await open.transactions.run(async () => {
      await open.userChanges.remove(name('ann'), jid('admin'));
      return engine.query(
        `select from prosodyarchive where store = 'uploads' for update skip locked`,
      );
    });
    expect(free.rowCount).toBe(3);
    expect(await theirs()).toEqual(['bob@example.org b1']);
  });

  it('of an account that is renamed and deleted at once go', async () => {
    await suite().open.query(
      `begin; update account set username = 'una' where username = 'ann';
       delete from account where username = 'una'; commit`,
    );
    expect(await theirs()).toEqual(['bob@example.org b1']);
  });

  it('of people without an account go when the chat server asks for them, those of other servers stay', async () => {
    await send('gone', 'g1');
    await suite().engine.query(
      `update prosodyarchive set "with" = 'ann@other.example' where key = 'b1'`,
    );
    expect(await suite().engine.call('stray_files', '')).toBeNull();
    expect(await slots()).toEqual(['g1']);
    expect(await theirs()).toHaveLength(3);
  });

  it('of many people without an account go some at a time', async () => {
    const { engine } = suite();
    await engine.query(
      `insert into prosodyarchive (host, "user", store, key, "when", "with", type, value)
       select host, '', 'uploads', number::text || part, 0, to_char(number, '"p"FM000"@example.org"'), 'xml', '<request/>'
       from generate_series(1, 399) number, (values ('upload.example.org', 'a'), ('share.example.org', 'b')) as at (host, part)`,
    );
    const first = await engine.call<string>('stray_files', '');
    expect(first).toBe('p198@example.org'); // behind ann and bob
    expect(await slots()).toHaveLength(2 * 198);
    const second = await engine.call<string>('stray_files', first);
    expect(second).toBe('p398@example.org');
    expect(await engine.call('stray_files', second)).toBeNull();
    expect(await slots()).toHaveLength(2 * 399);
    expect(await theirs()).toHaveLength(3);
  });

  it('past their retention go, of the components that do not expire them themselves', async () => {
    const { open, engine } = suite();
    const age = (slot: string, days: number) =>
      engine.query(
        `update prosodyarchive set "when" = extract(epoch from now()) - ${days} * 86400 where key = '${slot}'`,
      );
    const expire = (after = '', hosts = ['upload.example.org']) =>
      engine.call('expire_files', hosts, after);
    for (const [slot, days] of [
      ['a1', 8],
      ['a2', 8],
      ['b1', 6],
    ] as const)
      await age(slot, days);
    expect(await expire('', ['other.example.org'])).toEqual({ removed: 0 });
    expect(await expire()).toEqual({ removed: 1 });
    expect(await slots()).toEqual(['a1']);
    await open.query(`insert into system_property values ('files.retention.days', '5')`);
    await open.query(
      `insert into retention_rule (kind, username, days, acts_at, created_by) values ('file', 'bob', 30, now(), 'x')`,
    );
    expect(await expire('', ['upload.example.org', 'share.example.org'])).toEqual({ removed: 1 });
    expect(await theirs()).toEqual(['bob@example.org b1']);
    await age('b1', 31);
    await engine.query(
      `insert into prosodyarchive (host, "user", store, key, "when", "with", type, value)
       select 'upload.example.org', '', 'uploads', 'n' || n, 0, 'far@other.example', 'xml', '<request/>'
       from generate_series(1, 1500) n`,
    );
    expect(await expire()).toEqual({ removed: 1000, next: '' });
    expect(await expire()).toEqual({ removed: 501 });
    await send('bob', 'b2');
    await open.query(`update system_property set value = '0' where key = 'files.retention.days'`);
    await open.query(`update retention_rule set days = 0`);
    expect(await expire()).toEqual({ removed: 0 });
    expect(await theirs()).toEqual(['bob@example.org b2']);
    await open.query(`delete from system_property where key = 'files.retention.days'`);
    await open.query('delete from retention_rule');
  });

  it('of a person are together within the quota', async () => {
    const { open, engine } = suite();
    const exceeded = (bytes: number, person = 'ann@example.org') =>
      engine.call('file_quota', person, bytes);
    await engine.query(`update prosodyarchive set value = '<request size=''40'' filename=''a''/>'`);
    expect(await exceeded(1)).toBeNull();
    await open.query(`insert into system_property values ('files.quota.bytes', '100')`);
    expect([await exceeded(20), await exceeded(21)]).toEqual([null, { quota: 100 }]);
    expect(await exceeded(21, 'bob@example.org')).toBeNull();
    await open.query(`delete from system_property where key = 'files.quota.bytes'`);
  });
});
