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

/** The scheme is not compared, since a proxy may end TLS. */
function isOwn(origin: string, host: string): boolean {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/(.+)$/i.exec(origin)?.[1];
  return authority !== undefined && authority.toLowerCase() === host.toLowerCase();
}
