import { CommandWorld } from './support/command-world.js';

let world: CommandWorld;
beforeAll(async () => (world = await CommandWorld.open()));
afterAll(() => world.close());

const TOKEN = /^cak_([a-z0-9]{10})_[A-Za-z0-9_-]{43}\n$/;

it('a key is made, which the running API takes, and revoked', async () => {
  let token = '';
  const make = async () => {
    const { code, out } = await world.run(
      'key create portal --scope users:read --scope groups:read',
    );
    expect([code, out]).toEqual([0, expect.stringMatching(TOKEN)]);
    token = out.trim();
  };
  expect(await world.audited(make)).toEqual(['command line: key create portal']);
  await world.answers(200, `Bearer ${token}`);
  const { out } = await world.run('key list --json');
  const { keys } = JSON.parse(out) as { keys: object[] };
  expect(keys).toEqual([
    expect.objectContaining({ name: 'portal', createdBy: 'command line', rateLimit: 0 }),
  ]);
  expect(out).not.toContain(token.slice(-43));
  const revoke = () => world.run('key revoke portal');
  expect(await world.audited(revoke)).toEqual(['command line: key revoke portal']);
  await world.answers(401, `Bearer ${token}`);
  expect((await revoke()).code).toBe(66);
});

it('a key has an end, a rate and addresses, and is found by its id', async () => {
  const words = 'key create door --scope * --address 192.0.2.0/24 --rate 60 --valid-for 1d --json';
  const made = JSON.parse((await world.run(words)).out) as Record<string, unknown>;
  expect(made).toMatchObject({ allowedAddresses: ['192.0.2.0/24'], rateLimit: 60, scopes: ['*'] });
  const day = Date.parse(String(made['expires'])) - Date.parse(String(made['created']));
  expect(Math.round(day / 60_000)).toBe(1440);
  const { out } = await world.run('key list');
  expect(out).toMatch(/^[a-z0-9]{10} {2}door {2}until .* {2}never used {2}\*\n$/);
  expect((await world.run(`key revoke ${String(made['id'])}`)).code).toBe(0);
  expect((await world.run('key list')).out).toBe('');
});

it.each([
  ['key create door', 64],
  ['key create door --scope nope', 64],
  ['key create do/or --scope *', 64],
  ['key create door --scope * --rate x', 64],
  ['key create door --scope * --valid-for soon', 64],
  ['key revoke nobody', 66],
])('%s ends with %i', async (words, code) => {
  expect((await world.run(words)).code).toBe(code);
});

it('a name that is taken is said', async () => {
  await world.run('key create twice --scope *');
  expect((await world.run('key create twice --scope *')).code).toBe(73);
});

describe('a link into the console', () => {
  const signIn = async (link: string): Promise<Response> => {
    const [, once = ''] = /\/console\/#once=(\S+)/.exec(link) ?? [];
    return fetch(`${world.api}/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ once: decodeURIComponent(once) }),
    });
  };
  const linked = async (words: string): Promise<string> => {
    const { code, out } = await world.run(words, { API_PUBLIC_URL: 'https://chat.example.org/a/' });
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^https:\/\/chat.example.org\/a\/console\/#once=\S+\n$/),
    ]);
    return out;
  };
  beforeAll(async () => {
    for (const name of ['boss', 'chief', 'plain']) {
      await world.run(`admin create ${name} --generate`);
    }
    await world.run('admin revoke plain');
  });

  it('signs in an administrator, or who has the secret, one time', async () => {
    for (const [words, name] of [
      ['console link', 'secret'],
      ['console link --as boss --valid-for 1h', 'boss'],
    ] as const) {
      let link = '';
      const make = async () => void (link = await linked(words));
      expect(await world.audited(make)).toEqual([
        `command line: ${words.replace(/ --valid.*/, '')}`,
      ]);
      const first = await signIn(link);
      expect([first.status, await first.json()]).toEqual([
        201,
        expect.objectContaining({ username: name, kind: 'session', scopes: ['*'] }),
      ]);
      expect((await signIn(link)).status).toBe(401);
    }
  });

  it('ends by its time, with the rights of its account, and opens for nobody else', async () => {
    const link = await linked('console link --as boss --valid-for 1m');
    expect((await signIn(link.replace('boss', 'plain'))).status).toBe(401);
    await world.sql(`update used_once set until = now()`);
    expect((await signIn(link)).status).toBe(401);
    const late = await linked('console link --as boss');
    await world.run('user lock boss');
    expect((await signIn(late)).status).toBe(401);
    expect((await world.run('console link --as boss')).code).toBe(77);
    await world.run('user unlock boss');
    expect((await signIn(late)).status).toBe(201);
    expect(JSON.stringify(await world.sql('select * from used_once'))).not.toContain('boss');
  });

  it.each([
    ['console link --as nobody', 66],
    ['console link --as plain', 77],
    ['console link --valid-for 2d', 64],
    ['console link --valid-for 0s', 64],
  ])('%s ends with %i', async (words, code) => {
    expect((await world.run(words)).code).toBe(code);
  });
});
