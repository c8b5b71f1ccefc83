import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import { ApiConfig } from '@chat-admin/api/config';
import { loadConfig } from '@chat-admin/configuration/load-config';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { parse } from 'yaml';
import { run } from './support/command-world.js';

const PACKAGING = fileURLToPath(new URL('../../../packaging/haproxy/', import.meta.url));
const HAPROXY = 'etc/haproxy/haproxy.cfg';
const PATRONI = 'etc/patroni/config.yml';
const CONF = 'etc/chat-admin/chat-admin.conf';
const CREDENTIALS = 'etc/chat-admin/credentials';

let folder: string;
let sample: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-admin-cluster-'));
  sample = await readFile(join(PACKAGING, 'cluster.yaml'), 'utf8');
  await describeAs(sample);
});
afterEach(() => rm(folder, { recursive: true }));

const describeAs = (yaml: string) => writeFile(join(folder, 'cluster.yaml'), yaml);
const setup = (machine: string, words = '') =>
  run(
    `setup --cluster ${join(folder, 'cluster.yaml')} --machine ${machine} --root ${join(folder, machine)}${words}`,
    {},
  );
const read = (machine: string, file: string) => readFile(join(folder, machine, file), 'utf8');
const put = async (machine: string, file: string, text: string) => {
  await mkdir(dirname(join(folder, machine, file)), { recursive: true });
  await writeFile(join(folder, machine, file), text);
};
/** Text, mode and time of each file of a machine. */
const all = async (machine: string) => {
  const entries = await readdir(join(folder, machine), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const found = files.map(async ({ parentPath, name }): Promise<[string, unknown]> => {
    const path = join(parentPath, name);
    const { mode, mtimeMs } = await stat(path);
    return [path.slice(join(folder, machine).length + 1), [await readFile(path, 'utf8'), mode, mtimeMs]]; // prettier-ignore
  });
  return new Map(await Promise.all(found));
};

describe('setup --cluster', () => {
  it('writes the files of a machine, and again without any change', async () => {
    const { code, out, err } = await setup('m1');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`Copy ${join(folder, 'cluster-secrets')} to the other machines`);
    const before = await all('m1');
    expect([...before.keys()].sort()).toEqual([
      CONF,
      `${CREDENTIALS}/chat-server-token`,
      `${CREDENTIALS}/database-url`,
      'etc/chat-admin/owner/database-migration-url',
      'etc/chat-admin/prosody/database',
      'etc/default/etcd',
      HAPROXY,
      PATRONI,
      'etc/prosody/conf.d/cluster.cfg.lua',
    ]);
    expect(await setup('m1')).toEqual({ code: 0, out: 'All files were there already.\n', err: '' });
    expect(await all('m1')).toEqual(before);
  });

  it('keeps secrets to their owners', async () => {
    await put('m1', 'etc/group', 'root:x:0:\npostgres:x:104:\n');
    await setup('m1');
    const mode = async (path: string) => (await stat(join(folder, path))).mode & 0o777;
    expect(await mode('cluster-secrets')).toBe(0o700);
    for (const name of await readdir(join(folder, 'cluster-secrets')))
      expect(await mode(join('cluster-secrets', name))).toBe(0o600);
    expect(await mode(join('m1', CREDENTIALS))).toBe(0o700);
    expect(await mode(join('m1', CREDENTIALS, 'database-url'))).toBe(0o600);
    expect(await mode(join('m1', PATRONI))).toBe(0o640);
  });

  it('gives three machines the same secrets, and each what runs there', async () => {
    await setup('m1');
    const [m2, m3] = [await setup('m2'), await setup('m3')];
    expect([m2.code, m3.code]).toEqual([0, 0]);
    for (const file of ['credentials/database-url', 'credentials/chat-server-token'])
      expect(await read('m3', `etc/chat-admin/${file}`)).toBe(await read('m1', `etc/chat-admin/${file}`)); // prettier-ignore
    expect(await read('m2', 'etc/chat-admin/prosody/database')).toMatch(
      /^host=10.0.0.1,10.0.0.2,10.0.0.3 port=5432 .* target_session_attrs=read-write\n$/,
    );
    const patroni = async (machine: string) =>
      parse(await read(machine, PATRONI)) as { name: string; postgresql: { connect_address: string; authentication: object } }; // prettier-ignore
    const [one, three] = [await patroni('m1'), await patroni('m3')];
    expect(three).toMatchObject({ name: 'm3', postgresql: { connect_address: '10.0.0.3:5432' } });
    expect(three.postgresql.authentication).toEqual(one.postgresql.authentication);
    expect([...(await all('m3')).keys()]).not.toContain(HAPROXY);
    expect(await read('m2', HAPROXY)).toBe(await read('m1', HAPROXY));
    expect(await read('m2', 'etc/prosody/conf.d/cluster.cfg.lua')).toContain(
      'chat_instance = "m2"',
    );
  });

  it('makes secrets on the first machine only', async () => {
    const { code, err } = await setup('m2');
    expect(code).toBe(78);
    expect(err).toMatch(/cluster-secrets lacks superuser, .*\n.*from m1/);
    expect(await readdir(folder)).toEqual(['cluster.yaml']);
  });

  it('changes nothing where a file belongs to somebody else', async () => {
    await put('m1', PATRONI, 'scope: other\n');
    await put('m1', `${CREDENTIALS}/chat-server-token`, 'other\n');
    const { code, err } = await setup('m1');
    expect(code).toBe(73);
    expect(err).toContain('/etc/patroni/config.yml, /etc/chat-admin/credentials/chat-server-token');
    expect((await all('m1')).size).toBe(2);
    expect(await readdir(folder)).not.toContain('cluster-secrets');
    for (const file of [PATRONI, `${CREDENTIALS}/chat-server-token`])
      await rm(join(folder, 'm1', file));
    expect((await setup('m1')).out).toContain(`Copy ${join(folder, 'cluster-secrets')} to the`);
  });

  it('leaves mode and owner of the settings as they are', async () => {
    await put('m1', CONF, 'API_DOCS=false\n');
    const conf = join(folder, 'm1', CONF);
    await chmod(conf, 0o640);
    if (process.getuid!() === 0) await chown(conf, 12, 34);
    const owned = async () => {
      const { mode, uid, gid } = await stat(conf);
      return [mode & 0o777, uid, gid];
    };
    const before = await owned();
    expect(before[0]).toBe(0o640);
    expect((await setup('m1')).out).toContain(`/${CONF}`);
    expect(await owned()).toEqual(before);
    expect((await setup('m1')).code).toBe(0);
    expect(await owned()).toEqual(before);
  });

  it('changes owner and mode of no file that a link leads to', async () => {
    await setup('m1');
    const elsewhere = join(folder, 'elsewhere');
    const token = join(folder, 'm1', CREDENTIALS, 'chat-server-token');
    await rename(token, elsewhere);
    await chmod(elsewhere, 0o644);
    await symlink(elsewhere, token);
    const { code, err } = await setup('m1');
    expect([code, err]).toEqual([
      77,
      `/${CREDENTIALS}/chat-server-token cannot be written (ELOOP)\nIt is a link: put a file there\n`,
    ]);
    expect((await stat(elsewhere)).mode & 0o777).toBe(0o644);

    await rm(token);
    await symlink(elsewhere, `${token}.new`);
    expect((await setup('m1')).code).toBe(0);
    expect((await stat(elsewhere)).mode & 0o777).toBe(0o644);
    expect((await lstat(token)).isFile()).toBe(true);
  });

  it('replaces what a package has brought, unless somebody has changed it', async () => {
    const packaged = 'global\n\tdaemon\n';
    await put('m1', HAPROXY, packaged);
    const sum = createHash('md5').update(packaged).digest('hex');
    await put('m1', 'var/lib/dpkg/status', `Conffiles:\n /${HAPROXY} ${sum}\nDescription: it\n`);
    expect((await setup('m1')).code).toBe(0);
    await put('m1', HAPROXY, `${packaged}\tmaxconn 9\n`);
    expect(await setup('m1')).toMatchObject({ code: 73 });
  });

  it('names all faults of the description at once', async () => {
    await describeAs(`domian: example.org
machines: {m1: 10.0.0.1, m2: 10.0.0.1, M3: nowhere}
database: [m1, m2]
chat: [m1, m1]
api: [m4]
balancer: m1
postgresql: 9
pooler: maybe
`);
    const { code, err } = await setup('m1');
    expect(code).toBe(78);
    expect(err.trimEnd().split('\n').slice(1)).toEqual([
      '  domian: is unknown',
      '  machines.M3: a name has small letters, digits and hyphens',
      '  machines.M3: must be an IP address',
      '  machines: 10.0.0.1 is of two machines',
      '  domain: must be the XMPP domain',
      '  database: must list at least three machines, so that a majority is left',
      '  chat: lists a machine twice',
      '  api: m4 is not one of the machines',
      '  balancer: must be a list of machines',
      '  postgresql: must be its major version, 13 or newer',
      '  pooler: must be true or false',
    ]);
    await describeAs('domain: [');
    expect((await setup('m1')).code).toBe(78);
    await describeAs('');
    expect((await setup('m1')).code).toBe(78);
  });

  it('wants a machine that the description has', async () => {
    expect(await setup('m9')).toMatchObject({
      code: 64,
      err: '--machine: m9 is none of m1, m2, m3\n',
    });
    const file = join(folder, 'cluster.yaml');
    expect(await run(`setup --cluster ${file}`, {})).toMatchObject({ code: 64 });
    expect(await run('setup --cluster /nowhere/it --machine m1', {})).toMatchObject({ code: 66 });
  });

  it('prints files without secrets, and writes none', async () => {
    const { code, out } = await setup('m1', ' --print');
    expect(code).toBe(0);
    expect(out).toContain('==> /etc/patroni/config.yml <==\n# Written by');
    expect(out).toContain('password: SECRET-superuser');
    expect(await readdir(folder)).toEqual(['cluster.yaml']);
  });

  it('writes settings that the services understand, and keeps others', async () => {
    await put('m1', CONF, 'DATABASE_MIGRATIONS=check\nAPI_DOCS=false\n');
    await setup('m1');
    const settings = parseEnv(await read('m1', CONF)) as Record<string, string>;
    const secret = async (name: string) => (await read('m1', join(CREDENTIALS, name))).trim();
    const config = loadConfig(ApiConfig, {
      ...settings,
      DATABASE_URL: await secret('database-url'),
      CHAT_SERVER_TOKEN: await secret('chat-server-token'),
    });
    expect(config).toMatchObject({
      chatServerUrl: 'http://10.0.0.1:5280,http://10.0.0.2:5280,http://10.0.0.3:5280',
      publicUrl: 'https://example.org',
      xmppDomain: 'example.org',
    });
    await describeAs(sample.replace('chat: [m1, m2, m3]', 'chat: [m1, m3]'));
    await setup('m1');
    expect(await read('m1', CONF)).toMatch(
      /API_DOCS=false\n\n# Begin[^]*10.0.0.1:5280,http:..10.0.0.3:5280\n[^]*# End/,
    );
    await put('m1', CONF, `XMPP_DOMAIN=example.com\n${await read('m1', CONF)}`);
    expect(await setup('m1')).toMatchObject({
      code: 73,
      err: expect.stringContaining('sets XMPP_DOMAIN to example.com') as string,
    });
  });

  it('puts PgBouncer beside the APIs where it is wanted', async () => {
    await describeAs(`${sample}pooler: true\n`);
    for (const machine of ['m1', 'm3']) await setup(machine);
    expect(await read('m3', `${CREDENTIALS}/database-url`)).toContain('@127.0.0.1:6432/chat');
    expect(await read('m3', `${CREDENTIALS}/database-direct-url`)).toContain('@10.0.0.1:5432,10.');
    expect(await read('m3', 'etc/pgbouncer/pgbouncer.ini')).toContain('pool_mode = transaction');
    expect(await read('m3', HAPROXY)).toMatch(/OPTIONS \/primary/);
    expect(await read('m3', HAPROXY)).not.toContain(':5222');
  });

  it('has in packaging/haproxy what it writes for the description there', async () => {
    await setup('m1');
    expect(await readFile(join(PACKAGING, 'haproxy.cfg'), 'utf8')).toBe(await read('m1', HAPROXY));
  });
});

