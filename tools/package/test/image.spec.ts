import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { needsRoot } from '@chat-admin/debian-programs/suite-needs';
import { ARCHITECTURES } from '../src/node-runtime.js';
import type { Architecture } from '../src/node-runtime.js';
import { serviceAsImage } from '../src/oci-image.js';
import { architectureOf, ARTEFACTS, HERE, PROGRAM, VERSION } from './support/artefacts.js';
import { CONSOLE_WORKS, visitConsole } from './support/console-visit.js';
import { UnpackedImage } from './support/oci-archive.js';
import { ownDatabase } from './support/own-database.js';
import { OWN_PORTS } from './support/running-program.js';

const run = promisify(execFile);
const archiveFor = (architecture: Architecture) =>
  join(ARTEFACTS, `chat-admin-${VERSION}-${architecture}.oci.tar`);
const ARCHIVE = archiveFor(HERE);
const TRIPLES = { amd64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' };
const rooted = needsRoot(describe, 'The image') as typeof describe;

rooted('the image', () => {
  let folder: string;
  let unpacked: UnpackedImage;
  let database: Awaited<ReturnType<typeof ownDatabase>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-image-test-'));
    unpacked = await UnpackedImage.of(ARCHIVE, folder);
    database = await ownDatabase();
  });
  afterAll(async () => {
    await database?.drop();
    await rm(folder, { recursive: true });
  });

  const found = async (...words: string[]): Promise<readonly string[]> =>
    (await run('find', [unpacked.root, ...words])).stdout.split('\n').filter(Boolean);

  it('has the same bytes when it is built again', async () => {
    const again = await serviceAsImage({
      ...{ program: PROGRAM, version: VERSION, architecture: HERE, into: folder },
    });
    expect((await readFile(again)).equals(await readFile(ARCHIVE))).toBe(true);
    await rm(again);
  });

  it('says what it is, and is small', async () => {
    expect(unpacked.name).toBe(`chat-admin:${VERSION}`);
    const { config } = unpacked.image;
    expect(config.User).toBe('65532:65532');
    expect(config.Labels['org.opencontainers.image.version']).toBe(VERSION);
    expect(config.Labels['org.opencontainers.image.revision']).toMatch(/^[0-9a-f]{40}$/);
    expect((await stat(ARCHIVE)).size).toBeLessThan(80_000_000);
  });

  it.each(ARCHITECTURES)('is there for %s', async (architecture) => {
    const place = join(folder, architecture);
    const { image, root } = await UnpackedImage.of(archiveFor(architecture), place);
    const programs = ['usr/bin/node', `usr/lib/${TRIPLES[architecture]}/libstdc++.so.6`];
    const compiled = programs.map((path) => architectureOf(join(root, path)));
    expect([image.architecture, ...(await Promise.all(compiled))]).toEqual(
      Array(3).fill(architecture),
    );
    await rm(place, { recursive: true });
  });

  it('has no shell, nothing that gives rights, and one program', async () => {
    expect(await found('-name', '*sh', '-perm', '/111', '-type', 'f')).toEqual([]);
    expect(await found('-perm', '/6000')).toEqual([]);
    expect(await found('-name', 'hostname', '-o', '-name', 'resolv.conf')).toEqual([]);
    const programs = await found('-path', '*/bin/*', '-not', '-type', 'd');
    expect(programs.map((path) => path.replace(unpacked.root, ''))).toEqual(['/usr/bin/node']);
  });

  it('trusts the authorities of Debian', async () => {
    const file = join(unpacked.root, 'etc/ssl/certs/ca-certificates.crt');
    const count = (await readFile(file, 'utf8')).match(/BEGIN CERTIFICATE/g)!.length;
    expect(count).toBeGreaterThan(100);
  });

  it('prepares the database, serves as its user on a root that cannot be written, and stops with 0', async () => {
    const settings = { ...OWN_PORTS, DATABASE_URL: database.url };
    const initial = {
      ...{ API_INITIAL_SECRET: 'secret-of-the-tests', API_INITIAL_ADMIN_PASSWORD: 'p0-secret' },
      XMPP_DOMAIN: 'example.org',
    };
    expect(unpacked.image.config.Cmd).toEqual(['serve']);
    const migrate = unpacked.run({ ...settings, ...initial }, ['migrate']);
    expect([await migrate.ended(), migrate.output()]).toEqual([
      0,
      expect.stringContaining('The database is ready'),
    ]);
    const service = unpacked.run({ ...settings, API_HOST: '127.0.0.1', LEGACY_HOST: '127.0.0.1' });
    const url = await service.says(/(http:\S+\/restapi\/v1)/);
    const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
    expect(/^Uid:\s+(.*)$/m.exec(status)![1]!.split('\t')).toEqual(Array(4).fill('65532'));
    expect(/^NoNewPrivs:\s+(.*)$/m.exec(status)![1]).toBe('1');
    expect(/^CapEff:\s+(.*)$/m.exec(status)![1]).toMatch(/^0+$/);
    const headers = { authorization: 'secret-of-the-tests', 'content-type': 'application/json' };
    const body = JSON.stringify({ username: 'ann', password: 'p1-secret' });
    expect((await fetch(`${url}/users`, { method: 'POST', headers, body })).status).toBe(201);
    expect((await fetch(`${url}/users/ann`, { headers })).status).toBe(200);
    expect((await fetch(`${url}/docs/swagger-ui.css`)).status).toBe(200);
    expect(await visitConsole(url, 'admin', 'p0-secret')).toEqual(CONSOLE_WORKS);
    expect(await service.stop()).toBe(0);
  });
});
