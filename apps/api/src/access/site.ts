import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser sends the request for a page of another site, which has no business with the
 * session of its user. Contract: extensions E5.5, CSRF
 * @param allowed origins of `API_CORS_ORIGINS`
 */
export function isForeign(
  method: string,
  headers: IncomingHttpHeaders,
  allowed: ReadonlySet<string>,
): boolean {
  const { origin, host = '' } = headers;
  const isKnown = origin !== undefined && (allowed.has(origin) || isOwn(origin, host));
  if (origin !== undefined && !isKnown) return true;
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site') return true;
  return site === 'same-site' && !isKnown && method !== 'GET';
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: ':80', https: ':443' };

/** The scheme is not compared, since a proxy may end TLS; a default port may be left out. */
function isOwn(origin: string, host: string): boolean {
  const [, scheme = '', authority] =
    /^([a-z][a-z0-9+.-]*):\/\/(.+)$/.exec(origin.toLowerCase()) ?? [];
  if (authority === undefined) return false;
  const port = DEFAULT_PORTS[scheme] ?? '';
  const plain = (text: string) =>
    port !== '' && text.endsWith(port) ? text.slice(0, -port.length) : text;
  return plain(authority) === plain(host.toLowerCase());
}
