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
import { Podman } from './support/podman.js';
import { OWN_PORTS } from './support/running-program.js';
import type { RunningProgram } from './support/running-program.js';

/** However it is run. */
type Image = Pick<UnpackedImage, 'run'>;

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
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-prosody-image-'));
    await chmod(folder, 0o755);
    unpacked = await UnpackedImage.of(ARCHIVE, folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

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
    const service = await UnpackedImage.of(archiveFor('chat-admin', HERE), join(folder, 'service'));
    await isGoverned(service, unpacked, async ({ prosody }) => {
      const status = await readFile(`/proc/${prosody.pid}/status`, 'utf8');
      expect(/^Uid:\s+(.*)$/m.exec(status)![1]!.split('\t')).toEqual(Array(4).fill('65532'));
    });
  });

  if (isSoak) {
    it('is what the service governs, both as containers of Podman', async () => {
      const podman = await Podman.in(join(folder, 'podman'));
      const [name, chatServer] = [`chat-admin:${VERSION}`, `chat-admin-prosody:${VERSION}`];
      const service = await podman.load(archiveFor('chat-admin', HERE), name);
      const places = ['run/secrets', 'etc/prosody/certs', 'etc/prosody/chat-admin.cfg.lua'];
      const volumes = places.map((path) => `${join(unpacked.root, path)}:/${path}:ro`);
      const prosody = await podman.load(ARCHIVE, chatServer, volumes);
      const program = ['/usr/bin/node', '/opt/chat-admin/cli.mjs'];
      await isGoverned(service, prosody, async () => {
        expect(await service.exec(...program, 'health', '--ready')).toBe('ok\n');
      }).finally(() => podman.removeContainers());
    });
  }

  /** @param whileBothRun is called after a login */
  async function isGoverned(
    service: Image,
    prosodys: Image,
    whileBothRun: (running: { prosody: RunningProgram }) => Promise<void>,
  ): Promise<void> {
    const [http, directTls, health] = [await stablePort(), await stablePort(), await stablePort()];
    const database = await ownDatabase();
    const settings = {
      ...{ ...OWN_PORTS, MANAGEMENT_PORT: String(health) },
      ...{ DATABASE_URL: database.url, XMPP_DOMAIN: DOMAIN },
    };
    const connection = {
      CHAT_SERVER_URL: `http://127.0.0.1:${http}`,
      CHAT_SERVER_TOKEN: 'token-of-the-tests',
    };
    const migrate = service.run({ ...settings, API_INITIAL_SECRET: SECRET }, ['migrate']);
    expect([await migrate.ended(), migrate.output()]).toEqual([0, expect.any(String)]);
    const { password } = await prepare(unpacked.root, database.url, { http, directTls });
    const prosody = prosodys.run({ XMPP_DOMAIN: DOMAIN }, undefined, '/var/lib/prosody');
    await prosody.says(/Attached to the database of example\.org/);
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
    await whileBothRun({ prosody });
    expect([await api.stop(), await prosody.stop()]).toEqual([0, 0]);
    expect(prosody.output()).not.toContain(password);
    await database.drop();
  }
});

/** Secrets, certificate, role and ports, in the files of an unpacked image. */
async function prepare(
  root: string,
  url: string,
  { http, directTls }: { http: number; directTls: number },
): Promise<{ password: string }> {
  const secrets = await makeRole(await mkdtemp(join(root, '..', 'role-')), url);
  await mkdir(join(root, 'run/secrets'), { recursive: true });
  const { hostname, port, pathname } = new URL(url);
  const engine = `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=chat_engine password=${secrets.password}`;
  await writeFile(join(root, 'run/secrets/database'), `${engine}\n`);
  await writeFile(join(root, 'run/secrets/token'), 'token-of-the-tests\n');
  // as engines of containers do
  await writeFile(join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
  await writeFile(join(root, 'etc/resolv.conf'), 'nameserver 127.0.0.1\n');
  await certify(join(root, 'etc/prosody/certs'));
  await onPorts(root, http, directTls);
  return secrets;
}

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
    .replace(/(?<=^http_ports = )\{ \d+ \}/m, `{ ${http} }`)
    .replace(/(?<=^c2s_direct_tls_ports = )\{ \d+ \}/m, `{ ${directTls} }`)
    .replace(/\{ (5222|5281) \}/g, '{}');
  await writeFile(file, moved);
}
