import FindMyWay from 'find-my-way';
import type { RouteOptions } from 'fastify';
import type { DescribedRoute } from '../openapi/openapi-document.js';
import type { Endpoint } from './endpoint.js';

type Registered = Pick<RouteOptions, 'url' | 'method' | 'config'>;

/** Which methods an address knows, for OPTIONS and 405. Filled while routes are registered. */
export class RouteIndex {
  private readonly router = FindMyWay({ ignoreTrailingSlash: true, maxParamLength: 65_536 });
  private readonly methods = new Map<string, Set<string>>();
  private readonly routes: { method: string; pattern: string; endpoint: Endpoint }[] = [];

  add({ url, method, config }: Registered): void {
    const pattern = url.replace(/(?<=.)\/$/, '');
    let known = this.methods.get(pattern);
    if (!known) {
      known = new Set();
      this.methods.set(pattern, known);
      this.router.on('GET', pattern, () => undefined, known);
    }
    const { endpoint = {} } = (config ?? {}) as { endpoint?: Endpoint };
    for (const one of [method].flat()) {
      known.add(one);
      if (one !== 'HEAD') this.routes.push({ method: one, pattern, endpoint });
    }
  }

  /** The `Allow` header of an address, `null` when no route has it. Contract: core 1.8 */
  allow(path: string): string | null {
    const known = this.router.find('GET', path)?.store as Set<string> | undefined;
    if (!known) return null;
    const order = ['GET', 'POST', 'PUT', 'DELETE'].filter((method) => known.has(method));
    return [...order, ...(known.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  }

  /** Every route with what it declares, for the description of the API. */
  described(): readonly DescribedRoute[] {
    return this.routes.map(
      ({ method, pattern, endpoint: { status, queries, accepts, replies } }) => ({
        method,
        pattern,
        status: status ?? (method === 'POST' ? 201 : 200),
        queries: queries ?? [],
        accepts: accepts ? (accepts.document ?? 'xml') : null,
        replies: replies ? (replies.document ?? replies.offers) : null,
      }),
    );
  }

  /** Every route as `METHOD pattern`. */
  list(): readonly string[] {
    return [...this.methods].flatMap(([pattern, methods]) =>
      [...methods].map((method) => `${method} ${pattern}`),
    );
  }
}
