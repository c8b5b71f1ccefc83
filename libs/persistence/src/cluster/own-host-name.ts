import { hostname, networkInterfaces } from 'node:os';

const LOOPBACK = '127.0.0.1';

/** This host as other nodes know it, `n1.example.org (192.0.2.1)`. */
export function ownHostName(): string {
  return `${hostname()} (${ownAddress()})`;
}

/** The first address reachable by others, IPv4 before IPv6. */
function ownAddress(): string {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'));
  const first = outside.find(({ family }) => family === 'IPv4') ?? outside[0];
  return first?.address ?? LOOPBACK;
}
