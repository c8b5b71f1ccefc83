import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import { CommandWorld, run } from './support/command-world.js';

describe('config', () => {
  it('check finds nothing, also without a database of its own', async () => {
    expect(await run('config check', {})).toMatchObject({ code: 0, err: '' });
  });

  it('check names all faults of both services, without values', async () => {
    const environment = { API_PORT: 'hunter2', LEGACY_SUNSET: 'soon' };
    const { code, out, err } = await run('config check', environment);
    expect({ code, out }).toEqual({ code: 78, out: '' });
    expect(err).toContain('API_PORT: ');
    expect(err).toContain('LEGACY_SUNSET: ');
    expect(err).not.toMatch(/hunter2|soon/);
  });

  it('print shows what is in effect and where it comes from', async () => {
    const environment = { API_PORT: '9000', API_INITIAL_SECRET: 'hunter2hunter2' };
    const { out } = await run('config print --json', environment);
    expect(out).not.toContain('hunter2');
    const { settings } = JSON.parse(out) as { settings: unknown[] };
    expect(settings).toContainEqual({ name: 'API_PORT', value: '9000', origin: 'environment' });
    expect(settings).toContainEqual({
      name: 'API_INITIAL_SECRET',
      value: '********',
      origin: 'environment',
    });
    expect(settings).toContainEqual({ name: 'LEGACY_PORT', value: '9091', origin: 'default' });
    expect(settings).toContainEqual({
      name: 'DATABASE_URL',
      value: '(the embedded server)',
      origin: 'default',
    });
  });
});

describe('the configuration file', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-config-'));
    file = join(folder, 'chat-admin.conf');
  });
  afterAll(() => rm(folder, { recursive: true }));
  const config = async (words: string, text: string) => {
    await writeFile(file, text);
    return run(`config ${words}`, { CHAT_ADMIN_CONFIG: file });
  };

  it('has settings, whose origin is printed', async () => {
    const { out } = await config('print --json', 'API_PORT=9000\nREDIS_URL=redis://hidden\n');
    expect(out).not.toContain('hidden');
    const { settings } = JSON.parse(out) as { settings: unknown[] };
    const origin = 'configuration file';
    expect(settings).toContainEqual({ name: 'API_PORT', value: '9000', origin });
    expect(settings).toContainEqual({ name: 'REDIS_URL', value: '********', origin });
  });

  it('is checked for names that are no settings, together with values', async () => {
    const { code, err } = await config('check', 'API_PROT=1\nFOO=2\nAPI_PORT=many\n');
    expect(code).toBe(78);
    expect(err).toContain('API_PROT: there is no such setting; did you mean API_PORT?\n');
    expect(err).toContain('FOO: there is no such setting; remove it\n');
    expect(err).toContain('API_PORT: ');
    const odd = await run('config check', { CHAT_ADMIN_CONFIG: '', API_KEY: '1' });
    expect(odd).toMatchObject({ code: 0, err: '' });
    expect(odd.out).toContain('API_KEY looks like a setting and is none.\n');
  });

  it('that is named has to be there, for every command', async () => {
    for (const words of ['config check', 'secret show', 'setup --print']) {
      const { code, err } = await run(words, { CHAT_ADMIN_CONFIG: join(folder, 'none') });
      expect([words, code]).toEqual([words, 78]);
      expect(err).toContain(`CHAT_ADMIN_CONFIG: ${join(folder, 'none')} cannot be read (ENOENT)`);
    }
  });
});

describe('migrate', () => {
  it('names what is pending, prepares the database once, and says what to do next', async () => {
    const database = await emptyDatabase();
    try {
      const environment = { DATABASE_URL: database.url };
      const before = await run('migrate --check', environment);
      expect(before.code).toBe(3);
      expect(before.out.trim().split('\n').length).toBeGreaterThan(5);
      expect(await run('migrate', environment)).toMatchObject({
        code: 0,
        out: expect.stringContaining('npm run -s secret') as string,
      });
      expect(await run('migrate --check', environment)).toMatchObject({ code: 0 });
      expect((await run('migrate --json', environment)).out).toBe('{"fresh":false}\n');
      expect((await run('secret show', environment)).out).toMatch(/^[A-Za-z0-9]{32}\n$/);
    } finally {
      await database.drop();
    }
  });
});

describe('health', () => {
  let world: CommandWorld;
  let environment: NodeJS.ProcessEnv;
  beforeAll(async () => {
    world = await CommandWorld.open();
    environment = { MANAGEMENT_HOST: '127.0.0.1', MANAGEMENT_PORT: world.management.port };
  });
  afterAll(() => world.close());

  it('is asked of the management listener', async () => {
    expect(await run('health', environment)).toMatchObject({ code: 0, err: '' });
    expect(await run('health --ready', environment)).toMatchObject({ code: 0, err: '' });
    const away = { ...environment, MANAGEMENT_PORT: '1' };
    const { code, out } = await run('health --json', away);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ ok: false });
  });

  it('is waited for', async () => {
    await world.close();
    const waiting = run('health --ready --wait 5m', environment);
    const again = await CommandWorld.open(Number(world.management.port));
    try {
      expect(await waiting).toMatchObject({ code: 0 });
    } finally {
      world = again;
    }
  });

  it('takes durations of seconds and minutes', async () => {
    expect((await run('health --wait soon', environment)).code).toBe(64);
  });
});
