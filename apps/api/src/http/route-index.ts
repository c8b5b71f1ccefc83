import FindMyWay from 'find-my-way';
import type { HTTPMethod } from 'find-my-way';
import { scopesFor } from '@chat-admin/domain/shared/scopes';
import type { SingleScope } from '@chat-admin/domain/shared/scopes';
import type { RouteOptions } from 'fastify';
import type { DescribedRoute } from '../openapi/described-route.js';
import { remember } from '@chat-admin/server/edge/remember';
import { successOf } from './endpoint.js';
import { refusalsOf, takesIdempotencyKeys } from './implied-refusals.js';
import type { Endpoint } from './endpoint.js';

interface Route {
  readonly method: string;
  readonly pattern: string;
  readonly endpoint: Endpoint;
  readonly scopes: readonly SingleScope[];
}

type Registered = Pick<RouteOptions, 'url' | 'method' | 'config'>;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * What every caller of the route needs. Contract: extensions E5.2
 * @throws if the route does not say what it is about
 */
export function scopesOf(method: string, { area, isPage }: Endpoint): readonly SingleScope[] {
  if (area === 'any' || isPage) return [];
  if (area === undefined) throw new Error('A route does not say what it is about: @About');
  return scopesFor(area, method);
}

function acceptedBy({ accepts }: Endpoint): DescribedRoute['accepts'] {
  if (accepts === undefined) return null;
  return accepts.documents.length > 0 ? accepts.documents : 'xml';
}

/** The methods of each address, for OPTIONS and 405. Filled while routes are registered. */
export class RouteIndex {
  private readonly router = FindMyWay({ ignoreTrailingSlash: true, maxParamLength: 65_536 });
  private readonly allowed = remember(
    (path = '') => ({ header: this.allowHeader(path), isPatched: this.findsMergePatch(path) }),
    100,
  );
  private readonly routes: Route[] = [];

  /** @throws if the route does not say what it is about */
  add({ url, method, config }: Registered): void {
    const pattern = url.replace(/(?<=.)\/$/, '');
    const { endpoint = {} } = (config ?? {}) as { endpoint?: Endpoint };
    for (const one of [method].flat()) {
      this.router.on(one as HTTPMethod, pattern, () => undefined, endpoint);
      const scopes = scopesOf(one, endpoint);
      this.routes.push({ method: one, pattern, endpoint, scopes });
    }
  }

  /**
   * The `Allow` header of an address; `null` if no route has it. Several patterns may match an
   * address, each with different methods. Contract: core 1.8
   */
  allow(path: string): string | null {
    return this.allowed(path).header;
  }

  /** Whether an address takes merge patches. Contract: extensions E3 */
  takesMergePatch(path: string): boolean {
    return this.allowed(path).isPatched;
  }

  private findsMergePatch(path: string): boolean {
    return this.foundBy('PATCH', path, 'accepts')?.accepts?.takes === 'merge-patch';
  }

  /** The declarations of a route, if it has this one; `null` if there is none. */
  foundBy(method: HTTPMethod, path: string, declared: keyof Endpoint): Endpoint | null {
    const store = this.router.find(method, path)?.store as Endpoint | undefined;
    return store?.[declared] === undefined ? null : store;
  }

  private allowHeader(path: string): string | null {
    const known = METHODS.filter((method) => this.router.find(method, path) !== null);
    if (known.length === 0) return null;
    return [...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  }

  /** All routes with their declarations, for the API description. */
  described(): readonly DescribedRoute[] {
    const routes = this.routes.filter(
      ({ method, endpoint }) => method !== 'HEAD' && !endpoint.isPage,
    );
    return routes.map(({ method, pattern, endpoint, scopes }) => {
      const isAudited = endpoint.audited !== undefined && method !== 'GET';
      const offersDryRun = isAudited && !endpoint.withoutDryRun && !endpoint.triesLater;
      return {
        method,
        pattern,
        operation: endpoint.operation ?? null,
        status: successOf(method, endpoint),
        mayCreate: endpoint.mayCreate === true || endpoint.guards?.create !== undefined,
        locates: endpoint.replies?.locates === true,
        locatesNew: endpoint.mayCreate === true,
        mayMove: endpoint.replies?.moves === true,
        isTagged: endpoint.tagged !== undefined,
        queries: [...(endpoint.queries ?? []), ...(offersDryRun ? ['dryRun'] : [])],
        tells: endpoint.tells ?? [],
        refusals: refusalsOf(method, endpoint),
        lists: endpoint.lists ?? null,
        chooses: endpoint.chooses ?? null,
        accepts: acceptedBy(endpoint),
        isPatch: endpoint.accepts?.takes === 'merge-patch',
        isFilled: endpoint.accepts?.isFilled === true,
        isForm: endpoint.accepts?.takes === 'form',
        isUpload: endpoint.accepts?.takes === 'upload',
        alsoTables: endpoint.replies?.offers === 'documents-and-tables',
        replies: endpoint.replies ? (endpoint.replies.document ?? endpoint.replies.offers) : null,
        isStream: endpoint.replies?.offers === 'events',
        isAudited,
        offersDryRun,
        isOpen: endpoint.isOpen === true,
        signsIn: endpoint.signsIn === true,
        setsCookie: endpoint.signsIn === true || (endpoint.ownSession === true && isAudited),
        takesIdempotencyKey: isAudited && takesIdempotencyKeys(method) && !endpoint.handsOutSecret,
        scopes,
        needsOneOf: endpoint.needsOneOf ?? [],
        alsoNeeds: endpoint.alsoNeeds?.says ?? null,
      };
    });
  }

  /** Each route, as `METHOD pattern`, with the scopes that it needs. */
  scopes(): ReadonlyMap<string, readonly SingleScope[]> {
    return new Map(
      this.routes.map(({ method, pattern, scopes }) => [`${method} ${pattern}`, scopes]),
    );
  }

  /** What each route itself says that it is refused with, as `METHOD pattern code`. */
  refusals(): readonly string[] {
    return this.routes.flatMap(({ method, pattern, endpoint }) =>
      (endpoint.refuses ?? []).map((code) => `${method} ${pattern} ${code}`),
    );
  }

  /** All routes as `METHOD pattern`. */
  list(): readonly string[] {
    return this.routes.map(({ method, pattern }) => `${method} ${pattern}`);
  }

  /** Those of files for browsers, which are no operations of the API. */
  pages(): ReadonlySet<string> {
    const pages = this.routes.filter(({ endpoint }) => endpoint.isPage);
    return new Set(pages.map(({ method, pattern }) => `${method} ${pattern}`));
  }
}
