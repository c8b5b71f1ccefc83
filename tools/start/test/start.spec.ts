import { connect } from 'node:net';
import { suiteNeeds } from '@chat/debian-programs/suite-needs';
import { until } from '@chat/debian-programs/until';
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
  }, 180_000);
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

  it.each([
    ['PostgreSQL', 'bin/postgres'],
    ['The API', 'apps/api/dist/main.js'],
    ['Prosody', '/prosody.cfg.lua'],
    ['The user service', 'apps/legacy-userservice/dist/main.js'],
  ])('heals after kill -9 of a part, in its place: %s', async (name, command) => {
    process.kill(await product.part(command), 'SIGKILL');
    await product.says(new RegExp(`^${name} ended by itself \\(signal SIGKILL\\)`, 'm'));
    await product.says(new RegExp(`^${name} runs again\\.$`, 'm'));
    await serves();
  });

  it('stops in order', async () => {
    expect(await product.stop()).toEqual({ code: 0, signal: null });
  });
});

describe('npm start, with settings that cannot be used', () => {
  it('ends with code 78 and says why', async () => {
    const product = await Product.launch({ CHAT_SERVER: 'prosody', XMPP_CLIENT_PORT: 'many' });
    try {
      expect(await product.ended).toEqual({ code: 78, signal: null });
      expect(product.output).toContain('XMPP_CLIENT_PORT: it must be a port, 0 to 65535');
    } finally {
      await product.remove();
    }
  }, 120_000);
});
