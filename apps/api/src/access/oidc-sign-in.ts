import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  issuerRefused,
  noScopeNamed,
  notAuthenticated,
  signInEnded,
} from '@chat-admin/codecs/errors/wire-errors';
import type { SessionOrigin } from '@chat-admin/domain/access/console-session';
import type { Principal } from '@chat-admin/domain/access/principal';
import { cut } from '@chat-admin/domain/shared/texts';
import type { JWTPayload } from 'jose';
import { idOfSubject, issuerPrincipal, storable } from './issuer-claims.js';
import type { IssuerClaims } from './issuer-claims.js';
import { isSubject, isTokenFault, Unusable } from './issuer-signatures.js';
import type { IssuerSignatures } from './issuer-signatures.js';
import type { OidcClient, SignInSecrets } from './oidc-client.js';
import type { TokenNotes } from './token-notes.js';

const TOKEN_BYTES = 32;
const MINUTE_MS = 60_000;
const MOST_CODE = 50;
/** of an ID token, which may name hundreds of groups */
const MOST_CHARACTERS = 64 * 1024;

/** What a console has found in its address after the issuer sent somebody back. */
export interface OfferedAnswer {
  readonly code?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly iss?: string | null | undefined;
  readonly error?: string | null | undefined;
}

/** Somebody whom the issuer has let in. */
export interface IssuedEntrant {
  readonly principal: Principal;
  readonly origin: SessionOrigin;
  readonly issuer: { readonly id: string | null; readonly idToken: string };
}

interface Parts {
  readonly client: OidcClient;
  readonly clientId: string;
  readonly signatures: IssuerSignatures;
  readonly claims: IssuerClaims;
  readonly note: TokenNotes['note'];
  /** how long a session lasts */
  readonly minutes: number;
}

/**
 * Signs people in at an OpenID Connect issuer. All that one has to know of a sign-in that has begun
 * derives from the token of its cookie, so that any instance finishes it. Contract: extensions E14
 */
export class OidcSignIn {
  constructor(private readonly parts: Parts) {}

  /** @returns the token of its cookie, and where the browser goes. @throws WireFault 503 */
  async begin(): Promise<{ readonly token: string; readonly location: string }> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    return { token, location: await this.parts.client.location(secretsOf(token)) };
  }

  /** @param token `null`: there is none. @throws WireFault 401, 403, 503 */
  async finish(
    token: string | null,
    { code, state, iss, error }: OfferedAnswer,
  ): Promise<IssuedEntrant> {
    const secrets = token === null ? null : secretsOf(token);
    if (secrets === null || !state || !isEqual(state, secrets.state)) throw signInEnded();
    if (error) throw issuerRefused(cut(error.replaceAll(/[^A-Za-z_]/g, ''), MOST_CODE));
    if (!code) throw notAuthenticated();
    try {
      return await this.entrant({ code, state, iss: iss ?? null }, secrets);
    } catch (fault) {
      throw isTokenFault(fault) ? notAuthenticated() : fault;
    }
  }

  /** Where a browser ends its session at the issuer; `null`: nowhere. */
  signOutLocation(idToken: string): Promise<string | null> {
    return this.parts.client.signOutLocation(idToken);
  }

  private async entrant(
    answer: { readonly code: string; readonly state: string; readonly iss: string | null },
    secrets: SignInSecrets,
  ): Promise<IssuedEntrant> {
    const { client, clientId, signatures, claims, note, minutes } = this.parts;
    const { idToken, accessToken } = await client.redeem(answer, secrets);
    const needed = { requiredClaims: ['sub', 'exp'] };
    const { payload } = await signatures.verified(idToken, clientId, needed, MOST_CHARACTERS);
    const { sub, sid, iat } = payload;
    if (!isSubject(sub)) throw new Unusable();
    const said: JWTPayload = claims.hasScopes(payload)
      ? payload
      : { ...(await client.userInfo(accessToken, sub)), ...payload };
    const scopes = claims.scopesIn(said);
    const id = idOfSubject(signatures.issuer, sub);
    await note(id, scopes, iat);
    if (scopes.length === 0) throw noScopeNamed();
    const expires = new Date(Date.now() + minutes * MINUTE_MS);
    return {
      principal: issuerPrincipal({ id, name: claims.nameIn(said) }, scopes, expires),
      origin: { kind: 'token', scopes, expires },
      issuer: { id: isSubject(sid) ? storable(sid) : null, idToken },
    };
  }
}

function secretsOf(token: string): SignInSecrets {
  const derived = (purpose: string) =>
    createHmac('sha256', token).update(purpose).digest('base64url');
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') };
}

function isEqual(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => hash('sha256', text, 'buffer'));
  return timingSafeEqual(first!, second!);
}
