import type { Scope, ScopeSet } from '../shared/scopes.js';
import type { Bounds, Principal } from './principal.js';

/** A principal for whom something goes on after the request: a job, a webhook. */
export interface Maker extends Pick<Principal, 'id' | 'name' | 'kind'> {
  /** at the request */
  readonly scopes: readonly Scope[];
}

/** What a maker can do now. */
export interface Standing {
  readonly scopes: ScopeSet;
  /** what is made for it by others must not be freer than these */
  readonly bounds: Bounds;
}

/** Makers as they are now. Contract: extensions E7.2 and E8.3 "Rights" */
export abstract class Makers {
  /** @returns `null` when its rights have ended */
  abstract of(maker: Maker): Promise<Standing | null>;
}
