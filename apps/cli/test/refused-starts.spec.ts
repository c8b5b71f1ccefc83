import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needsRoot } from '@chat-admin/debian-programs/suite-needs';
import { emptyDatabase, testDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { CommandProcess } from './support/command-process.js';

const PORTS = {
  ...{ API_PORT: '0', MANAGEMENT_PORT: '0', LEGACY_PORT: '0', LEGACY_MANAGEMENT_PORT: '0' },
};
const AS_NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

let folder: string;
let prepared: TestDatabase;
let empty: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-admin-refused-'));
  prepared = await testDatabase();
  empty = await emptyDatabase();
});
afterAll(async () => {
  await empty.drop();
  await prepared.drop();
  await rm(folder, { recursive: true });
});

const at = (url: string, database: string) => {
  const other = new URL(url);
  other.pathname = database;
  return other.href;
};

/** How a service ends that does not start: with nothing but its reason at the end. */
async function refused(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  before: readonly string[] = [],
): Promise<string> {
  const settings = { ...PORTS, DATABASE_URL: prepared.url, LOG_LEVEL: 'silent', ...environment };
  const service = CommandProcess.run(words, settings, '', before);
  expect(await service.ended).toBe(78);
  expect(service.output).not.toMatch(/^\s+at |hidden/m);
  return service.output.replace(/^[^]*(?=The configuration is invalid:)/, '').trim();
}
const fault = (text: string) => `The configuration is invalid:\n  ${text}`;

describe.each(['serve', 'start'])('%s ends with 78 and says what to do about', (name) => {
  /** `start` with a folder of its own */
  const reason = (environment: NodeJS.ProcessEnv, before?: readonly string[]) =>
    refused([name], { DATA_DIR: folder, CHAT_SERVER: 'none', ...environment }, before);

  it('a service link of Kubernetes', async () => {
    expect(await reason({ API_PORT: 'tcp://10.0.0.1:9090' })).toBe(
      fault('API_PORT: looks like a Kubernetes service link; set enableServiceLinks: false'),
    );
  });

  it('a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const told = await reason({ API_PORT: String(port) });
    other.close();
    expect(told).toMatch(
      new RegExp(
        `^${fault(`API_PORT: ${port} on 127\\.0\\.0\\.1 is in use by \\S.* \\(process ${process.pid}\\); stop that, or choose another port`)}$`,
      ),
    );
  });

  it('an address of another machine', async () => {
    expect(await reason({ API_HOST: '192.0.2.1' })).toBe(
      fault(
        'API_HOST: 192.0.2.1 is no address of this machine; set it to one, or to 0.0.0.0 for all',
      ),
    );
  });

  const rooted = needsRoot(it, 'another account') as typeof it;
  rooted('a port that wants a right', async () => {
    expect(
      await reason({ API_PORT: '443', DATA_DIR: join(tmpdir(), 'of-nobody') }, AS_NOBODY),
    ).toBe(
      fault('API_PORT: 443 needs CAP_NET_BIND_SERVICE; choose a port from 1024 on, behind a proxy'),
    );
  });

  it('a database that is not there', async () => {
    expect(await reason({ DATABASE_URL: at(prepared.url, 'nowhere') })).toBe(
      fault(
        `DATABASE_URL: there is no database "nowhere"; as a superuser: create database "nowhere" encoding 'UTF8' template template0`,
      ),
    );
  });

  it('a right that is missing', async () => {
    expect(await reason({ DATABASE_URL: empty.appUrl })).toBe(
      fault(
        `DATABASE_URL: a right is missing; as its owner: grant usage, create on schema public to "chat_admin_services"`,
      ),
    );
  });

  it('a table of something else', async () => {
    const other = await emptyDatabase();
    const client = new pg.Client({ connectionString: other.url });
    await client.connect();
    await client.query('create table account (number integer)');
    await client.end();
    const told = await reason({ DATABASE_URL: other.url });
    await other.drop();
    expect(told).toBe(
      fault('DATABASE_URL: holds a table "account" of something else: use a database of its own'),
    );
  });
});

const rooted = needsRoot(describe, 'a read-only file system') as typeof describe;

rooted('start', () => {
  it('names DATA_DIR on a file system that is read-only', async () => {
    const place = join(folder, 'read-only');
    await mkdir(place);
    const mounted = `mount --bind ${place} ${place} && mount -o remount,ro,bind ${place} && exec "$@"`;
    const before = ['unshare', '--mount', 'sh', '-c', mounted, 'sh'];
    const environment = { DATA_DIR: join(place, 'data'), DATABASE_URL: undefined };
    expect(await refused(['start'], environment, before)).toBe(
      fault(
        `DATA_DIR: ${place}/data cannot be written (read-only file system); set it to a writable folder`,
      ),
    );
  });
});