const programs = await suiteNeeds(describe, 'files of clusters', ['haproxy', 'prosody']);

programs('the files of setup --cluster', () => {
  const execute = promisify(execFile);

  it('are accepted by HAProxy and by Lua', async () => {
    await describeAs(`${sample}pooler: true\n`);
    await setup('m1');
    const [key, certificate] = ['key', 'crt'].map((end) => join(folder, `example.org.${end}`));
    const words = 'req -x509 -newkey rsa:2048 -nodes -subj /CN=example.org -days 1';
    await execute('openssl', [...words.split(' '), '-keyout', key!, '-out', certificate!]);
    const text = await read('m1', HAPROXY);
    const file = join(folder, 'haproxy.cfg');
    await writeFile(file, text.replace('/etc/chat-admin/tls/example.org.crt', certificate!));
    const checked = await execute('haproxy', ['-c', '-f', file]);
    expect(`${checked.stdout}${checked.stderr}`).not.toMatch(/WARNING|ALERT/);

    const lua = join(folder, 'm1/etc/prosody/conf.d/cluster.cfg.lua');
    const options = `local options = {}
assert(loadfile(arg[1], "t", options))()
print(options.chat_instance, options.chat_bridge_address, #options.chat_bridge_allowed_addresses, options.c2s_ports[1])`;
    await writeFile(join(folder, 'options.lua'), options);
    const loaded = await execute('lua5.4', [join(folder, 'options.lua'), lua]);
    expect(loaded.stdout).toBe('m1\thttp://10.0.0.1:5280\t5\t15222\n');
  });
});
