import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandWorld } from './support/command-world.js';

let world: CommandWorld;
beforeAll(async () => (world = await CommandWorld.open()));
afterAll(() => world.close());

beforeEach(async () => {
  await world.sql('delete from account');
  await world.sql(`delete from system_property where key = 'admin.authorizedJIDs'`);
  await world.store('plugin.restapi.httpAuth', 'secret');
});

const basic = (name: string, password: string) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
const administrators = async () =>
  (JSON.parse((await world.run('admin list --json')).out) as { administrators: unknown[] })
    .administrators;

/** An administrator whose password is known. */
async function create(name: string): Promise<string> {
  const { code, out } = await world.run(`admin create ${name} --generate`);
  expect(code).toBe(0);
  return out.trim();
}

it('chatservers lists the one that serves, and those that wait', async () => {
  await world.sql(`insert into engine_node
    (node, kind, version, address, state, joined_at, active_at, renewed_at) values
    ('chat-1', 'prosody', '13.0.1', 'http://chat-1:5280', 'waiting', '2026-01-02Z', null, '2026-01-03Z'),
    ('chat-2', 'prosody', '0.12.3', 'http://chat-2:5280', 'active', '2026-01-02Z', '2026-01-04Z', '2026-01-05Z')`);
  const { code, out } = await world.run('chatservers');
  expect(code).toBe(0);
  expect(out).toMatch(
    /^chat-2 +active +since 2026-01-04T00:00:00.000Z +seen 2026-01-05T00:00:00.000Z +prosody 0.12.3 +http:\/\/chat-2:5280\nchat-1 +waiting +since 2026-01-02T/,
  );
  const { chatServers } = JSON.parse((await world.run('chatservers --json')).out) as {
    chatServers: { nodeId: string }[];
  };
  expect(chatServers.map(({ nodeId }) => nodeId)).toEqual(['chat-2', 'chat-1']);
});

describe('admin', () => {
  it('create makes an account that can administer at once', async () => {
    const password = await create('ola');
    await world.store('plugin.restapi.httpAuth', 'basic');
    await world.answers(200, basic('ola', password));
    expect(await world.status(basic('ola', 'wrong'))).toBe(401);
    expect(await administrators()).toEqual([{ username: 'ola', state: 'can log in' }]);
  });

  it('create leaves one audit entry without the password', async () => {
    const work = () => world.run('admin create ola', {}, 'p1-secret');
    expect(await world.audited(work)).toEqual(['command line: admin create ola']);
    expect(JSON.stringify(await world.sql('select * from audit_entry'))).not.toContain('p1-secret');
  });

  it('create refuses a name that is taken, and an unusable one', async () => {
    await create('ola');
    const taken = await world.run('admin create ola --generate');
    expect(taken).toMatchObject({ code: 73, out: '' });
    expect((await world.run('admin create o@a --generate')).code).toBe(64);
    expect(await world.sql('select username from account')).toEqual([{ username: 'ola' }]);
  });

  it('grant and revoke change who administers, and never end with nobody', async () => {
    await create('ola');
    await world.sql(`insert into account (username) values ('amy')`);
    expect((await world.run('admin grant ghost')).code).toBe(66);
    expect((await world.run('admin revoke ola')).code).toBe(77);
    expect((await world.run('admin grant amy')).code).toBe(0);
    expect((await world.run('admin grant amy')).code).toBe(0);
    expect(await administrators()).toHaveLength(2);
    expect((await world.run('admin revoke amy')).code).toBe(0);
    expect((await world.run('admin revoke amy')).code).toBe(66);
    expect(
      await world.sql(`select value from system_property where key = 'admin.authorizedJIDs'`),
    ).toEqual([{ value: 'ola@example.org' }]);
  });

  it('grant and revoke give and take roles, which list shows', async () => {
    await create('ola');
    await world.sql(`insert into account (username) values ('amy')`);
    expect((await world.run('admin grant ghost --role auditor')).code).toBe(66);
    expect(await world.run('admin grant amy --role king')).toMatchObject({
      code: 64,
      err: expect.stringContaining('one of help-desk, moderator, auditor'),
    });
    const grant = () => world.run('admin grant AMY --role help-desk');
    expect(await world.audited(grant)).toEqual(['command line: admin grant AMY --role help-desk']);
    expect((await grant()).out).toBe('AMY has the role help-desk\n');
    const list = async () => JSON.parse((await world.run('admin list --json')).out) as object;
    expect(await list()).toEqual({
      administrators: [{ username: 'ola', state: 'can log in' }],
      roles: [{ username: 'amy', role: 'help-desk', state: 'has no password' }],
    });
    expect((await world.run('admin list')).out).toMatch(
      /ola +administrator +can log in\namy +help-desk +has no password/,
    );
    for (const code of [0, 0]) {
      expect((await world.run('admin revoke amy --role')).code).toBe(code);
    }
    expect(await list()).toMatchObject({ roles: [] });
  });

  it('an account admin that administers unlisted keeps doing so', async () => {
    await world.sql(`delete from system_property where key = 'admin.authorizedJIDs'`);
    await create('admin');
    await world.sql(`delete from system_property where key = 'admin.authorizedJIDs'`);
    await create('ola');
    expect(await administrators()).toMatchObject([{ username: 'admin' }, { username: 'ola' }]);
  });

  it('a locked one does not count as the last', async () => {
    await create('ola');
    await create('amy');
    await world.run('user lock amy');
    expect(await world.run('admin revoke ola')).toMatchObject({
      code: 77,
      err: 'This is the last administrator: ola\nsomebody else has to be an administrator who can log in\n',
    });
  });

  it('the last one is locked, and loses the right, with --force only', async () => {
    await create('ola');
    for (const words of ['user lock ola', 'admin revoke ola']) {
      expect(await world.run(words)).toMatchObject({ code: 77 });
      expect(await world.run(`${words} --force`)).toMatchObject({ code: 0 });
      await world.run('user unlock ola');
    }
    expect(await administrators()).toEqual([]);
    expect((await world.run('admin grant ola')).code).toBe(0);
    expect(await administrators()).toEqual([{ username: 'ola', state: 'can log in' }]);
  });
});

