import {
  emptyDatabase,
  testDatabase,
  type TestDatabase,
} from '@chat-admin/persistence/testing/test-database';
import { mayMakeRoles, prepareEngineRole } from '@chat-admin/prosody-server/engine-role';
import { randomBytes } from 'node:crypto';
import pg from 'pg';

const role = `chat_engine_${randomBytes(6).toString('hex')}`;

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe('prepareEngineRole', () => {
  let database: TestDatabase;
  beforeAll(async () => (database = await testDatabase()));
  afterAll(async () => {
    await database.drop();
    await query(process.env['TEST_POSTGRES_URL']!, `drop role ${role}`);
  });

  const asEngine = (password: string) => {
    const url = new URL(database.url);
    url.username = role;
    url.password = password;
    return url.href;
  };

  it('makes a role that may call the functions of the contract, and nothing else', async () => {
    const { password, domain } = await prepareEngineRole({ databaseUrl: database.url, role });
    expect(domain).toBe('example.org');
    const hello = "select engine.hello(1, 'test', true) ->> 'domain' as domain";
    expect(await query(asEngine(password), hello)).toEqual([{ domain }]);
    await expect(query(asEngine(password), 'select * from account')).rejects.toThrow();
    expect(await mayMakeRoles(asEngine(password))).toBe(false);
  });

  it('finds the server that takes writes among several', async () => {
    const { host } = new URL(database.url);
    const databaseUrl = database.url.replace(host, `127.0.0.1:1,${host}`);
    const { conninfo } = await prepareEngineRole({ databaseUrl, role });
    expect(conninfo).toContain(`port='1,${host.split(':')[1]}'`);
    expect(await mayMakeRoles(databaseUrl)).toBe(true);
    await expect(
      mayMakeRoles(database.url.replace(host, '127.0.0.1:1,127.0.0.1:1')),
    ).rejects.toThrow('ECONNREFUSED');
  });

  it('sets a new password each time', async () => {
    const first = await prepareEngineRole({ databaseUrl: database.url, role });
    const second = await prepareEngineRole({ databaseUrl: database.url, role });
    expect(await query(asEngine(second.password), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(second.password).not.toBe(first.password);
    await expect(query(asEngine(first.password), 'select 1')).rejects.toThrow('password');
  });

  it('needs a database that has been prepared, and leaves no role behind without', async () => {
    const empty = await emptyDatabase();
    const other = `${role}_other`;
    try {
      const attempt = prepareEngineRole({ databaseUrl: empty.url, role: other });
      await expect(attempt).rejects.toMatchObject({ code: '42883' });
      const found = await query(empty.url, `select 1 from pg_roles where rolname = '${other}'`);
      expect(found).toEqual([]);
    } finally {
      await empty.drop();
    }
  });
});
