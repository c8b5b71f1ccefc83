import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Below Linux's range of ephemeral ports (32768 and up). */
const FIRST = 15_000;
const END = 32_000;

/**
 * A free port of 127.0.0.1 for a server that will be restarted on it. While the server is down, an ephemeral port could be
 * taken by an outgoing connection, and any port be given to another run of tests; so this process keeps the number to itself
 * until it ends.
 */
export async function stablePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(FIRST, END);
    if ((await keep(port)) && (await isFree(port))) return port;
  }
  throw new Error(`No port between ${FIRST} and ${END} is free`);
}

/** Whoever has the number in UDP has it here; the servers use TCP. */
function keep(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const sign = createSocket('udp4').once('error', () => sign.close(() => resolve(false)));
    sign.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      sign.unref();
      resolve(true);
    });
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
