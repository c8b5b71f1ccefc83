import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureInstalled } from '@chat-admin/debian-programs/ensure-installed';
import { needsRoot } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { stablePort } from '@chat-admin/processes/stable-port';
import { parse } from 'yaml';
import { workspace } from '../src/libraries.js';
import { ARCHITECTURES } from '../src/node-runtime.js';
import type { Architecture } from '../src/node-runtime.js';
import { prosodyAsImage } from '../src/prosody-image.js';
import { architectureOf, ARTEFACTS, HERE, VERSION } from './support/artefacts.js';
import { login } from './support/chat-login.js';
import { UnpackedImage } from './support/oci-archive.js';
import { ownDatabase } from './support/own-database.js';
import { OWN_PORTS } from './support/running-program.js';

const isSoak = process.env['SOAK_SUITES'] === '1';

const run = promisify(execFile);
const DOMAIN = 'example.org';
const SECRET = 'secret-of-the-tests';
const archiveFor = (name: string, architecture: Architecture) =>
  join(ARTEFACTS, `${name}-${VERSION}-${architecture}.oci.tar`);
const ARCHIVE = archiveFor('chat-admin-prosody', HERE);
const COMPOSE = join(workspace, 'packaging/compose');
const rooted = needsRoot(describe, 'The image of Prosody') as typeof describe;

rooted('the image of Prosody', () => {
  let folder: string;
  let unpacked: UnpackedImage;
  let database: Awaited<ReturnType<typeof ownDatabase>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-prosody-image-'));
    await chmod(folder, 0o755);
    unpacked = await UnpackedImage.of(ARCHIVE, folder);
    database = await ownDatabase();
  });
  afterAll(async () => {
    await database?.drop();
    await rm(folder, { recursive: true });
  });

  const found = async (...words: string[]): Promise<readonly string[]> =>
    (await run('find', [unpacked.root, ...words])).stdout.split('\n').filter(Boolean);

  if (isSoak) {
    it('has the same bytes when it is built again', async () => {
      const again = await prosodyAsImage({ version: VERSION, architecture: HERE, into: folder });
      expect((await readFile(again)).equals(await readFile(ARCHIVE))).toBe(true);
      await rm(again);
    });
  }

  it('says what it is, is small, and has neither shell nor anything that gives rights', async () => {
    expect(unpacked.name).toBe(`chat-admin-prosody:${VERSION}`);
    expect(unpacked.image.config.User).toBe('65532:65532');
    expect((await stat(ARCHIVE)).size).toBeLessThan(60_000_000);
    expect(await found('-name', '*sh', '-perm', '/111', '-type', 'f')).toEqual([]);
    expect(await found('-perm', '/6000')).toEqual([]);
    const programs = await found('-path', '*/bin/*', '-not', '-type', 'd');
    const names = programs.map((path) => path.replace(unpacked.root, '')).sort();
    expect(names).toEqual(['/usr/bin/lua5.4', '/usr/bin/prosody', '/usr/bin/prosodyctl']);
  });

  it.each(ARCHITECTURES)('is there for %s', async (architecture) => {
    const place = join(folder, architecture);
    const archive = archiveFor('chat-admin-prosody', architecture);
    const { image, root } = await UnpackedImage.of(archive, place);
    const compiled = await architectureOf(join(root, 'usr/bin/lua5.4'));
    expect([image.architecture, compiled]).toEqual([architecture, architecture]);
    await rm(place, { recursive: true });
  });

  it('is what the service governs, with the secrets and the role of Compose', async () => {
    const [http, directTls] = [await stablePort(), await stablePort()];
    const service = await UnpackedImage.of(archiveFor('chat-admin', HERE), join(folder, 'service'));
    const settings = { ...OWN_PORTS, DATABASE_URL: database.url, XMPP_DOMAIN: DOMAIN };
    const connection = {
      CHAT_SERVER_URL: `http://127.0.0.1:${http}`,
      CHAT_SERVER_TOKEN: 'token-of-the-tests',
    };
    const migrate = service.run({ ...settings, API_INITIAL_SECRET: SECRET }, ['migrate']);
    expect(await migrate.ended()).toBe(0);
    const secrets = await makeRole(folder, database.url);
    await mkdir(join(unpacked.root, 'run/secrets'), { recursive: true });
    const { hostname, port, pathname } = new URL(database.url);
    const engine = `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=chat_engine password=${secrets.password}`;
    await writeFile(join(unpacked.root, 'run/secrets/database'), `${engine}\n`);
    await writeFile(join(unpacked.root, 'run/secrets/token'), 'token-of-the-tests\n');
    // as engines of containers do
    await writeFile(join(unpacked.root, 'etc/hosts'), '127.0.0.1 localhost\n');
    await writeFile(join(unpacked.root, 'etc/resolv.conf'), 'nameserver 127.0.0.1\n');
    await certify(join(unpacked.root, 'etc/prosody/certs'));
    await onPorts(unpacked.root, http, directTls);

    const prosody = unpacked.run({ XMPP_DOMAIN: DOMAIN }, undefined, '/var/lib/prosody');
    await prosody.says(/Attached to the database of example\.org/);
    const status = await readFile(`/proc/${prosody.pid}/status`, 'utf8');
    expect(/^Uid:\s+(.*)$/m.exec(status)![1]!.split('\t')).toEqual(Array(4).fill('65532'));
    const loopback = { API_HOST: '127.0.0.1', LEGACY_HOST: '127.0.0.1' };
    const api = service.run({ ...settings, ...loopback, ...connection });
    const url = await api.says(/(http:\S+\/restapi\/v1)/);
    const headers = { authorization: SECRET, 'content-type': 'application/json' };
    await until('the chat server is ready', async () => {
      const ready = await fetch(`${url}/system/readiness/server`, { headers });
      return ready.status === 200;
    });
    const body = JSON.stringify({ username: 'ann', password: 'p1-secret' });
    expect((await fetch(`${url}/users`, { method: 'POST', headers, body })).status).toBe(201);
    const server = { port: directTls, domain: DOMAIN };
    expect(await login(server, 'ann', 'p2-secret')).toContain('<not-authorized');
    expect(await login(server, 'ann', 'p1-secret')).toContain('<success');
    expect([await api.stop(), await prosody.stop()]).toEqual([0, 0]);
    expect(prosody.output()).not.toContain(secrets.password);
  });
});