describe('group', () => {
  it('rename keeps the people, and leaves an audit entry with the new name', async () => {
    const rename = (...names: string[]) => world.run(`group rename ${names.join(' ')}`);
    await world.sql(`insert into user_group (name, shared) values ('7b', false), ('9b', false)`);
    await world.sql(`insert into group_member values ('7b', 'kim@example.org', false)`);
    expect(await world.audited(() => rename('7b', '8b'))).toEqual([
      'command line: group rename 7b',
    ]);
    expect(await world.sql('select group_name, jid from group_member')).toEqual([
      { group_name: '8b', jid: 'kim@example.org' },
    ]);
    const [entry] = await world.sql('select details from audit_entry order by log_id desc limit 1');
    expect(entry!['details']).toContain('object=/groups/7b; outcome=200; to=8b');
    expect(await rename('8b', '8b', '--json')).toMatchObject({ code: 0, out: '{"name":"8b"}\n' });
    expect(await rename('7b', '10b')).toMatchObject({ code: 66 });
    expect(await rename('8b', '9b')).toMatchObject({ code: 73 });
    expect(await rename('8b', 'x'.repeat(51))).toMatchObject({ code: 64 });
  });
});

describe('user', () => {
  it('lock and unlock act on the running API', async () => {
    await create('amy');
    const password = await create('ola');
    await world.store('plugin.restapi.httpAuth', 'basic');
    await world.answers(200, basic('ola', password));
    const lock = () => world.run('user lock ola');
    expect(await world.audited(lock)).toEqual(['command line: user lock ola']);
    await world.answers(401, basic('ola', password));
    expect((await world.run('user unlock ola')).code).toBe(0);
    await world.answers(200, basic('ola', password));
    expect((await world.run('user lock ghost')).code).toBe(66);
  });

  it('lock takes a reason and an end', async () => {
    await create('amy');
    await create('ola');
    const lock = `user lock ola --reason Spam --until`;
    expect(await world.run(`${lock} 2036-11-29T08:00:00Z`)).toMatchObject({
      code: 0,
      out: 'ola is locked out until 2036-11-29T08:00:00.000Z\n',
    });
    expect(await world.sql('select reason, author, ends_at from lockout')).toEqual([
      { reason: 'Spam', author: 'command line', ends_at: new Date('2036-11-29T08:00:00Z') },
    ]);
    for (const until of ['tomorrow', '2036-13-01', '2036-11-29T08:00:00']) {
      expect((await world.run(`${lock} ${until}`)).code).toBe(64);
    }
    expect((await world.run(`${lock} 2001-01-01`)).err).toMatch(
      /^Could not lock the user, because the end is not after the start: ola\nuntil 2001-01-01\S+ is not after from \S+\n$/,
    );
  });

  it('passwd takes the password from a file, generates or reads it, and keeps all else', async () => {
    const old = await create('ola');
    await world.sql(`update account set name = 'Ola', email = 'o@x' where username = 'ola'`);
    await world.store('plugin.restapi.httpAuth', 'basic');
    await world.answers(200, basic('ola', old));
    const folder = await mkdtemp(join(tmpdir(), 'cli-'));
    try {
      const file = join(folder, 'password');
      await writeFile(file, 'from a file\n');
      const work = () => world.run(`user passwd ola --password-file ${file}`);
      expect(await world.audited(work)).toEqual(['command line: user passwd ola']);
    } finally {
      await rm(folder, { recursive: true });
    }
    await world.answers(200, basic('ola', 'from a file'));
    expect(await world.status(basic('ola', old))).toBe(401);
    expect((await world.run('user passwd ola', {}, 'typed')).out).toBe('The password is set\n');
    await world.answers(200, basic('ola', 'typed'));
    expect(JSON.parse((await world.run('user show ola --json')).out)).toEqual({
      username: 'ola',
      name: 'Ola',
      email: 'o@x',
      properties: [],
      locked: false,
      administrator: true,
    });
  });

  it('passwd without a password is used wrongly', async () => {
    await create('ola');
    for (const words of ['user passwd ola', 'user passwd ola --password-file /nowhere']) {
      expect(await world.run(words)).toMatchObject({ code: 64, out: '' });
    }
    const both = await world.run('user passwd ola --generate --password-file x');
    expect(both.code).toBe(64);
  });
});

describe('accounts sha1-only', () => {
  const listed = async () => (await world.run('accounts sha1-only')).out;
  const lose = (name: string) =>
    world.sql(
      `update account_credential set sha256_salt = null, sha256_iterations = null,
         sha256_stored_key = null, sha256_server_key = null where username = '${name}'`,
    );

  it('lists whoever has not shown the password, which an administrator may do to the API', async () => {
    const password = await create('ola');
    await create('amy');
    expect(await listed()).toBe('');
    await lose('ola');
    await lose('amy');
    expect(await listed()).toBe('amy\nola\n');
    await world.store('plugin.restapi.httpAuth', 'basic');
    expect(await world.status(basic('ola', 'wrong'))).toBe(401);
    expect(await listed()).toBe('amy\nola\n');
    await world.answers(200, basic('ola', password));
    expect((await world.run('accounts sha1-only --json')).out).toBe('{"usernames":["amy"]}\n');
    expect(await world.status(basic('ola', password))).toBe(200);
  });
});
