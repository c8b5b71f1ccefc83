import { INVALID_TOKEN, noScopeNamed } from '@chat-admin/codecs/errors/wire-errors';
import type { Principal } from '@chat-admin/domain/access/principal';
import { errors } from 'jose';
import { idOfSubject, issuerPrincipal } from './issuer-claims.js';
import type { IssuerClaims } from './issuer-claims.js';
import { isSubject, isTokenFault } from './issuer-signatures.js';
import type { IssuerSignatures } from './issuer-signatures.js';
import { Refusal } from './refusal.js';
import type { TokenNotes } from './token-notes.js';

const FAILED = new Refusal(true, INVALID_TOKEN);
/** It was right, so it is no guess. */
const EXPIRED = new Refusal(false, INVALID_TOKEN);

/** Whether it has the form of a token: three parts, of which only an unsigned one lacks the last. */
export function isIssuerToken(text: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text);
}

/** Lets tokens of an OpenID Connect issuer in. Contract: extensions E5.4 */
export class IssuerTokens {
  constructor(
    private readonly signatures: IssuerSignatures,
    private readonly audience: string,
    private readonly claims: IssuerClaims,
    private readonly notes: TokenNotes,
  ) {}

  /** @throws WireFault 403 for a token without scopes, 503 while the issuer's keys are unknown */
  async identify(token: string): Promise<Principal | Refusal> {
    try {
      const { payload } = await this.signatures.verified(token, this.audience, {
        requiredClaims: ['sub', 'exp'],
      });
      if (!isSubject(payload.sub)) return FAILED;
      const scopes = this.claims.scopesIn(payload);
      const id = idOfSubject(this.signatures.issuer, payload.sub);
      await this.notes.note(id, scopes, payload.iat);
      if (scopes.length === 0) throw noScopeNamed();
      const name = this.claims.nameIn(payload);
      return issuerPrincipal({ id, name }, scopes, new Date(payload.exp! * 1000));
    } catch (error) {
      if (error instanceof errors.JWTExpired) return EXPIRED;
      if (isTokenFault(error)) return FAILED;
      throw error;
    }
  }
}