/** What the service chat-role of Compose does, twice. */
async function makeRole(folder: string, url: string): Promise<{ password: string }> {
  await ensureInstalled('postgresql');
  const secrets = join(folder, 'secrets');
  const { username, password: own, hostname, port, pathname } = new URL(url);
  const password = `it's "quoted"`.replaceAll(/[ '"]/g, '-');
  await mkdir(secrets);
  await writeFile(join(secrets, 'database-password'), decodeURIComponent(own));
  await writeFile(join(secrets, 'chat-password'), `${password}\n`);
  const here = (text: string) =>
    text
      .replaceAll('/run/secrets', secrets)
      .replaceAll('/chat-role.sql', join(folder, 'role.sql'))
      .replaceAll('$$', '$');
  const sql = await readFile(join(COMPOSE, 'chat-role.sql'), 'utf8');
  await writeFile(join(folder, 'role.sql'), here(sql));
  const compose = parse(await readFile(join(COMPOSE, 'compose.yaml'), 'utf8'), { merge: true }) as {
    services: { 'chat-role': { command: [string, ...string[]] } };
  };
  const [file, ...words] = compose.services['chat-role'].command.map(here);
  const place = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGDATABASE: pathname.slice(1) };
  const env = { PATH: process.env['PATH'], ...place };
  for (let time = 0; time < 2; time++) await run(file!, words, { env });
  return { password };
}

async function certify(folder: string): Promise<void> {
  const place = (kind: string) => join(folder, `${DOMAIN}.${kind}`);
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...['-days', '30', '-subj', `/CN=${DOMAIN}`, '-addext', `subjectAltName=DNS:${DOMAIN}`],
    ...['-keyout', place('key'), '-out', place('crt')],
  ]);
  await chmod(place('key'), 0o644);
}

/** Ports of its own: those of the configuration may be taken. */
async function onPorts(root: string, http: number, directTls: number): Promise<void> {
  const file = join(root, 'etc/prosody/chat-admin.cfg.lua');
  const text = await readFile(file, 'utf8');
  const moved = text
    .replace('{ 5280 }', `{ ${http} }`)
    .replace('{ 5223 }', `{ ${directTls} }`)
    .replace(/\{ (5222|5281) \}/g, '{}');
  await writeFile(file, moved);
}
