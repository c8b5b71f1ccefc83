import { UNBOUNDED } from '@chat-admin/domain/access/principal';
import type { Principal } from '@chat-admin/domain/access/principal';
import { isScope, ScopeSet } from '@chat-admin/domain/shared/scopes';
import type { Scope } from '@chat-admin/domain/shared/scopes';
import { cut } from '@chat-admin/domain/shared/texts';
import type { JWTPayload } from 'jose';
import type { ApiConfig } from '../config.js';
import { readScopeMap } from './issuer-settings.js';
import type { ScopeMap } from './issuer-settings.js';

const MOST_NAME = 100;

/** What the ids of principals begin with. */
export const subjectsOf = (issuer: string): string => `oidc:${issuer} `;

/** Whether the principal has come with a token of the issuer. */
export const isSubjectOf = (issuer: string, principalId: string): boolean =>
  principalId.startsWith(subjectsOf(issuer));

/** Which principal a subject of the issuer is. */
export const idOfSubject = (issuer: string, subject: string): string =>
  `${subjectsOf(issuer)}${storable(subject)}`;

/** Somebody of an issuer. */
export function issuerPrincipal(
  { id, name }: Pick<Principal, 'id' | 'name'>,
  held: readonly Scope[],
  expires: Date,
): Principal {
  const scopes = new ScopeSet(held);
  const bounds = scopes.covers('*') ? UNBOUNDED : { ...UNBOUNDED, expires };
  return { name, id, kind: 'oidc', scopes, expires, bounds };
}

/** Reads the claims that the settings name. Contract: extensions E5.4 */
export class IssuerClaims {
  private readonly map: ScopeMap | null;

  constructor(
    private readonly settings: Pick<ApiConfig, 'oidcScopeClaim' | 'oidcScopeMap' | 'oidcNameClaim'>,
  ) {
    this.map = settings.oidcScopeMap === null ? null : readScopeMap(settings.oidcScopeMap);
  }

  hasScopes(payload: JWTPayload): boolean {
    return claimAt(payload, this.settings.oidcScopeClaim) !== undefined;
  }

  scopesIn(payload: JWTPayload): readonly Scope[] {
    const values = textsIn(claimAt(payload, this.settings.oidcScopeClaim));
    const { map } = this;
    return map ? values.flatMap((value) => map.get(value) ?? []) : values.filter(isScope);
  }

  nameIn(payload: JWTPayload): string {
    const named = payload[this.settings.oidcNameClaim];
    const name = typeof named === 'string' && named !== '' ? named : payload.sub!;
    return `oidc:${cut(name.replaceAll(/\p{Cc}/gu, ''), MOST_NAME)}`;
  }
}

/** A subject as text that can be stored; different ones stay different. */
export const storable = (subject: string): string =>
  subject.replaceAll(
    /[\0\ufffd]|\p{Surrogate}/gu,
    (character) => `\ufffd${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The claim of this name, else at this path. */
function claimAt(payload: JWTPayload, name: string): unknown {
  if (Object.hasOwn(payload, name)) return payload[name];
  return name
    .split('.')
    .reduce<unknown>(
      (value, step) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, step)
          ? (value as Record<string, unknown>)[step]
          : undefined,
      payload,
    );
}

function textsIn(claim: unknown): readonly string[] {
  if (typeof claim === 'string') return claim.split(' ').filter(Boolean);
  return Array.isArray(claim) ? claim.filter((value) => typeof value === 'string') : [];
}
