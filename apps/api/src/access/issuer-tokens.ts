import { INVALID_TOKEN, noScopeNamed } from '@chat-admin/codecs/errors/wire-errors';
import { UNBOUNDED } from '@chat-admin/domain/access/principal';
import type { Principal } from '@chat-admin/domain/access/principal';
import { isScope, ScopeSet } from '@chat-admin/domain/shared/scopes';
import type { Scope } from '@chat-admin/domain/shared/scopes';
import { cut } from '@chat-admin/domain/shared/texts';
import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import type { ApiConfig } from '../config.js';
import { IssuerKeys } from './issuer-keys.js';
import { readScopeMap } from './issuer-settings.js';
import type { ScopeMap } from './issuer-settings.js';
import { Refusal } from './refusal.js';
import type { TokenNotes } from './token-notes.js';

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const LEEWAY_S = 60;
const MOST_CHARACTERS = 8192;
const MOST_NAME = 100;
const TIMES = ['exp', 'nbf', 'iat'] as const;
/** the last second of the year 9999, in seconds since 1970 */
const LAST_TIME = 253_402_300_799;

const FAILED = new Refusal(true, INVALID_TOKEN);
/** It was right, so it is no guess. */
const EXPIRED = new Refusal(false, INVALID_TOKEN);

type Settings = Pick<
  ApiConfig,
  'oidcIssuer' | 'oidcAudience' | 'oidcScopeClaim' | 'oidcScopeMap' | 'oidcNameClaim'
>;

/** Whether it has the form of a token: three parts, of which only an unsigned one lacks the last. */
export function isIssuerToken(text: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text);
}

/** What the ids of principals begin with. */
const subjectsOf = (issuer: string): string => `oidc:${issuer} `;

/** Whether the principal has come with a token of the issuer. */
export const isSubjectOf = (issuer: string, principalId: string): boolean =>
  principalId.startsWith(subjectsOf(issuer));

/** Lets tokens of an OpenID Connect issuer in. Contract: extensions E5.4 */
export class IssuerTokens {
  private readonly keys: IssuerKeys;
  private readonly map: ScopeMap | null;

  private constructor(
    private readonly issuer: string,
    private readonly settings: Settings,
    private readonly notes: TokenNotes,
  ) {
    this.keys = new IssuerKeys(issuer);
    this.map = settings.oidcScopeMap === null ? null : readScopeMap(settings.oidcScopeMap);
  }

  /** @returns `null` without an issuer */
  static of(settings: Settings, notes: TokenNotes): IssuerTokens | null {
    const { oidcIssuer } = settings;
    return oidcIssuer === null ? null : new IssuerTokens(oidcIssuer, settings, notes);
  }

  /** @throws WireFault 403 for a token without scopes, 503 while the issuer's keys are unknown */
  async identify(token: string): Promise<Principal | Refusal> {
    try {
      const payload = await this.verified(token);
      const scopes = this.scopesIn(payload);
      const id = `${subjectsOf(this.issuer)}${storable(payload.sub!)}`;
      await this.notes.note(id, scopes, payload.iat);
      if (scopes.length === 0) throw noScopeNamed();
      return this.principalOf(id, new ScopeSet(scopes), payload);
    } catch (error) {
      if (error instanceof errors.JWTExpired) return EXPIRED;
      if (error instanceof errors.JOSEError || error instanceof Unusable) return FAILED;
      throw error;
    }
  }

  private async verified(token: string): Promise<JWTPayload> {
    const { kid } = token.length > MOST_CHARACTERS ? {} : headerOf(token);
    if (typeof kid !== 'string') throw new Unusable();
    const keys = await this.keys.withId(kid);
    if (keys === null) throw new Unusable();
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      issuer: this.issuer,
      audience: this.settings.oidcAudience!,
      clockTolerance: LEEWAY_S,
      requiredClaims: ['sub', 'exp'],
    }).catch((error: unknown) => {
      // keys that do not fit the algorithm, such as short ones
      throw error instanceof TypeError ? new Unusable() : error;
    });
    if (typeof payload.sub !== 'string' || payload.sub === '') throw new Unusable();
    if (!TIMES.every((claim) => isTime(payload[claim]))) throw new Unusable();
    return payload;
  }

  private principalOf(id: string, scopes: ScopeSet, payload: JWTPayload): Principal {
    const expires = new Date(payload.exp! * 1000);
    const named = payload[this.settings.oidcNameClaim];
    const name = typeof named === 'string' && named !== '' ? named : payload.sub!;
    return {
      name: `oidc:${cut(name.replaceAll(/\p{Cc}/gu, ''), MOST_NAME)}`,
      id,
      kind: 'oidc',
      scopes,
      expires,
      bounds: scopes.covers('*') ? UNBOUNDED : { ...UNBOUNDED, expires },
    };
  }

  private scopesIn(payload: JWTPayload): readonly Scope[] {
    const values = textsIn(claimAt(payload, this.settings.oidcScopeClaim));
    const { map } = this;
    return map ? values.flatMap((value) => map.get(value) ?? []) : values.filter(isScope);
  }
}

/** A subject as text that can be stored; different ones stay different. */
const storable = (subject: string): string =>
  subject.replaceAll(
    /[\0\ufffd]|\p{Surrogate}/gu,
    (character) => `\ufffd${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The token cannot be verified. */
class Unusable extends Error {}

function headerOf(token: string) {
  try {
    return decodeProtectedHeader(token);
  } catch {
    throw new Unusable();
  }
}

/** Whether the claim is absent, or a time that every date of the service can be. */
const isTime = (seconds: number | undefined): boolean =>
  seconds === undefined || (seconds >= 0 && seconds <= LAST_TIME);

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
