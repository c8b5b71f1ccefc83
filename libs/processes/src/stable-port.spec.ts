import { createServer } from 'node:net';
import { once } from 'node:events';
import { stablePort } from './stable-port.js';

it('is free, and below the ephemeral range', async () => {
  const port = await stablePort();
  expect(port).toBeGreaterThanOrEqual(15_000);
  expect(port).toBeLessThan(32_000);
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
});
