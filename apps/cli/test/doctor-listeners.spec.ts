import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as passOn } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { chmodSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createSilentServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServe } from '@chat-admin/serve/serve';
import { loadServeConfig } from '@chat-admin/serve/config';
import { TEST_DOMAIN, testDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import { CHECKS } from '../src/commands/doctor/checks.js';
import { examine } from '../src/commands/doctor/run.js';
import { Deployment } from '../src/commands/doctor/deployment.js';

const LISTENERS = CHECKS.filter(({ code }) => code.startsWith('listeners/'));
const DAY_MS = 86_400_000;

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-admin-listeners-'));
  database = await testDatabase();
  pair('one', 30);
  pair('other', 30);
  pair('nobody', 30, []);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** A certificate and a key. */
function pair(name: string, days: number, names = [`DNS:${name}.test`, 'IP:192.0.2.7']): void {
  const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.pem`)];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const words = ['req', '-x509', ...key, '-days', String(days), '-subj', `/CN=${name}`, ...files];
  if (names.length > 0) words.push('-addext', `subjectAltName=${names.join()}`);
  execFileSync('openssl', words, { stdio: 'pipe' });
}

const tls = (prefix: string, cert: string, key = cert) => ({
  [`${prefix}_TLS_CERT_FILE`]: join(folder, `${cert}.pem`),
  [`${prefix}_TLS_KEY_FILE`]: join(folder, `${key}.key`),
});
const settings = (more: NodeJS.ProcessEnv) => ({
  ...{ DATABASE_URL: database.appUrl, XMPP_DOMAIN: TEST_DOMAIN, LOG_LEVEL: 'silent' },
  API_HOST: `unix:${join(folder, 'api.sock')}`,
  MANAGEMENT_HOST: `unix:${join(folder, 'management.sock')}`,
  LEGACY_HOST: `unix:${join(folder, 'legacy.sock')}`,
  LEGACY_MANAGEMENT_HOST: `unix:${join(folder, 'legacy-management.sock')}`,
  ...more,
});

async function diagnoses(environment: NodeJS.ProcessEnv, now = Date.now()) {
  const deployment = new Deployment(environment, { url: database.appUrl }, () => now);
  const all = await examine(deployment, LISTENERS);
  return Object.fromEntries(all.map((found) => [found.code.slice(10), found]));
}

async function findings(environment: NodeJS.ProcessEnv, now = Date.now()) {
  const all = Object.entries(await diagnoses(environment, now));
  return Object.fromEntries(all.map(([name, { level, sentence }]) => [name, [level, sentence]]));
}

it('knows our listeners on sockets of Unix and with TLS, also where clients need a certificate', async () => {
  const environment = settings({
    ...tls('API', 'one'),
    ...tls('MANAGEMENT', 'one'),
    MANAGEMENT_TLS_CLIENT_CA_FILE: join(folder, 'one.pem'),
  });
  expect((await findings(environment))['api']).toEqual([
    'ok',
    `unix:${folder}/api.sock is free: nothing listens there`,
  ]);
  const app = await createServe(loadServeConfig(environment));
  await app.listen();
  try {
    expect(await findings(environment)).toMatchObject({
      api: ['ok', `chat-admin listens on unix:${folder}/api.sock with TLS`],
      'api-management': ['ok', `chat-admin listens on unix:${folder}/management.sock with TLS`],
      userservice: ['ok', `chat-admin listens on unix:${folder}/legacy.sock`],
      'userservice-management': [
        'ok',
        `chat-admin listens on unix:${folder}/legacy-management.sock`,
      ],
      certificates: ['ok', expect.stringContaining('for one.test, 192.0.2.7 and expires')],
    });
    const renewed = await findings({ ...environment, ...tls('API', 'other') });
    expect(renewed['api']).toEqual([
      'fault',
      `unix:${folder}/api.sock shows another certificate than API_TLS_CERT_FILE: the service has not taken it up`,
    ]);
    const inParts = new Deployment(
      { ...environment, ...tls('API', 'other') },
      { url: database.appUrl },
      Date.now,
      undefined,
      { installation: 'debian', hasSystemd: true, lineages: '/nowhere', hasNginx: false },
    );
    inParts.runningUnits = () => Promise.resolve(['chat-admin-api', 'chat-admin-userservice']);
    const [found] = await examine(
      inParts,
      LISTENERS.filter(({ code }) => code === 'listeners/api'),
    );
    expect(found!.remedy!.text).toBe('systemctl reload chat-admin-api chat-admin-userservice');
  } finally {
    await app.close();
  }
});

it('examines what the address for clients shows', async () => {
  const proxy = createTls({
    cert: readFileSync(join(folder, 'one.pem')),
    key: readFileSync(join(folder, 'one.key')),
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const shown = async (url: string, more: NodeJS.ProcessEnv = {}, days = 0) =>
    (await findings(settings({ API_PUBLIC_URL: url, ...more }), Date.now() + days * DAY_MS))[
      'public-url'
    ];
  const url = `https://localhost:${port}`;
  expect(await shown(url)).toEqual([
    'fault',
    `The certificate at localhost:${port} is for one.test, IP Address:192.0.2.7, not for localhost`,
  ]);
  expect(await shown(url, {}, 40)).toEqual(['fault', expect.stringContaining('expired on')]);
  proxy.close();
  expect(await shown(url)).toEqual(['fault', expect.stringContaining('which is this machine')]);
  const plain = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const plainUrl = `https://127.0.0.1:${(plain.address() as AddressInfo).port}`;
  expect(await shown(plainUrl)).toEqual([
    'fault',
    expect.stringMatching(/^Browsers cannot connect/),
  ]);
  plain.close();
  expect(await shown('http://localhost')).toEqual(['skipped', expect.stringContaining('TLS')]);
  expect(await shown('')).toEqual(['skipped', 'API_PUBLIC_URL is not set']);
});

