import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManagementListener } from '@chat-admin/server/process/management-listener';
import { ListenerTls } from '@chat-admin/server/process/listener-tls';
import { run } from './support/command-world.js';

const checks = {
  startup: () => null,
  liveness: () => null,
  remark: () => null,
  readiness: () => Promise.resolve(null),
};
const metrics = { text: () => Promise.resolve(''), contentType: 'text/plain' };
const log = { info: () => undefined, error: () => undefined };

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'health-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const place = (name: string) => join(folder, name);

function makePair(name: string, signer: readonly string[] = []): void {
  const files = ['-keyout', place(`${name}.key`), '-out', place(`${name}.pem`)];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const words = ['req', '-x509', ...kind, '-subj', `/CN=${name}`, ...signer, ...files];
  execFileSync('openssl', words, { stdio: 'pipe' });
}

const TOKEN = 'Authorization: Bearer token-of-the-tests';

async function listening<T>(
  host: string,
  tls: ListenerTls | null,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const protection = { tls, token: () => 'token-of-the-tests', warn: () => undefined };
  const listener = new ManagementListener(checks, metrics, protection);
  const url = await listener.listen(host, 0);
  try {
    return await work(url);
  } finally {
    await listener.close();
  }
}

it('health asks over TLS, with a certificate where clients need one', async () => {
  makePair('authority');
  makePair('own', ['-CA', place('authority.pem'), '-CAkey', place('authority.key')]);
  makePair('other');
  const tls = ListenerTls.open(
    {
      prefix: 'MANAGEMENT_TLS',
      certFile: place('own.pem'),
      keyFile: place('own.key'),
      clientCaFile: place('authority.pem'),
    },
    log,
  );
  await listening('127.0.0.1', tls, async (url) => {
    const environment = {
      MANAGEMENT_PORT: new URL(url).port,
      MANAGEMENT_TLS_CERT_FILE: place('own.pem'),
      MANAGEMENT_TLS_KEY_FILE: place('own.key'),
      MANAGEMENT_TLS_CLIENT_CA_FILE: place('authority.pem'),
    };
    expect(await run('health', environment)).toMatchObject({ code: 0, out: 'ok\n' });
    expect(await run('health --ready', environment)).toMatchObject({ code: 0, out: 'ok\n' });
    const others = {
      ...environment,
      MANAGEMENT_TLS_CERT_FILE: place('other.pem'),
      MANAGEMENT_TLS_KEY_FILE: place('other.key'),
    };
    expect((await run('health', others)).code).toBe(1);
  });
});

it('health does not take the certificate of another program', async () => {
  makePair('mine');
  makePair('theirs');
  const files = {
    prefix: 'MANAGEMENT_TLS',
    certFile: place('theirs.pem'),
    keyFile: place('theirs.key'),
    clientCaFile: null,
  };
  await listening('127.0.0.1', ListenerTls.open(files, log), async (url) => {
    const { code, out } = await run('health', {
      MANAGEMENT_PORT: new URL(url).port,
      MANAGEMENT_TLS_CERT_FILE: place('mine.pem'),
      MANAGEMENT_TLS_KEY_FILE: place('mine.key'),
    });
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringContaining('another certificate than MANAGEMENT_TLS_CERT_FILE') as string,
    });
  });
});

it('health asks a socket of Unix', async () => {
  const host = `unix:${place('management.sock')}`;
  await listening(host, null, async (url) => {
    expect(url).toBe(host);
    expect(await run('health', { MANAGEMENT_HOST: host })).toMatchObject({ code: 0 });
  });
  const { code, out } = await run('health', { MANAGEMENT_HOST: host });
  expect({ code, out }).toEqual({ code: 1, out: `${host} /livez: ENOENT\n` });
});

it.each([
  ['a second Host', 'GET /livez HTTP/1.1', ['Host: a', 'Host: a'], 400],
  ['a host that cannot be read', 'GET /livez HTTP/1.1', ['Host: a/b'], 400],
  ['a target that cannot be read', 'GET http://[/livez HTTP/1.1', ['Host: a'], 400],
  ['an absolute target', 'GET http://a/livez HTTP/1.1', ['Host: a'], 200],
  ['another expectation', 'GET /livez HTTP/1.1', ['Host: a', 'Expect: nonsense'], 417],
  ['no Host', 'GET /livez HTTP/1.1', [], 400],
  ['HTTP/2.0', 'GET /livez HTTP/2.0', ['Host: a'], 505],
  ['HTTP/3.0', 'GET /livez HTTP/3.0', ['Host: a'], 505],
  ['a second Authorization', 'GET /metrics HTTP/1.1', ['Host: a', TOKEN, TOKEN], 401],
  ['one Authorization', 'GET /metrics HTTP/1.1', ['Host: a', TOKEN], 200],
])('the management listener answers %s', async (_what, line, headers, status) => {
  await listening('127.0.0.1', null, async (url) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write([line, ...headers, 'Connection: close', '', ''].join('\r\n'));
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });
});
