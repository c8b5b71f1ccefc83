import { logoutTokenInvalid, tooMany } from '@chat-admin/codecs/errors/wire-errors';
import type { ConsoleSessions } from '@chat-admin/domain/access/console-session';
import type { UsedOnce } from '@chat-admin/domain/access/used-once';
import type { Transactions } from '@chat-admin/domain/shared/transactions';
import type { Client } from '@chat-admin/server/edge/client-address';
import type { AddressCounter } from '@chat-admin/server/edge/limits';
import type { JWTHeaderParameters, JWTPayload } from 'jose';
import { idOfSubject, storable, subjectsOf } from './issuer-claims.js';
import { isSubject, isTokenFault, Unusable } from './issuer-signatures.js';
import type { IssuerSignatures } from './issuer-signatures.js';
import { digestOfToken } from './session-cookie.js';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Such tokens may have no type; many libraries name that of every token. */
const TYPES: readonly unknown[] = [undefined, 'JWT', 'logout+jwt'];
const MOST_AGE_S = 300;
/** longer than a token is accepted */
const ONCE_S = 600;

interface Ports {
  readonly consoleSessions: ConsoleSessions;
  readonly usedOnce: UsedOnce;
  readonly transactions: Transactions;
}

/** Ends sessions at the word of the issuer. OpenID Connect Back-Channel Logout 1.0; contract: extensions E14 */
export class BackChannel {
  constructor(
    private readonly signatures: IssuerSignatures,
    private readonly clientId: string,
    private readonly ports: Ports,
    private readonly failed: AddressCounter,
  ) {}

  get issuer(): string {
    return this.signatures.issuer;
  }

  /** @throws WireFault 400, 429, or 503 while the issuer's keys are unknown */
  async end(token: string, { counted }: Client): Promise<void> {
    const wait = this.failed.retryAfter(counted);
    if (wait > 0) throw tooMany(wait);
    try {
      await this.endOf(await this.verified(token));
    } catch (error) {
      if (!isTokenFault(error)) throw error;
      this.failed.count(counted);
      throw logoutTokenInvalid();
    }
  }

  private async verified(token: string): Promise<JWTPayload> {
    const options = { requiredClaims: ['iat', 'jti', 'events'], maxTokenAge: MOST_AGE_S };
    const { payload, header } = await this.signatures.verified(token, this.clientId, options);
    if (!isLogout(payload, header)) throw new Unusable();
    return payload;
  }

  private endOf({ jti, sid, sub }: JWTPayload): Promise<void> {
    const { consoleSessions, usedOnce, transactions } = this.ports;
    return transactions.run(async () => {
      if (!(await usedOnce.note('logout', digestOfToken(jti!), ONCE_S))) throw new Unusable();
      const { issuer } = this.signatures;
      const hasSid = isSubject(sid);
      if (hasSid) await consoleSessions.endOfIssuer(storable(sid), subjectsOf(issuer));
      if (isSubject(sub)) await consoleSessions.endOfSubject(idOfSubject(issuer, sub), !hasSid);
    });
  }
}

function isLogout(payload: JWTPayload, { typ }: JWTHeaderParameters): boolean {
  const { events, jti, sid, sub } = payload;
  return (
    TYPES.includes(typ) &&
    typeof events === 'object' &&
    events !== null &&
    Object.hasOwn(events, EVENT) &&
    !Object.hasOwn(payload, 'nonce') &&
    isSubject(jti) &&
    (isSubject(sid) || isSubject(sub))
  );
}