it('examines where the address for clients leads', async () => {
  pair('local', 30, ['DNS:localhost']);
  const [cert, key] = ['local.pem', 'local.key'].map((name) => readFileSync(join(folder, name)));
  const environment = settings({ NODE_EXTRA_CA_CERTS: join(folder, 'local.pem') });
  const app = await createServe(loadServeConfig(environment));
  await app.listen();
  let target = join(folder, 'api.sock');
  const proxy = createHttps({ cert, key }, ({ url, headers }, response) => {
    const passed = passOn({ socketPath: target, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.writeHead(502).end());
    passed.end();
  }).listen(0, 'localhost');
  await once(proxy, 'listening');
  try {
    const { port } = proxy.address() as AddressInfo;
    const url = `https://localhost:${port}`;
    const shown = async () =>
      (await findings({ ...environment, API_PUBLIC_URL: `${url}/` }))['public-url'];
    expect(await shown()).toEqual(['ok', expect.stringContaining('is for localhost')]);
    target = join(folder, 'nowhere.sock');
    expect(await shown()).toEqual([
      'fault',
      `Browsers get 502 at localhost:${port}, and not from chat-admin: the proxy has to lead to unix:${folder}/api.sock, where the service has to run`,
    ]);
  } finally {
    proxy.close();
    await app.close();
  }
});

it('tells somebody else’s socket', async () => {
  const path = join(folder, 'taken.sock');
  const server = createServer((_, response) => response.end('hello')).listen(path);
  await new Promise((resolve) => server.once('listening', resolve));
  const found = await findings(settings({ API_HOST: `unix:${path}` }));
  expect(found['api']).toEqual(['fault', `unix:${path} is taken by another program`]);
  server.close();
});

const silent = async (port: number): Promise<Server> => {
  const server = createSilentServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

/** Of programs that wait to be asked in another protocol, on two ports, one after the other. */
async function silentNeighbours(): Promise<readonly [Server, Server]> {
  for (;;) {
    const first = await silent(0);
    const second = await silent((first.address() as AddressInfo).port + 1).catch(() => null);
    if (second !== null) return [first, second];
    first.close();
  }
}

it('tells a port that is taken by a program that does not answer, and one that is free', async () => {
  const servers = await silentNeighbours();
  const [port, next] = servers.map((server) => (server.address() as AddressInfo).port) as [
    number,
    number,
  ];
  const environment = settings({ API_HOST: '127.0.0.1', API_PORT: String(port) });
  const found = await diagnoses(environment);
  for (const server of servers) server.close();
  expect(found['api']).toMatchObject({
    level: 'fault',
    sentence: expect.stringMatching(
      new RegExp(
        `^127\\.0\\.0\\.1:${port} is taken by \\S+ \\(process ${process.pid}\\), which does not answer$`,
      ),
    ),
  });
  const [, free] = /^API_PORT=(\d+)$/.exec(found['api']!.remedy!.text)!;
  expect(Number(free)).toBeGreaterThan(next);
});

it('tells certificates that do not fit or expire', async () => {
  const certificate = async (more: NodeJS.ProcessEnv, days = 0) =>
    (await findings(settings(more), Date.now() + days * DAY_MS))['certificates'];
  expect(await certificate(tls('API', 'one', 'other'))).toEqual([
    'fault',
    expect.stringContaining('API_TLS'),
  ]);
  expect(await certificate(tls('LEGACY', 'one'), 20)).toEqual([
    'warning',
    expect.stringMatching(/^the certificate of LEGACY_TLS_CERT_FILE expires on/),
  ]);
  expect(await certificate(tls('LEGACY', 'one'), 40)).toEqual([
    'fault',
    expect.stringMatching(/^the certificate of LEGACY_TLS_CERT_FILE expired on/),
  ]);
  expect(await certificate(tls('LEGACY', 'nobody'))).toEqual([
    'warning',
    'the certificate of LEGACY_TLS_CERT_FILE is for no host: without subjectAltName clients refuse it',
  ]);
  chmodSync(join(folder, 'one.key'), 0o604);
  expect(await certificate(tls('LEGACY', 'one'))).toEqual([
    'warning',
    'LEGACY_TLS_KEY_FILE: everyone on this machine may read or change the key',
  ]);
  chmodSync(join(folder, 'one.key'), 0o600);
  expect(await certificate({})).toEqual(['skipped', 'No listener speaks TLS']);
});
