import { createServer, type AddressInfo } from 'node:net';

/** The port of a variable; for 0 a free one, decided now. */
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
 * Free ports in the place of those that are set to 0, so that a restart finds the same ones.
 * @param hosts the variable of each port, with that of its address
 */
export async function decidedPorts(
  environment: NodeJS.ProcessEnv,
  hosts: Readonly<Record<string, string>>,
): Promise<NodeJS.ProcessEnv> {
  const decided: NodeJS.ProcessEnv = {};
  for (const [name, host] of Object.entries(hosts)) {
    if (environment[name] !== '0') continue;
    // an address that cannot be used is for the part to report
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
