import { TEST_SECRET } from '@chat-admin/persistence/testing/test-database';
import { CommandWorld } from './support/command-world.js';

let world: CommandWorld;
beforeAll(async () => (world = await CommandWorld.open()));
afterAll(() => world.close());

describe('property', () => {
  it('set, get and delete work on what is stored', async () => {
    const set = () => world.run('property set site.banner hello');
    expect(await world.audited(set)).toEqual(['command line: property set site.banner']);
    expect(await world.run('property get site.banner')).toEqual({
      code: 0,
      out: 'hello\n',
      err: '',
    });
    await world.run('property set site.banner.colour red');
    expect((await world.run('property delete site.banner')).code).toBe(0);
    expect((await world.run('property get site.banner')).code).toBe(66);
    expect((await world.run('property get site.banner.colour')).code).toBe(0);
    await world.run('property set site.banner hello');
    expect((await world.run('property delete site.banner --below')).code).toBe(0);
    expect((await world.run('property get site.banner.colour')).code).toBe(66);
  });

  it('what decides who may call wants --force, and acts on the running API', async () => {
    await world.answers(200);
    const refused = await world.run('property set plugin.restapi.enabled false');
    expect(refused).toMatchObject({ code: 77, out: '' });
    expect(refused.err).toContain('--force');
    expect(await world.status()).toBe(200);
    expect((await world.run('property set plugin.restapi.enabled false --force')).code).toBe(0);
    await world.answers(403);
    expect((await world.run('property delete plugin.restapi.enabled')).code).toBe(77);
    expect((await world.run('property set plugin.restapi.enabled true --force')).code).toBe(0);
    await world.answers(200);
    expect((await world.run('property set xmpp.domain other.example --force')).code).toBe(77);
  });

  it('a secret is no argument, and is masked', async () => {
    const words = 'property set plugin.userservice.secret';
    expect((await world.run(`${words} open --force`)).code).toBe(64);
    expect(await world.run(`${words} --force`, {}, 'hidden-hidden')).toMatchObject({ code: 0 });
    expect((await world.run('property get plugin.userservice.secret')).out).toBe('********\n');
    const { out } = await world.run('property list --json');
    expect(out).not.toContain('hidden-hidden');
    expect(out).not.toContain(TEST_SECRET);
    const { properties } = JSON.parse(out) as { properties: unknown[] };
    expect(properties).toContainEqual({ key: 'xmpp.domain', value: 'example.org' });
    await world.run('property delete plugin.userservice.secret --force');
  });

  it('refuses names and values as the API does', async () => {
    expect((await world.run('property set a..b x')).code).toBe(64);
    expect((await world.run(`property set a.b ${'x'.repeat(4001)}`)).code).toBe(64);
  });
});

describe('retention', () => {
  it('rules are made, changed, listed and deleted', async () => {
    expect((await world.run('admin create ann --generate')).code).toBe(0);
    const set = () => world.run('retention set user:ANN 0');
    expect(await world.audited(set)).toEqual(['command line: retention set user:ANN']);
    const { out } = await world.run('retention set user:ann 30');
    expect(out).toMatch(/^chat {2}user:ann {2}30 days {2}from \S+\n0 messages are older/);
    const files = await world.run('retention set user:ann 365 --files');
    expect(files.out).toMatch(/^file {2}user:ann {2}365 days {2}from \S+\n0 files are older/);
    const rows = (await world.run('retention list')).out.split('\n');
    expect(rows.map((row) => row.replaceAll(/ +/g, ' ').replace(/ from .*/, ''))).toEqual([
      'chat default for ever',
      'room default for ever',
      'file default 7 days',
      'chat user:ann 30 days',
      'file user:ann 365 days',
      '',
    ]);
    const remove = () => world.run('retention delete user:ann');
    expect(await world.audited(remove)).toEqual(['command line: retention delete user:ann']);
    expect(await remove()).toMatchObject({ code: 66 });
    expect((await world.run('retention delete user:ann --files')).code).toBe(0);
  });

  it.each([
    ['retention set room:tea@conference 1 --files', 64],
    ['retention set user:ann many', 64],
    ['retention set user:ann 100000', 64],
    ['retention set ann 1', 64],
    ['retention set room:none@conference 1', 66],
    ['retention set group:None 1', 66],
  ])('%s ends with %i', async (words, code) => {
    expect((await world.run(words)).code).toBe(code);
  });
});

describe('hold', () => {
  it('holds are made, listed and released', async () => {
    const add = () => world.run('hold add Case --reason court --person ANN --until 2030-01-01');
    expect(await world.audited(add)).toEqual(['command line: hold add']);
    const [id, ...row] = (await world.run('hold list')).out.trim().split(/ +/);
    expect(row).toEqual(['active', 'Case', 'ann@example.org']);
    const release = () => world.run(`hold release ${id}`);
    expect(await world.audited(release)).toEqual([`command line: hold release ${id}`]);
    expect((await release()).code).toBe(77);
  });

  it.each([
    ['hold add Case --reason court', 64],
    ['hold add Case --reason court --person a/b', 64],
    ['hold add Case --reason court --person ann --from never', 64],
    ['hold release 99999', 66],
  ])('%s ends with %i', async (words, code) => {
    expect((await world.run(words)).code).toBe(code);
  });
});

describe('secret', () => {
  it('show prints the one that is in effect', async () => {
    expect(await world.run('secret show')).toEqual({ code: 0, out: `${TEST_SECRET}\n`, err: '' });
    expect((await world.run('secret show --legacy')).out).toBe(`${TEST_SECRET}\n`);
  });

  it('rotate replaces it at once on running instances', async () => {
    let printed = '';
    const rotate = async () => (printed = (await world.run('secret rotate --json')).out);
    expect(await world.audited(rotate)).toEqual([
      'command line: secret rotate plugin.restapi.secret',
    ]);
    const { secret } = JSON.parse(printed) as { secret: string };
    await world.answers(200, secret);
    expect(await world.status(TEST_SECRET)).toBe(401);
    expect((await world.run('secret rotate --legacy')).code).toBe(0);
    expect((await world.run('secret show')).out).toBe(`${secret}\n`);
    expect((await world.run('secret show --legacy')).out).not.toBe(`${secret}\n`);
  });

  it('rotate with an overlap leaves the old one valid until it ends', async () => {
    const old = (await world.run('secret show')).out.trim();
    const { out } = await world.run('secret rotate --overlap 1h');
    await world.answers(200, out.trim());
    expect(await world.status(old)).toBe(200);
    const listed = (await world.run('property list --json')).out;
    expect(listed).toContain('"key":"plugin.restapi.secret.former","value":"********"');
    await world.store('plugin.restapi.secret.former', `2026-01-01T00:00:00.000Z ${old}`);
    await world.answers(401, old);
    expect(await world.status(out.trim())).toBe(200);
    const again = (await world.run('secret rotate')).out.trim();
    await world.answers(200, again);
    expect(await world.status(out.trim())).toBe(401);
    expect((await world.run('property list --json')).out).not.toContain('former');
    expect((await world.run('secret rotate --overlap soon')).code).toBe(64);
  });
});
