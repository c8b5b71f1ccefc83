import { createServer, type AddressInfo } from 'node:net';

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

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
