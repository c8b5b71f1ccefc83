import { perEngineSuite } from '../../test/engine.js';
import { aRoom, peopleOf } from '../../test/rooms.js';
import { aGroup, anAccount, anItem, jid, keys, name } from '@chat-admin/port-suites/samples';

const suite = perEngineSuite();
const call = <T = unknown>(fn: string, ...values: unknown[]) =>
  suite().engine.call<T>(fn, ...values);

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
function given(seed: number) {
  const { salt, iterations, storedKey, serverKey } = keys(seed);
  const hash = {
    salt: base64(salt),
    iterations,
    stored_key: base64(storedKey),
    server_key: base64(serverKey),
  };
  return { sha1: hash, sha256: { ...hash, salt: base64(new Uint8Array(120).fill(seed)) } };
}

beforeEach(async () => {
  const { query, users } = suite().open;
  for (const table of ['room', 'user_group', 'account']) await query(`delete from ${table}`);
  await query(`delete from system_property where key = 'admin.authorizedJIDs'`);
  await users.add(['ann', 'bob', 'cid'].map((text) => anAccount(text)));
});

const administrators = (value: string) =>
  suite().open.query(`insert into system_property values ('admin.authorizedJIDs', $1)`, [value]);

describe('passwords', () => {
  it('are stored for the API and given back as they were', async () => {
    const { users } = suite().open;
    expect(await call('put_credentials', 'ann', given(7))).toBe(true);
    expect(await call('credentials', 'ann', true)).toEqual({
      locked: false,
      departed: false,
      inherited: false,
      ...given(7),
    });
    expect((await users.login(name('ann')))?.credentials.scramSha1).toMatchObject({
      iterations: keys(7).iterations,
      salt: Buffer.from(keys(7).salt),
    });
  });

  it('of nobody are null, and cannot be changed', async () => {
    expect(await call('credentials', 'ghost', true)).toBeNull();
    expect(await call('put_credentials', 'ghost', given(7))).toBe(false);
  });

  it('come with the lockout of the account', async () => {
    const { lockouts } = suite().open;
    await lockouts.lock(name('ann'), 'secret');
    expect(await call('credentials', 'ann', true)).toMatchObject({ locked: true });
    await lockouts.unlock(name('ann'));
    expect(await call('credentials', 'ann', true)).toMatchObject({ locked: false });
  });
});

describe('an account with the keys of one hash', () => {
  const { sha1, sha256 } = given(7);
  const nobodys = expect.objectContaining({ iterations: 4096 });
  const changes = async () => {
    const rows = await suite().open.query(
      `select type from event_outbox where type = 'user.password_changed'`,
    );
    return rows.length;
  };
  const absent = async () => (await call<{ absent: string[] }>('stale', {})).absent;
  beforeEach(() => suite().open.query('delete from event_outbox'));

  it('is given back without the other, which is named while an account lacks it', async () => {
    expect(await absent()).toEqual([]);
    await call('put_credentials', 'ann', { sha1 });
    const known = await call<object>('credentials', 'ann', true);
    expect(known).toMatchObject({ locked: false, sha1 });
    expect(known).not.toHaveProperty('sha256');
    expect(await absent()).toEqual(['sha256']);
    expect(await call('hello', 1, 'one', false)).toMatchObject({ absent: ['sha256'] });
    await call('put_credentials', 'bob', { sha256 });
    expect(await absent()).toEqual(['sha1', 'sha256']);
  });

  it('is told older chat servers with keys that no password has', async () => {
    await call('put_credentials', 'ann', { sha1 });
    expect(await call('credentials', 'ann')).toMatchObject({ sha1, sha256: nobodys });
    await suite().open.query(`delete from account_credential where username = 'ann'`);
    expect(await call('credentials', 'ann')).toBeNull();
  });

  it('may be offered in spite of that', async () => {
    await call('put_credentials', 'ann', { sha1 });
    const { query } = suite().open;
    await query(`insert into system_property values ('xmpp.auth.offerSha256', 'always')`);
    expect(await absent()).toEqual([]);
    await query(`delete from system_property where key = 'xmpp.auth.offerSha256'`);
  });

  it.each([
    ['the other is added', { sha1: given(7).sha1 }, { sha256: given(8).sha256 }],
    ['the other way round', { sha256: given(7).sha256 }, { sha1: given(8).sha1 }],
    ['both are replaced', { sha1: given(7).sha1 }, given(8)],
  ])('gets the other for the same password: %s', async (_what, before, added) => {
    await call('put_credentials', 'ann', before);
    const changed = await changes();
    const [known] = Object.values(before);
    expect(await call('add_keys', 'ann', known!.stored_key, added)).toBe(true);
    expect(await call('credentials', 'ann', true)).toMatchObject({ ...before, ...added });
    expect(await changes()).toBe(changed);
    expect(await absent()).toEqual([]);
    expect(await call('add_keys', 'ann', known!.stored_key, added)).toBe(false);
  });

  it('gets no keys of a password that is not its own any more', async () => {
    await call('put_credentials', 'ann', { sha1: given(9).sha1 });
    expect(await call('add_keys', 'ann', sha1.stored_key, { sha256 })).toBe(false);
    expect(await call('add_keys', 'ghost', sha1.stored_key, { sha256 })).toBe(false);
    expect(await absent()).toEqual(['sha256']);
  });

  it('never has a part of a hash, nor none', async () => {
    const half = { sha1: { ...sha1, salt: undefined } };
    await expect(call('put_credentials', 'ann', half)).rejects.toThrow(
      /account_credential_sha1_check/,
    );
    await expect(call('put_credentials', 'ann', {})).rejects.toThrow(
      /account_credential_hashes_check/,
    );
  });

  it('has its password changed like any other', async () => {
    await call('put_credentials', 'ann', { sha1 });
    const changed = await changes();
    await call('put_credentials', 'ann', given(8));
    expect(await changes()).toBe(changed + 1);
  });
});

