import type { Principal } from '@chat-admin/domain/access/principal';
import type { Client } from '@chat-admin/server/edge/client-address';
import type { AddressCounter } from '@chat-admin/server/edge/limits';
import type { LoginAttempts } from '@chat-admin/server/edge/login-attempts';
import type { Authentication, OfferedLogin, VerifiedLogin } from './authentication.js';
import { Refusal } from './refusal.js';

type Identified = Principal | Refusal;

/** Lets callers in by what they offer, and counts those who fail. Contract: extensions E5.1 */
export class Logins {
  constructor(
    readonly authentication: Authentication,
    private readonly failed: AddressCounter,
    private readonly attempts: LoginAttempts,
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
      return this.attempts
        .try(client.counted, found)
        .then((principal) => principal ?? this.refusal(authorization));
    }
    return found instanceof Promise
      ? found.then((one) => this.counted(one, client))
      : this.counted(found, client);
  }

  /** @returns `null` if it is refused. @throws as {@link byHeader} */
  byPassword(offered: OfferedLogin, client: Client): Promise<VerifiedLogin | null> {
    return this.attempts.try(client.counted, () => this.authentication.verifiedLogin(offered));
  }

  private counted(found: Identified, { counted }: Client): Identified {
    if (found instanceof Refusal && found.counts) this.failed.count(counted);
    return found;
  }
}
