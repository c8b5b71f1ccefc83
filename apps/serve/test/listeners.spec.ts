import { once } from 'node:events';
import { X509Certificate } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { Agent } from 'node:https';
import { connect as connectPlain, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { until } from '@chat-admin/debian-programs/until';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { makePair } from './support/certificates.js';
import type { Pair } from './support/certificates.js';
import { SECRET, send, Service } from './support/service.js';

const ROOT = '/plugins/restapi/v1';
const headers = { authorization: SECRET, accept: 'application/json' };

let database: TestDatabase;
let folder: string;
let service: Service;
beforeEach(async () => {
  database = await emptyDatabase();
  folder = mkdtempSync(join(tmpdir(), 'listeners-'));
});
afterEach(async () => {
  await service.stop();
  await database.drop();
  rmSync(folder, { recursive: true });
});

function tlsOf(prefix: string, { cert, key }: Pair): Record<string, string> {
  return { [`${prefix}_TLS_CERT_FILE`]: cert, [`${prefix}_TLS_KEY_FILE`]: key };
}

/** The certificate that a new connection is shown. */
async function shown(url: string): Promise<string> {
  const { hostname: host, port } = new URL(url);
  const socket = connect({ host, port: Number(port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

const fingerprint = (file: string) => new X509Certificate(readFileSync(file)).fingerprint256;

describe('TLS', () => {
  it('of all listeners: a new pair is taken up under load, a broken one is refused', async () => {
    const [first, second, third] = ['one', 'two', 'three'].map((name) => makePair(folder, name));
    const used = { cert: join(folder, 'used.pem'), key: join(folder, 'used.key') };
    const put = ({ cert, key }: { cert: string; key: string }) => {
      for (const [from, to] of [
        [cert, used.cert],
        [key, used.key],
      ] as const) {
        copyFileSync(from, `${to}.new`);
        renameSync(`${to}.new`, to);
      }
    };
    put(first!);
    const all = ['API', 'LEGACY', 'MANAGEMENT', 'LEGACY_MANAGEMENT'].map((one) => tlsOf(one, used));
    service = await Service.launch(
      Object.assign({ DATABASE_URL: database.url }, ...all) as Record<string, string>,
    ).ready();
    const api = service.said(/The API listens on (https:\S+)/);
    const management = service.said(/^Probes and metrics: (https:\S+)\/readyz/m);
    const legacy = service.said(/user service listens on (https:\S+)/);
    expect((await send(`${management}/readyz`)).status).toBe(200);
    const add = `type=add&secret=${SECRET}&username=ann&password=p1-secret`;
    const forwarded = api.replace('restapi/v1', 'userService/userservice');
    expect((await send(`${forwarded}?${add}`)).status).toBe(200);
    expect((await send(`${legacy}?type=delete&secret=${SECRET}&username=ann`)).status).toBe(200);
    expect(await shown(api)).toBe(fingerprint(first!.cert));

    const kept = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
    let answered = 0;
    let isOver = false;
    const load = async (agent?: Agent) => {
      while (!isOver) {
        const options = agent === undefined ? { headers } : { headers, agent };
        expect((await send(`${api}/users?limit=1`, options)).status).toBe(200);
        answered += 1;
      }
    };
    const loads = [load(kept), load()];
    put(second!);
    for (const url of [api, management, legacy])
      await until(
        'the new certificate is shown',
        async () => (await shown(url)) === fingerprint(second!.cert),
      );

    copyFileSync(third!.key, used.key);
    await until('the broken pair is refused', () =>
      Promise.resolve(service.messages('error').length >= 4),
    );
    expect(await shown(api)).toBe(fingerprint(second!.cert));
    service.child.kill('SIGHUP');
    await until('SIGHUP is heard', () => Promise.resolve(service.output.includes('read again')));
    const refusals = ['API', 'LEGACY', 'MANAGEMENT', 'LEGACY_MANAGEMENT'].map(
      (one) =>
        `${one}_TLS_KEY_FILE: the key does not fit the certificate; the certificate in use stays`,
    );
    expect([...service.messages('error')].sort()).toEqual(refusals.sort());
    put(third!);
    await until('the third is shown', async () => (await shown(api)) === fingerprint(third!.cert));
    const before = answered;
    await until('the load goes on', () => Promise.resolve(answered > before + 5));
    isOver = true;
    await Promise.all(loads);
    kept.destroy();
    const { text } = await send(`${management}/metrics`);
    for (const listener of ['service', 'management'])
      expect(text).toMatch(
        new RegExp(
          `^chat_admin_tls_not_after_timestamp_seconds\\{listener="${listener}"\\} \\d{10}$`,
          'm',
        ),
      );
  });

  it('an upgrade that is put aside, and a broken request, are answered', async () => {
    const pair = makePair(folder, 'one');
    service = await Service.launch({ DATABASE_URL: database.url, ...tlsOf('API', pair) }).ready();
    const { hostname: host, port } = new URL(service.said(/The API listens on (https:\S+)/));
    const exchange = async (text: string) => {
      const socket = connect({ host, port: Number(port), rejectUnauthorized: false });
      let got = '';
      socket.setEncoding('utf8').on('data', (more: string) => (got += more));
      socket.write(text);
      await once(socket, 'close');
      return got;
    };
    const head = `GET ${ROOT}/system/properties HTTP/1.1\r\nHost: a\r\nAuthorization: ${SECRET}\r\n`;
    const upgrade = `${head}Connection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`;
    expect(await exchange(upgrade)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await exchange('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('takes suites with ECDHE and AEAD alone, says so to browsers, and warns of an open key', async () => {
    const pair = makePair(folder, 'one', undefined, 'rsa');
    chmodSync(pair.key, 0o644);
    service = await Service.launch({ DATABASE_URL: database.url, ...tlsOf('API', pair) }).ready();
    const api = service.said(/The API listens on (https:\S+)/);
    const { hostname: host, port } = new URL(api);
    const suite = (ciphers: string) =>
      new Promise<string>((resolve) => {
        const options = { host, port: Number(port), rejectUnauthorized: false, ciphers };
        const socket = connect({ ...options, maxVersion: 'TLSv1.2' });
        socket.once('error', () => resolve('refused'));
        socket.once('secureConnect', () => {
          resolve(socket.getCipher().name);
          socket.destroy();
        });
      });
    for (const weak of ['AES128-SHA', 'AES256-GCM-SHA384', 'ECDHE-RSA-AES128-SHA'])
      expect([weak, await suite(weak)]).toEqual([weak, 'refused']);
    const good = 'ECDHE-RSA-AES128-GCM-SHA256';
    expect(await suite(good)).toBe(good);
    const origin = new URL(api).origin;
    for (const path of [`${ROOT}/users`, `${ROOT}/nothing`, '/console/', '/plugins/userService'])
      expect((await send(origin + path)).headers['strict-transport-security']).toMatch(/^max-age=/);
    const legacy = service.said(/user service listens on (http:\S+)/);
    expect((await send(legacy)).headers['strict-transport-security']).toBeUndefined();
    expect(service.messages('warn')).toContain(
      'API_TLS_KEY_FILE: everyone on this machine may read or change the key',
    );
  });

  it('whoever holds a connection without a request does not keep the process from stopping', async () => {
    const pair = makePair(folder, 'one');
    service = await Service.launch({ DATABASE_URL: database.url, ...tlsOf('API', pair) }).ready();
    const addressOf = (url: string) => {
      const { hostname: host, port } = new URL(url);
      return { host, port: Number(port), rejectUnauthorized: false };
    };
    const api = addressOf(service.said(/The API listens on (https:\S+)/));
    const userService = addressOf(service.said(/user service listens on (\S+)/));
    const greeted = connect(api);
    const silent = [connectPlain(api), connectPlain(userService)];
    await Promise.all([
      once(greeted, 'secureConnect'),
      ...silent.map((socket) => once(socket, 'connect')),
    ]);
    for (const socket of [greeted, ...silent]) socket.on('error', () => undefined);
    const ended = once(service.child, 'close');
    service.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it.each([
    [{}, 'API_TLS_KEY_FILE: must be set together with API_TLS_CERT_FILE'],
    [{ API_TLS_KEY_FILE: '/nowhere' }, 'API_TLS_KEY_FILE: the file cannot be read (ENOENT)'],
    [{ API_TLS_KEY_FILE: 'other' }, 'API_TLS_KEY_FILE: the key does not fit the certificate'],
    [{ API_TLS_KEY_FILE: 'cert' }, 'API_TLS_KEY_FILE: holds no key in PEM without a passphrase'],
  ])('that cannot be used ends the start: %j', async (given, fault) => {
    const { cert } = makePair(folder, 'one');
    const files: Record<string, string> = { other: makePair(folder, 'two').key, cert };
    const settings = Object.fromEntries(
      Object.entries(given).map(([name, file]) => [name, files[file] ?? file]),
    );
    service = Service.launch({
      DATABASE_URL: database.url,
      API_TLS_CERT_FILE: cert,
      ...settings,
    });
    expect(await once(service.child, 'close')).toEqual([78, null]);
    expect(service.output).toContain(`  ${fault}\n`);
  });
});

describe('the management listener', () => {
  it('refuses clients without a certificate of the authority', async () => {
    const authority = makePair(folder, 'authority');
    const [own, client] = [makePair(folder, 'own', authority), makePair(folder, 'c', authority)];
    service = await Service.launch({
      DATABASE_URL: database.url,
      ...tlsOf('MANAGEMENT', own),
      MANAGEMENT_TLS_CLIENT_CA_FILE: authority.cert,
    }).ready();
    const management = service.said(/^Probes and metrics: (https:\S+)\/readyz/m);
    await expect(send(`${management}/livez`)).rejects.toThrow();
    const stranger = makePair(folder, 'stranger');
    const as = (pair: Pair) => ({ cert: readFileSync(pair.cert), key: readFileSync(pair.key) });
    await expect(send(`${management}/livez`, as(stranger))).rejects.toThrow();
    expect((await send(`${management}/livez`, as(client))).status).toBe(200);
  });

  it('wants the token for metrics, and a new one after SIGHUP', async () => {
    const file = join(folder, 'token');
    writeFileSync(file, 'token-of-the-tests\n');
    service = await Service.launch({
      DATABASE_URL: database.url,
      MANAGEMENT_TOKEN_FILE: file,
      MANAGEMENT_HOST: '0.0.0.0',
      LEGACY_MANAGEMENT_HOST: '0.0.0.0',
    }).ready();
    const management = service
      .said(/^Probes and metrics: (http:\S+)\/readyz/m)
      .replace('0.0.0.0', '127.0.0.1');
    const metrics = async (token: string) =>
      (await send(`${management}/metrics`, { headers: { authorization: `Bearer ${token}` } }))
        .status;
    expect((await send(`${management}/readyz`)).status).toBe(200);
    expect((await send(`${management}/metrics`)).status).toBe(401);
    expect(await metrics('token-of-the-testz')).toBe(401);
    expect(await metrics('token-of-the-tests')).toBe(200);
    writeFileSync(file, 'another-token\n');
    service.child.kill('SIGHUP');
    await until('the new token counts', async () => (await metrics('another-token')) === 200);
    expect(await metrics('token-of-the-tests')).toBe(401);
    writeFileSync(file, 'short\n');
    service.child.kill('SIGHUP');
    await until('it is refused', () =>
      Promise.resolve(service.messages('error').some((text) => text.includes('MANAGEMENT_TOKEN'))),
    );
    expect(await metrics('another-token')).toBe(200);
    expect(service.output).not.toMatch(/token-of|another-token|short/);
    // the listener of the user service has no token
    expect(service.messages('warn')).toEqual([
      'The management listener on 0.0.0.0 answers everybody: set a token, or client certificates',
    ]);
  });
});

it('SIGHUP takes over a new password of the database', async () => {
  const file = join(folder, 'url');
  const role = `renewed_${process.pid}_${Date.now()}`;
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(`create role ${role} login superuser password 'first-password'`);
    const write = (password: string) => {
      const url = new URL(database.url);
      url.username = role;
      url.password = password;
      writeFileSync(file, url.href);
    };
    write('first-password');
    service = await Service.launch({ DATABASE_URL_FILE: file }).ready();
    const api = service.said(/The API listens on (\S+)/);
    await client.query(`alter role ${role} password 'second-password'`);
    write('second-password');
    service.child.kill('SIGHUP');
    await until('SIGHUP is heard', () => Promise.resolve(service.output.includes('read again')));
    await client.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = $1`,
      [role],
    );
    await until(
      'it is served again',
      async () => (await send(`${api}/users`, { headers })).status === 200,
    );
    await service.stop();
    await client.query(`reassign owned by ${role} to current_user; drop owned by ${role}`);
  } finally {
    await client.query(`drop role if exists ${role}`).catch(() => undefined);
    await client.end();
  }
});

describe('sockets of Unix', () => {
  const socketOf = (name: string) => join(folder, `${name}.sock`);
  const hosts = () => ({
    API_HOST: `unix:${socketOf('api')}`,
    MANAGEMENT_HOST: `unix:${socketOf('management')}`,
    LEGACY_HOST: `unix:${socketOf('legacy')}`,
    LEGACY_MANAGEMENT_HOST: `unix:${socketOf('legacy-management')}`,
  });
  const ask = (name: string, path: string, more: Record<string, string> = {}, method = 'GET') =>
    send(`http://chat.example${path}`, {
      socketPath: socketOf(name),
      method,
      headers: { ...headers, ...more },
    });

  it('on all listeners, with proxies and address lists, and a stale file', async () => {
    const stale = createServer().listen(socketOf('api'));
    await once(stale, 'listening');
    renameSync(socketOf('api'), socketOf('kept'));
    stale.close();
    await once(stale, 'close');
    renameSync(socketOf('kept'), socketOf('api'));
    const environment = { DATABASE_URL: database.url, API_TRUSTED_PROXIES: 'unix', ...hosts() };
    service = await Service.launch(environment).ready();
    for (const name of ['api', 'management', 'legacy', 'legacy-management'])
      expect(statSync(socketOf(name)).mode & 0o777).toBe(0o660);
    expect(service.said(/The API listens on (\S+)/)).toBe(`unix:${socketOf('api')}`);
    expect((await ask('management', '/readyz')).text).toBe('ok\n');
    expect((await ask('legacy-management', '/livez')).text).toBe('ok\n');
    const add = `type=add&secret=${SECRET}&username=ann&password=p1-secret`;
    const from = { 'x-forwarded-for': '192.0.2.7' };
    expect((await ask('api', `/plugins/userService/userservice?${add}`, from)).status).toBe(200);
    expect((await ask('api', `${ROOT}/users/ann`)).status).toBe(200);
    const second = Service.launch(environment);
    expect((await once(second.child, 'close'))[0]).not.toBe(0);
    expect((await ask('api', `${ROOT}/users/ann`)).status).toBe(200);

    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ details: string }>(
      `select details from audit_entry where username = 'userservice'`,
    );
    expect(rows).toEqual([{ details: expect.stringMatching(/address=192\.0\.2\.7/) as string }]);
    await client.query(
      `insert into system_property (key, value) values ('plugin.restapi.allowedIPs', '192.0.2.7')
       on conflict (key) do update set value = excluded.value`,
    );
    await client.end();
    await until(
      'the list holds',
      async () => (await ask('api', `${ROOT}/users/ann`)).status === 401,
    );
    expect((await ask('api', `${ROOT}/users/ann`, from)).status).toBe(200);
    expect((await ask('api', `${ROOT}/users/ann`, { 'x-forwarded-for': '192.0.2.8' })).status).toBe(
      401,
    );
    await service.stop();
    expect(existsSync(socketOf('api'))).toBe(false);
  });
});
