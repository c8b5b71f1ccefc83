import { connect } from 'node:net';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { EmbeddedPostgres } from '@chat-admin/embedded-postgres/embedded-postgres';
import { startTemporaryPostgres } from '@chat-admin/embedded-postgres/temporary-postgres';
import pg from 'pg';
import { sharedSecret } from '../src/shared-secret.js';
import { Product } from './product.js';

const suite = await suiteNeeds(describe, 'npm start', ['prosody']);
const headers = { authorization: 'secret-of-the-tests' };

suite('npm start', () => {
  let product: Product;
  let api: string;
  let clients: { host: string; port: number };
  beforeAll(async () => {
    product = await Product.launch();
    const [, version, host, port] = await product.says(
      /^Chat server: Prosody (\S+) for example\.org, clients at (.*):(\d+), BOSH and WebSocket at http:\/\/127\.0\.0\.1:\d+$/m,
    );
    expect(version).toMatch(/^0\.12\./);
    clients = { host: host!, port: Number(port) };
    api = (await product.says(/The API listens on (\S+)/))[1]!;
    await product.says(/user service listens on/);
  });
  afterAll(() => product?.remove(), 60_000);

  const users = async () => (await fetch(`${api}/users`, { headers })).status;
  const legacy = async () => {
    const parameters = 'type=add&secret=secret-of-the-tests&username=ann&password=p1-secret';
    const old = api.replace('restapi/v1', 'userService/userservice');
    return (await fetch(`${old}?${parameters}`)).status;
  };
  const streams = () =>
    new Promise<boolean>((resolve, reject) => {
      const socket = connect(clients, () => {
        socket.destroy();
        resolve(true);
      }).once('error', reject);
    });

  const serves = () =>
    until(
      'API, user service and Prosody serve',
      async () => (await users()) === 200 && (await legacy()) === 200 && (await streams()),
    );

  it('serves', serves);

  it('prints the address of the console, which opens', async () => {
    const [, address] = await product.says(/^The console is at (http:\S+\/console\/)$/m);
    const page = await fetch(address!);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(await page.text()).toContain('<script type="module"');
  });

  it.each([
    ['PostgreSQL', 'bin/postgres'],
    ['The service', 'apps/serve/dist/bundle/serve.mjs'],
    ['Prosody', '/prosody.cfg.lua'],
  ])('recovers from kill -9 of a part: %s', async (name, command) => {
    process.kill(await product.part(command), 'SIGKILL');
    await product.says(new RegExp(`^${name} ended unexpectedly \\(signal SIGKILL\\)`, 'm'));
    await product.says(new RegExp(`^${name} is running again\\.$`, 'm'));
    await serves();
  });

  it('reports a running launcher on the same data, and nothing else', async () => {
    const second = await Product.launch({ DATA_DIR: product.directory, XMPP_CLIENT_PORT: 'many' });
    try {
      expect(await second.ended).toEqual({ code: 1, signal: null });
      expect(second.output).toMatch(
        /^Another launcher \(process \d+\) already runs on this data .* Stop it first\.\n$/,
      );
    } finally {
      await second.remove();
    }
  });

  it('prints its secret on request', async () => {
    expect(await sharedSecret({ DATA_DIR: product.directory })).toBe('secret-of-the-tests');
  });

  it('stops cleanly', async () => {
    expect(await product.stop()).toEqual({ code: 0, signal: null });
    expect(product.output).toMatch(/\nStopped\.\n$/);
  });
});

suite('npm start, with a database where Prosody cannot start', () => {
  let server: EmbeddedPostgres;
  let url: string;
  beforeAll(async () => {
    server = await startTemporaryPostgres();
    const admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
    await admin.query("create role maker createrole login password 'secret'");
    await admin.query('create database ours owner maker');
    // created by another role: maker may not alter it
    await admin.query('create role chat_engine_ours');
    await admin.end();
    const address = new URL(server.url);
    Object.assign(address, { username: 'maker', password: 'secret', pathname: '/ours' });
    url = address.href;
  });
  afterAll(() => server?.stop());

  it('continues without it', async () => {
    const product = await Product.launch({ DATABASE_URL: url });
    try {
      await product.says(
        /^Continuing without Prosody, which did not start: permission denied to alter role$/m,
      );
      const api = (await product.says(/The API listens on (\S+)/))[1]!;
      expect((await fetch(`${api}/users`, { headers })).status).toBe(200);
      expect(await product.stop()).toEqual({ code: 0, signal: null });
    } finally {
      await product.remove();
    }
  });

  it('fails if it is required', async () => {
    const product = await Product.launch({ DATABASE_URL: url, CHAT_SERVER: 'prosody' });
    try {
      expect(await product.ended).toEqual({ code: 1, signal: null });
      expect(product.output).toContain('Prosody did not start: permission denied to alter role');
    } finally {
      await product.remove();
    }
  });
});

describe('npm start, with settings that cannot be used', () => {
  it('exits with code 78 and the reasons', async () => {
    const product = await Product.launch({ XMPP_CLIENT_PORT: 'many', XMPP_HTTP_PORT: '99999' });
    try {
      expect(await product.ended).toEqual({ code: 78, signal: null });
      expect(product.output).toBe(
        [
          'The configuration is invalid:',
          '  XMPP_CLIENT_PORT: must be a port, 0 to 65535',
          '  XMPP_HTTP_PORT: must be a port, 0 to 65535',
          '',
        ].join('\n'),
      );
    } finally {
      await product.remove();
    }
  });
});