it('an account without a password has one as soon as it is set', async () => {
  const { query } = suite().open;
  await query(`delete from account_credential where username = 'ann'`);
  const known = await call<object>('credentials', 'ann', true);
  expect(Object.keys(known).sort()).toEqual(['departed', 'inherited', 'locked']);
  expect(await call('put_credentials', 'ann', given(7))).toBe(true);
  expect(await call('credentials', 'ann', true)).toMatchObject(given(7));
});

describe('an account that the chat server disables', () => {
  const lastEntry = () =>
    suite().open.query(`
      select username, summary, node, details, occurred_at = date_trunc('second', occurred_at) as whole
      from audit_entry order by log_id desc limit 1`);
  const entries = async () =>
    (await suite().open.query<{ count: number }>('select count(*)::integer from audit_entry'))[0]!
      .count;

  it('is locked out, with an audit entry', async () => {
    const { users } = suite().open;
    expect(await call('disable_account', 'ann', 'chat-1')).toBe(true);
    expect(await users.login(name('ann'))).toMatchObject({ locked: true });
    expect(await call('account_info', 'ann')).toMatchObject({ locked: true });
    expect(await lastEntry()).toEqual([
      {
        username: 'chat server',
        summary: 'disable user ann',
        node: 'chat-1',
        details: 'object=/lockouts/ann; outcome=200',
        whole: true,
      },
    ]);
    expect(await call('enable_account', 'ann', 'chat-1')).toBe(true);
    expect(await users.login(name('ann'))).toMatchObject({ locked: false });
    expect(await lastEntry()).toMatchObject([{ summary: 'enable user ann' }]);
  });

  it('leaves no entry when nothing changes', async () => {
    const { lockouts } = suite().open;
    const before = await entries();
    expect(await call('enable_account', 'ann', 'chat-1')).toBe(true);
    await lockouts.lock(name('ann'), 'secret');
    expect(await call('disable_account', 'ann', 'chat-1')).toBe(true);
    expect(await call('disable_account', 'ghost', 'chat-1')).toBe(false);
    expect(await call('enable_account', 'ghost', 'chat-1')).toBe(false);
    expect(await entries()).toBe(before);
  });

  it('is described', async () => {
    const { query } = suite().open;
    await query(`update account set created_at = to_timestamp(17) where username = 'ann'`);
    expect(await call('account_info', 'ann')).toEqual({ created_at: 17, locked: false });
    expect(await call('account_info', 'ghost')).toBeNull();
  });
});

it('the administrators are those of the property, whom no account has to have', async () => {
  expect(await call('administrators')).toEqual(['admin']);
  await administrators('root@example.org, ann@example.org,ann@example.org,far@other.example');
  expect(await call('administrators')).toEqual(['ann', 'root']);
});

