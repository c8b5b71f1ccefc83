import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { ServiceLife } from './service-life.js';
import type { ListenerSettings } from './service-life.js';

const settings: ListenerSettings = {
  ...{ host: '127.0.0.1', port: 0, managementHost: '127.0.0.1', managementPort: 0 },
  ...{ drainDelayMs: 0, stopGraceMs: 0 },
  listenerSettings: { host: '', port: '', managementHost: '', managementPort: '' },
};

it('connections that were made before the drain are accepted after it', async () => {
  let accepted = 0;
  const server = createServer(() => (accepted += 1));
  const life = new ServiceLife(settings);
  const edge = {
    server,
    listen: async () => {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      return '';
    },
  };
  await life.listen(edge, { listen: () => Promise.resolve('') });
  const clients = Array.from({ length: 20 }, () =>
    connect((server.address() as AddressInfo).port, '127.0.0.1'),
  );
  await Promise.all(clients.map((client) => once(client, 'connect')));
  await life.drain();
  expect(accepted).toBe(clients.length);
  for (const client of clients) client.destroy();
  server.close();
});
