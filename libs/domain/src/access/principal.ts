import type { Localpart } from '../shared/jid.js';
import { EVERYTHING, ScopeSet } from '../shared/scopes.js';
import { ROLE_SCOPES } from '../users/account-role.js';
import type { AccountRole } from '../users/account-role.js';
import { username } from '../users/user.js';

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
  /** of an account that may do what its role says, and no more */
  readonly role?: AccountRole;
}

/** What a principal is in the audit log: an account, or a label. */
export const authorOf = ({ kind, name, id }: Pick<Principal, 'kind' | 'name' | 'id'>) => ({
  username: name,
  kind: kind === 'basic' ? ('account' as const) : ('label' as const),
  accountId: accountIn(id),
});

/** The user name of the account that signs a request; `null`: none does. Contract: core 1.4 */
export const signerOf = ({ kind, name }: Pick<Principal, 'kind' | 'name'>): Localpart | null =>
  kind === 'basic' ? username(name) : null;

/** Which key, or whom of an issuer: what the name does not tell for ever. Contract: extensions E10, I-11 */
export function keyOf({ kind, id }: Pick<Principal, 'kind' | 'id'>): string | undefined {
  if (kind === 'key') return id.slice('key:'.length);
  return kind === 'oidc' ? id.slice(id.indexOf(' ') + 1) : undefined;
}

const ACCOUNT = 'account:';

/** The {@link Principal.id} of an account, whatever it is called. */
export const idOfAccount = (accountId: string): string => `${ACCOUNT}${accountId}`;

/** Which account a {@link Principal.id} is of; `null`: of none. */
export const accountIn = (id: string): string | null =>
  id.startsWith(ACCOUNT) ? id.slice(ACCOUNT.length) : null;

/**
 * What programs of former releases, which may run beside, note instead of the id of this principal;
 * in jobs and webhooks it means the account that has the name now (`keep_makers` of the database).
 */
export const formerIdOf = ({ kind, name, id }: Pick<Principal, 'kind' | 'name' | 'id'>): string =>
  kind === 'basic' ? `basic:${name}` : id;

/** Whether what is noted as made by `maker` is the principal's own. */
export const isMaker = (maker: string, principal: Principal): boolean =>
  maker === principal.id || maker === formerIdOf(principal);

/** What an account with a role may do. */
export const scopesOfRole = (role: AccountRole): ScopeSet => new ScopeSet(ROLE_SCOPES[role]);

/** Somebody with every right; those that have to be named by `scopes` alone. */
export function unboundedPrincipal(
  kind: Principal['kind'],
  name: string,
  id = `${kind}:${name}`,
  scopes: ScopeSet = EVERYTHING,
): Principal {
  return { name, id, kind, scopes, expires: null, bounds: UNBOUNDED };
}
