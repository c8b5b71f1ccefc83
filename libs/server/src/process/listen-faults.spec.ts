import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { ConfigurationFaults } from '@chat-admin/configuration/load-config';
import { listenFault } from './listen-faults.js';

const address = (host: string, port: number) => ({
  ...{ hostSetting: 'API_HOST', portSetting: 'API_PORT' },
  ...{ host, port },
});

/** What listening there fails with. */
async function failure(host: string, port: number): Promise<unknown> {
  const server = createServer();
  const failed = once(server, 'error').then(([error]) => error as unknown);
  server.listen(port, host);
  return failed;
}

it('names who listens on the port', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const fault = listenFault(await failure('127.0.0.1', port), address('127.0.0.1', port));
    expect((fault as ConfigurationFaults).faults).toEqual([
      expect.stringMatching(
        `^API_PORT: ${port} on 127\\.0\\.0\\.1 is in use by \\S+.* \\(process ${process.pid}\\); stop that, or choose another port$`,
      ),
    ]);
  } finally {
    server.close();
  }
});

it('says that an address is of another machine', async () => {
  const fault = listenFault(await failure('192.0.2.1', 0), address('192.0.2.1', 0));
  expect((fault as ConfigurationFaults).faults).toEqual([
    'API_HOST: 192.0.2.1 is no address of this machine; set it to one, or to 0.0.0.0 for all',
  ]);
});

it('says what a low port needs, and leaves other errors alone', () => {
  const refused = Object.assign(new Error('listen EACCES'), { code: 'EACCES' });
  expect((listenFault(refused, address('::1', 443)) as ConfigurationFaults).faults).toEqual([
    'API_PORT: 443 needs CAP_NET_BIND_SERVICE; choose a port from 1024 on, behind a proxy',
  ]);
  const other = new Error('something else');
  expect(listenFault(other, address('::1', 443))).toBe(other);
});
