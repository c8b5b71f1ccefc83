import { EVERYTHING } from '../shared/scopes.js';
import type { ScopeSet } from '../shared/scopes.js';

/** How long, from where and how often somebody may call. */
export interface Bounds {
  /** `null`: for ever */
  readonly expires: Date | null;
  /** addresses and ranges; empty: from everywhere */
  readonly allowedAddresses: readonly string[];
  /** requests per minute; 0: any number */
  readonly rateLimit: number;
}

export const hasExpired = ({ expires }: Pick<Bounds, 'expires'>, now: Date): boolean =>
  expires !== null && expires <= now;

export const UNBOUNDED: Bounds = { expires: null, allowedAddresses: [], rateLimit: 0 };

/** Who calls. Contract: extensions E0 */
export interface Principal {
  /** for people: audit entries, `createdBy` */
  readonly name: string;
  /** the same in two requests of the same principal, whatever it is called then */
  readonly id: string;
  readonly kind: 'secret' | 'basic' | 'key' | 'oidc';
  readonly scopes: ScopeSet;
  /** when its key or token ends; `null`: never */
  readonly expires: Date | null;
  /** what keys that it makes must not exceed */
  readonly bounds: Bounds;
}

/** Which key, or whom of an issuer: what the name does not tell for ever. Contract: extensions E10, I-11 */
export function keyOf({ kind, id }: Pick<Principal, 'kind' | 'id'>): string | undefined {
  if (kind === 'key') return id.slice('key:'.length);
  return kind === 'oidc' ? id.slice(id.indexOf(' ') + 1) : undefined;
}

/** Somebody with every right. */
export function unboundedPrincipal(
  kind: Principal['kind'],
  name: string,
  id = `${kind}:${name}`,
): Principal {
  return { name, id, kind, scopes: EVERYTHING, expires: null, bounds: UNBOUNDED };
}