it('of many names those that no account has can be found at once', async () => {
  const missing = await call<string[]>('missing_accounts', ['ghost', 'ann', 'Ann', '', 'bob']);
  expect(new Set(missing)).toEqual(new Set(['ghost', 'Ann', '']));
  expect(await call('missing_accounts', ['ann'])).toEqual([]);
  expect(await call('missing_accounts', [])).toEqual([]);
  expect(await call('missing_accounts', {})).toEqual([]); // as Lua writes it
});

describe('registration', () => {
  it('makes a user of the API', async () => {
    expect(await call('register_account', 'dan', given(3))).toBe('created');
    expect(await suite().open.users.find(name('dan'))).toEqual(anAccount('dan').user);
    expect(await call('credentials', 'dan', true)).toEqual({
      locked: false,
      departed: false,
      inherited: false,
      ...given(3),
    });
  });

  it('leaves an account alone that exists', async () => {
    const before = await call('credentials', 'ann', true);
    expect(await call('register_account', 'ann', given(3))).toBe('exists');
    expect(await call('credentials', 'ann', true)).toEqual(before);
  });

  it('makes one account of two at the same time', async () => {
    const others = await Promise.all([suite().engine.connect(), suite().engine.connect()]);
    const answers = await Promise.all(
      others.map((other) => other.call('register_account', 'dan', given(3))),
    );
    await Promise.all(others.map((other) => other.end()));
    expect(answers.sort()).toEqual(['created', 'exists']);
  });

  it.each([
    ['', 'is empty'],
    ['x'.repeat(65), 'is too long'],
    ['a b', 'has a blank'],
    ["o'hara", 'has an illegal character'],
    ['Dan', 'is not prepared'],
    ['ﬁsh', 'is not normalised'],
    ['a\nb', 'has a control character'],
    ['..', 'no path leads to'],
  ])('refuses the name %j, which %s', async (text) => {
    expect(await call('register_account', text, given(3))).toBe('refused');
  });

  it('takes the longest name, and letters of all the world', async () => {
    expect(await call('register_account', 'x'.repeat(64), given(3))).toBe('created');
    expect(await call('register_account', 'żółw', given(3))).toBe('created');
    expect(await call('register_account', '宮本', given(3))).toBe('created');
  });

  it('refuses names of administrators, who need not exist yet', async () => {
    expect(await call('register_account', 'admin', given(3))).toBe('refused');
    await administrators('Root@Example.ORG, boss@example.org,far@other.example,x');
    for (const text of ['root', 'boss']) {
      expect(await call('register_account', text, given(3))).toBe('refused');
    }
    for (const text of ['far', 'x']) {
      expect(await call('register_account', text, given(3))).toBe('created');
    }
  });

  it.each(['admin', 'secret', 'service', 'userservice', 'anonymous'])(
    'refuses the name %s whoever administers',
    async (text) => {
      await administrators('ann@example.org');
      expect(await call('reserved_username', text)).toBe(true);
      expect(await call('register_account', text, given(3))).toBe('refused');
    },
  );

  it('has no name reserved that an account has, or anybody may have', async () => {
    await administrators('ann@example.org');
    expect(await call('reserved_username', 'ann')).toBe(false);
    expect(await call('reserved_username', 'dan')).toBe(false);
  });

  it('refuses no name at all as well', async () => {
    expect(await call('register_account', null, given(3))).toBe('refused');
  });
});

describe('the list of accounts', () => {
  it('is read page by page', async () => {
    expect(await call('accounts', null, 2)).toEqual(['ann', 'bob']);
    expect(await call('accounts', 'bob', 2)).toEqual(['cid']);
    expect(await call('accounts', 'cid', 2)).toEqual([]);
    expect(await call('accounts', null, -1)).toEqual([]);
  });

  it('tells who exists', async () => {
    expect(await call('account_exists', 'ann')).toBe(true);
    expect(await call('account_exists', 'ghost')).toBe(false);
  });
});

