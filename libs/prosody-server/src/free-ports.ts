import { createServer } from 'node:net';

/**
 * Verifies that ports are free, because Prosody only logs that a port is taken, and continues
 * without it.
 * @throws with a sentence for the user
 */
export async function assertFree(host: string, ports: Record<string, number>): Promise<void> {
  for (const [use, port] of Object.entries(ports)) {
    const failure = await tryToListen(host, port);
    if (failure) throw new PortUnusable(`port ${port} of ${host}, for ${use}: ${failure}`);
  }
}

export class PortUnusable extends Error {}

const REASONS: Record<string, string> = {
  EADDRINUSE: 'another process has taken it',
  EACCES: 'this account may not listen on it',
  EADDRNOTAVAIL: 'this machine does not have that address',
};

function tryToListen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      resolve(REASONS[error.code ?? ''] ?? error.message),
    );
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
}
