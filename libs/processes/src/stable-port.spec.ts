import { createServer } from 'node:net';
import { createSocket } from 'node:dgram';
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

it('is kept from others, also while nothing listens on it', async () => {
  const port = await stablePort();
  const other = createSocket('udp4');
  other.bind(port, '127.0.0.1');
  const [fault] = (await once(other, 'error')) as [NodeJS.ErrnoException];
  expect(fault.code).toBe('EADDRINUSE');
  other.close();
});
