import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** The port in a variable; 0 is replaced by a free one. */
export async function portOf(
  environment: NodeJS.ProcessEnv,
  name: string,
  usual: number,
  host: string,
): Promise<string> {
  const asked = environment[name] || String(usual);
  return asked === '0' ? String(await freePort(host)) : asked;
}

/**
 * Replaces ports set to 0 by free ones, so that restarts keep them.
 * @param hosts the variable of each port, with that of its address
 */
export async function decidedPorts(
  environment: NodeJS.ProcessEnv,
  hosts: Readonly<Record<string, string>>,
): Promise<NodeJS.ProcessEnv> {
  const decided: NodeJS.ProcessEnv = {};
  for (const [name, host] of Object.entries(hosts)) {
    if (environment[name] !== '0') continue;
    // an unusable address is reported by the part
    const port = await freePort(environment[host] || '127.0.0.1').catch(() => 0);
    decided[name] = String(port);
  }
  return decided;
}

/** Below those that systems give to outgoing connections, which could take a port until it is used. */
const PORTS = { from: 20_000, below: 32_768 } as const;
const ATTEMPTS = 100;

/** @throws if the address cannot be used */
async function freePort(host: string): Promise<number> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const port = randomInt(PORTS.from, PORTS.below);
    if (await isFree(host, port)) return port;
  }
  throw new Error(`No port of ${host} is free`);
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
