import { tooMany, WireFault } from '@chat-admin/codecs/errors/wire-errors';
import type { Principal } from '@chat-admin/domain/access/principal';
import type { LoginScheme } from '@chat-admin/server/metrics/app-metrics';
import type { Client } from '@chat-admin/server/edge/client-address';
import type { AddressCounter } from '@chat-admin/server/edge/limits';
import type { LoginAttempts } from '@chat-admin/server/edge/login-attempts';
import type { Authentication, CostlyCheck, OfferedLogin, VerifiedLogin } from './authentication.js';
import { isBasic, tokenIn } from './authorization-header.js';
import { isIssuerToken } from './issuer-tokens.js';
import { Refusal } from './refusal.js';

type Identified = Principal | Refusal;

/** Told of each attempt to get in with credentials. */
export type OnLogin = (scheme: LoginScheme, accepted: boolean) => void;

/** Lets callers in by what they offer, and counts those who fail. Contract: extensions E5.1 */
export class Logins {
  constructor(
    readonly authentication: Authentication,
    private readonly failed: AddressCounter,
    private readonly attempts: LoginAttempts,
    /** of logins that wait for the issuer, so that no others do */
    private readonly atIssuer: LoginAttempts,
    /** likewise, for directories */
    private readonly atDirectory: LoginAttempts,
    private readonly onLogin: OnLogin,
  ) {}

  /** Seconds until an address with too many failed logins may try again; 0: now. */
  retryAfter({ counted }: Client): number {
    return this.failed.retryAfter(counted);
  }

  /** The refusal of those whose address may not call, or who offer nothing. */
  refusal(authorization: string | undefined): Refusal {
    return new Refusal(false, this.authentication.challenge(authorization));
  }

  /** @throws WireFault if too many have failed meanwhile; Overloaded */
  byHeader(authorization: string, client: Client): Identified | Promise<Identified> {
    const found = this.authentication.identify(authorization, client.address);
    // counts failures itself
    if (typeof found === 'function') {
      return this.tried(found, client).then((principal) =>
        this.told(principal ?? this.failure(authorization), authorization),
      );
    }
    return found instanceof Promise
      ? found.then((one) => this.counted(one, client, authorization))
      : this.counted(found, client, authorization);
  }

  /** @returns `null` if it is refused. @throws as {@link byHeader} */
  async byPassword(offered: OfferedLogin, client: Client): Promise<VerifiedLogin | null> {
    const found = await this.tried(() => this.authentication.verifiedLogin(offered), client);
    this.onLogin('basic', found !== null);
    return found;
  }

  /** @throws WireFault of `login`, of which a 401 is a failed one; as {@link byHeader} */
  async byIssuer<T>(login: () => Promise<T>, client: Client): Promise<T> {
    let refusal: unknown = null;
    const found = await this.atIssuer.try(client.counted, () =>
      login().catch((error: unknown) => {
        refusal = error;
        if (error instanceof WireFault && error.status === 401) return null;
        throw error;
      }),
    );
    this.onLogin('oidc_sign_in', found !== null);
    if (found === null) throw refusal;
    return found;
  }

  /** By the cookie of a session. */
  bySession(accepted: boolean): void {
    this.onLogin('session', accepted);
  }

  /**
   * Counts a sign-in that is refused for another reason than wrong credentials.
   * @returns the refusal, if too many have failed already
   */
  fail(client: Client): WireFault | null {
    const wait = this.retryAfter(client);
    if (wait > 0) return tooMany(wait);
    this.failed.count(client.counted);
    return null;
  }

  private async tried<T extends object>(
    check: CostlyCheck<T>,
    { counted }: Client,
  ): Promise<T | null> {
    const found = await this.attempts.try(counted, check);
    return typeof found === 'function' ? this.atDirectory.try(counted, found) : found;
  }

  private failure(authorization: string): Refusal {
    return new Refusal(true, this.authentication.challenge(authorization));
  }

  private counted(found: Identified, { counted }: Client, authorization: string): Identified {
    if (found instanceof Refusal && found.counts) this.failed.count(counted);
    return this.told(found, authorization);
  }

  private told(found: Identified, authorization: string): Identified {
    const isRefused = found instanceof Refusal;
    this.onLogin(isRefused ? offeredScheme(authorization) : found.kind, !isRefused);
    return found;
  }
}

/** What credentials that were refused look like. */
function offeredScheme(authorization: string): LoginScheme {
  const token = tokenIn(authorization);
  if (token !== null) return isIssuerToken(token) ? 'oidc' : 'key';
  return isBasic(authorization) ? 'basic' : 'secret';
}
