import type { IncomingMessage } from 'node:http';
import { SecretCheck } from './secrets.js';

/** Carries `LEGACY_FORWARDING_TOKEN` from the API to the user service. Lower case, as Node names headers. */
export const FORWARDING_TOKEN_HEADER = 'x-forwarding-token';

/** Recognises requests that the API forwarded: no other sender knows the token. */
export class ForwardingToken {
  private readonly check = new SecretCheck();

  /** @param token `null`: no request is recognised */
  constructor(private readonly token: string | null) {}

  isCarriedBy({ headers }: IncomingMessage): boolean {
    const offered = headers[FORWARDING_TOKEN_HEADER];
    if (this.token === null || typeof offered !== 'string') return false;
    return this.check.matches(this.token, offered, 'latin1');
  }
}
