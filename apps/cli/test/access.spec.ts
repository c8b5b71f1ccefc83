import { emptyDatabase, TEST_SECRET } from '@chat-admin/persistence/testing/test-database';
import { CommandWorld } from './support/command-world.js';
import type { Run } from './support/command-world.js';

let world: CommandWorld;
beforeAll(async () => (world = await CommandWorld.open()));
afterAll(() => world.close());

const run = (words: string, environment?: NodeJS.ProcessEnv): Promise<Run> =>
  world.run(words, environment);
const sql = (text: string) => world.sql(text);
const store = (key: string, value: string) => world.store(key, value);
const answers = (expected: number, secret?: string) => world.answers(expected, secret);

describe('access', () => {
  it('check finds nothing on a working database, and writes nothing', async () => {
    const { code, out, err } = await run('access check');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(
      /^Nothing that is stored keeps callers out\.\n.*API_FAILED_LOGIN_LIMIT.*\n$/,
    );
    expect(await run('access restore')).toMatchObject({ code: 0 });
    expect(await sql('select from audit_entry')).toEqual([]);
  });

  it.each([
    ['adminConsole.access.allow-wildcards-in-excludes', 'false', 302],
    ['plugin.restapi.enabled', 'no', 403],
    ['plugin.restapi.httpAuth', 'digest', 401],
    ['plugin.restapi.httpAuth', 'basic', 401],
  ])('restore undoes %s = %s, without a restart', async (key, value, status) => {
    await store(key, value);
    await answers(status);
    const check = await run('access check');
    expect(check.code).toBe(1);
    expect(check.out).toContain(key);
    const restored = await run('access restore');
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toContain(`${key} is `);
    await answers(200);
    expect((await run('access check')).code).toBe(0);
  });

  it('restore leaves one audit entry, which names who and what but no value', async () => {
    await sql('delete from audit_entry');
    await store('plugin.restapi.enabled', 'false');
    await store('plugin.userservice.enabled', 'false');
    await run('access restore');
    expect(await sql('select username, summary, details from audit_entry')).toEqual([
      {
        username: 'command line',
        summary: 'access restore',
        details: 'object=/system/properties; outcome=200',
      },
    ]);
  });

  it('restore generates a secret and shows it once', async () => {
    await sql(`delete from system_property where key = 'plugin.restapi.secret'`);
    await answers(401);
    expect((await run('access check')).out).not.toMatch(/[A-Za-z0-9]{32}/);
    const { out } = await run('access restore');
    const secret = /^plugin\.restapi\.secret is ([A-Za-z0-9]{32}) now$/m.exec(out)![1]!;
    await answers(200, secret);
    await store('plugin.restapi.secret', TEST_SECRET);
    await answers(200);
  });

  it('restore requires an address before it adds one', async () => {
    await store('plugin.restapi.allowedIPs', 'the office');
    await answers(401);
    const untold = await run('access restore');
    expect(untold.code).toBe(1);
    expect(untold.out).toContain('--allow-from');
    expect((await run('access restore --allow-from office')).code).toBe(64);
    expect((await run('access restore --allow-from 127.0.0.0/8')).code).toBe(0);
    await answers(200);
    await sql(`delete from system_property where key = 'plugin.restapi.allowedIPs'`);
  });

  it('prints JSON on request', async () => {
    await store('plugin.restapi.enabled', 'false');
    const check = JSON.parse((await run('access check --json')).out);
    expect(check.barriers).toEqual([
      {
        what: 'plugin.restapi.enabled is not true: the API is switched off',
        changes: ['plugin.restapi.enabled'],
        missing: null,
      },
    ]);
    const restored = await run('access restore --json');
    expect(JSON.parse(restored.out)).toEqual({
      changes: [{ key: 'plugin.restapi.enabled', value: 'true' }],
      left: [],
    });
  });
});

describe('a command', () => {
  it.each(['access', 'access nonsense', 'access check --nonsense', 'nonsense', 'access restore x'])(
    'that is used incorrectly exits with 64: %s',
    async (words) => {
      const { code, out, err } = await run(words);
      expect({ code, out }).toEqual({ code: 64, out: '' });
      expect(err).not.toBe('');
    },
  );

  it('shows its help', async () => {
    const { code, out } = await run('access restore --help');
    expect(code).toBe(0);
    expect(out).toContain('--allow-from <CIDR>');
    expect(out).toContain('Example:');
  });

  it('on an unavailable database exits with 69', async () => {
    const away = { DATABASE_URL: 'postgres://nobody:hunter2@127.0.0.1:1/chat' };
    const { code, out, err } = await run('access check --json', away);
    expect({ code, out }).toEqual({ code: 69, out: '' });
    expect(JSON.parse(err)).toMatchObject({ error: { code: 'unreachable' } });
    expect(err).not.toContain('hunter2');
  });

  it('on an unprepared database exits with 3 and prepares nothing', async () => {
    const empty = await emptyDatabase();
    try {
      const { code, err } = await run('access restore', { DATABASE_URL: empty.url });
      expect({ code, err }).toEqual({
        code: 3,
        err: 'The database is not prepared for this version yet: "npm run -s chat-admin -- migrate" does that\n',
      });
    } finally {
      await empty.drop();
    }
  });

  it.each([
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ XMPP_DOMAIN: 'other.example' }, 'XMPP_DOMAIN: the database was created for example.org'],
  ])('with invalid settings (%j) exits with 78', async (environment, named) => {
    const { code, err } = await run('access check', environment);
    expect(code).toBe(78);
    expect(err).toContain(named);
  });
});