describe('deletion', () => {
  it('takes along what names the account', async () => {
    const { rosters, groups, query, users } = suite().open;
    await administrators('ann@example.org,bob@example.org');
    await rosters.put(name('bob'), anItem('ann'));
    await groups.add(aGroup('Crew', { admins: ['ann'], members: ['bob'] }));
    await aRoom(query, 'tea', { people: { ann: 'owner', cid: 'owner' } });
    await aRoom(query, 'alone', { people: { ann: 'owner', cid: 'member' } });
    expect(await call('delete_account', 'ann')).toBe(true);
    expect(await users.find(name('ann'))).toBeNull();
    expect(await rosters.list(name('bob'))).toEqual([]);
    expect(await groups.find('Crew')).toEqual(aGroup('Crew', { members: ['bob'] }));
    expect(await peopleOf(query, 'tea')).toEqual(['cid=owner nick of cid']);
    expect(await peopleOf(query, 'alone')).toEqual(['bob=owner', 'cid=member nick of cid']);
    expect(
      await query(`select value from system_property where key = 'admin.authorizedJIDs'`),
    ).toEqual([{ value: 'bob@example.org' }]);
  });

  it('gives rooms to the default administrator while none is listed', async () => {
    const { query } = suite().open;
    await aRoom(query, 'alone', { people: { ann: 'owner' } });
    await call('delete_account', 'ann');
    expect(await peopleOf(query, 'alone')).toEqual(['admin=owner']);
  });

  it('gives rooms to the first administrator who exists', async () => {
    const { query } = suite().open;
    await administrators('ghost@example.org,bob@example.org');
    await aRoom(query, 'alone', { people: { ann: 'owner' } });
    await call('delete_account', 'ann');
    expect(await peopleOf(query, 'alone')).toEqual(['bob=owner']);
  });

  it('leaves the last administrator who can sign in', async () => {
    const { query, users } = suite().open;
    await administrators('ghost@example.org,ann@example.org,bob@example.org');
    await call('put_credentials', 'bob', given(3));
    expect(await call('last_administrator', 'ann')).toBe(false);
    await call('disable_account', 'bob', 'node');
    expect(await call('last_administrator', 'ann')).toBe(true);
    expect(await call('delete_account', 'ann')).toBeNull();
    expect(await call('disable_account', 'ann', 'node')).toBeNull();
    expect(await users.find(name('ann'))).not.toBeNull();
    expect(await query('select username from lockout')).toEqual([{ username: 'bob' }]);
    expect(await call('delete_account', 'bob')).toBe(true);
  });

  it('of two administrators at the same time leaves one', async () => {
    await administrators('ann@example.org,bob@example.org');
    await call('put_credentials', 'bob', given(3));
    const others = await Promise.all([suite().engine.connect(), suite().engine.connect()]);
    const answers = await Promise.all(
      others.map((other, index) => other.call('delete_account', ['ann', 'bob'][index])),
    );
    await Promise.all(others.map((other) => other.end()));
    expect(answers.sort()).toEqual([null, true]);
  });

  it('of the last one listed leaves a list that names nobody', async () => {
    const { query } = suite().open;
    await administrators('cid@example.org');
    await query(`delete from account_credential where username = 'cid'`);
    expect(await call('delete_account', 'cid')).toBe(true);
    expect(await call('administrators')).toEqual([]);
    expect(
      await query(`select value from system_property where key = 'admin.authorizedJIDs'`),
    ).toEqual([{ value: '-' }]);
  });

  it('of nobody changes nothing', async () => {
    const { query, rosters } = suite().open;
    await rosters.put(name('bob'), anItem('ghost'));
    expect(await call('delete_account', 'ghost')).toBe(false);
    expect(await rosters.find(name('bob'), jid('ghost'))).not.toBeNull();
    expect(await query('select from account')).toHaveLength(3);
  });
});

