import FindMyWay from 'find-my-way';
import type { RouteOptions } from 'fastify';

/** Which methods an address knows, for OPTIONS and 405. Filled while routes are registered. */
export class RouteIndex {
  private readonly router = FindMyWay({ ignoreTrailingSlash: true, maxParamLength: 65_536 });
  private readonly methods = new Map<string, Set<string>>();

  add({ url, method }: Pick<RouteOptions, 'url' | 'method'>): void {
    const pattern = url.replace(/(?<=.)\/$/, '');
    let known = this.methods.get(pattern);
    if (!known) {
      known = new Set();
      this.methods.set(pattern, known);
      this.router.on('GET', pattern, () => undefined, known);
    }
    for (const one of [method].flat()) known.add(one);
  }

  /** The `Allow` header of an address, `null` when no route has it. Contract: core 1.8 */
  allow(path: string): string | null {
    const known = this.router.find('GET', path)?.store as Set<string> | undefined;
    if (!known) return null;
    const order = ['GET', 'POST', 'PUT', 'DELETE'].filter((method) => known.has(method));
    return [...order, ...(known.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  }

  /** Every route as `METHOD pattern`. */
  list(): readonly string[] {
    return [...this.methods].flatMap(([pattern, methods]) =>
      [...methods].map((method) => `${method} ${pattern}`),
    );
  }
}
