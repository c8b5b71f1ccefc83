import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that serves everything below a prefix, as in front of a service that knows nothing of it. */
export interface PrefixProxy {
  /** with the prefix, without a slash at its end */
  readonly url: string;
  close(): Promise<void>;
}

/** @param former where a proxy was that has been closed: there again */
export async function startPrefixProxy(
  target: string,
  prefix: string,
  former?: string,
): Promise<PrefixProxy> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, answer) => {
    const path = incoming.url ?? '/';
    if (!path.startsWith(`${prefix}/`)) return answer.writeHead(404).end();
    const options = {
      ...{ hostname, port, method: incoming.method, path: path.slice(prefix.length) },
      headers: incoming.headers,
    };
    const outgoing = request(options, (response) => {
      answer.writeHead(response.statusCode!, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    answer.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) =>
    server.listen(former ? Number(new URL(former).port) : 0, '127.0.0.1', resolve),
  );
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}${prefix}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