describe('what a directory manages', () => {
  it('keeps its account, and its password where the directory tries it', async () => {
    const { query, users } = suite().open;
    await query(`insert into managed_account (username, source, external_id, fields, properties)
      values ('ann', 'directory:main', 'u1', '{name,password}', '{}'), ('bob', 'directory:main', 'u2', '{}', '{}')`);
    const managed = (user: string) => call('managed_account', user);
    expect([await managed('ann'), await managed('bob'), await managed('cid')]).toEqual([
      'password',
      'account',
      null,
    ]);
    const before = await call('credentials', 'ann', false);
    expect(await call('put_credentials', 'ann', given(7))).toBeNull();
    expect(await call('credentials', 'ann', false)).toEqual(before);
    expect(await call('put_credentials', 'bob', given(7))).toBe(true);
    for (const user of ['ann', 'bob']) expect(await call('delete_account', user)).toBeNull();
    expect(await users.find(name('ann'))).not.toBeNull();
  });

  it('gives no keys of a password that the directory keeps, and has no SCRAM offered', async () => {
    const { query } = suite().open;
    const absent = async () => (await call<{ absent: string[] }>('stale', {})).absent;
    const manage = (fields: string) =>
      query(
        `insert into managed_account (username, source, external_id, fields, properties)
         values ('ann', 'directory:main', 'u1', $1, '{}')
         on conflict on constraint managed_account_pk do update set fields = $1`,
        [fields],
      );
    await call('put_credentials', 'ann', given(7));
    await manage('{name}');
    expect(await call('credentials', 'ann', true)).toMatchObject(given(7));
    expect(await absent()).toEqual([]);
    await manage('{name,password}');
    const known = await call<object>('credentials', 'ann', true);
    expect(known).toMatchObject({ locked: false, ask: true });
    for (const hash of ['sha1', 'sha256']) expect(known).not.toHaveProperty(hash);
    expect(await call('credentials', 'ann')).toBeNull();
    expect(await absent()).toEqual(['sha1', 'sha256']);
    await query(`insert into system_property values ('xmpp.auth.offerScram', 'always')`);
    expect(await absent()).toEqual([]);
    await query(`delete from system_property where key = 'xmpp.auth.offerScram'`);
  });

  it('keeps the lockout of its directory, and no other one', async () => {
    const { query, users, lockouts } = suite().open;
    await query(`insert into managed_account (username, source, external_id, fields, properties)
      values ('ann', 'directory:main', 'u1', '{}', '{}')`);
    await lockouts.lock(name('ann'), 'directory:main');
    await lockouts.lock(name('bob'), 'directory:main');
    expect(await call('enable_account', 'ann', 'chat-1')).toBeNull();
    expect(await users.login(name('ann'))).toMatchObject({ locked: true });
    expect(await call('enable_account', 'bob', 'chat-1')).toBe(true);
    await query(`update lockout set author = 'boss'`);
    expect(await call('enable_account', 'ann', 'chat-1')).toBe(true);
    expect(await users.login(name('ann'))).toMatchObject({ locked: false });
  });
});

describe('a vCard', () => {
  it('is what both sides store', async () => {
    const { vcards } = suite().open;
    expect(await call('vcard', 'ann')).toBeNull();
    expect(await call('put_vcard', 'ann', '<vCard/>', '{}')).toBe(true);
    expect(await vcards.find(name('ann'))).toBe('<vCard/>');
    await vcards.put(name('ann'), '<vCard><FN>A</FN></vCard>');
    expect(await call('vcard', 'ann')).toBe('<vCard><FN>A</FN></vCard>');
    expect(await call('put_vcard', 'ann', null, null)).toBe(true);
    expect(await vcards.find(name('ann'))).toBeNull();
  });

  it('has a picture that is forgotten when the vCard changes, unless its writer says which it is', async () => {
    const { vcards } = suite().open;
    const pictures = () => call('pictures', '["ann","ghost"]');
    await vcards.put(name('ann'), '<vCard/>');
    const { unknown } = ((await pictures()) as { ann: { unknown: string } }).ann;
    expect(await call('put_picture', 'ann', '0', '{"hash":"00"}')).toBe(false);
    expect(await call('put_picture', 'ann', unknown, '{"hash":"00"}')).toBe(true);
    expect(await pictures()).toEqual({ ann: { hash: '00' } });
    await vcards.put(name('ann'), '<vCard><FN/></vCard>');
    expect(await pictures()).toEqual({ ann: { unknown: expect.stringMatching(/^\d+$/) } });
    await call('put_vcard', 'ann', '<vCard><PHOTO/></vCard>', '{"hash":"01"}');
    expect(await pictures()).toEqual({ ann: { hash: '01' } });
    await call('put_vcard', 'ann', '<vCard/>', '{}');
    expect(await pictures()).toEqual({});
  });

  it('needs an account', async () => {
    expect(await call('put_vcard', 'ghost', '<vCard/>', '{}')).toBe(false);
    expect(await call('vcard', 'ghost')).toBeNull();
  });
});
