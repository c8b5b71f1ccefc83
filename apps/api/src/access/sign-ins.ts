import { randomBytes } from 'node:crypto';
import { notAuthenticated } from '@chat-admin/codecs/errors/wire-errors';
import type { WireFault } from '@chat-admin/codecs/errors/wire-errors';
import type {
  ConsoleSessions,
  OpenSession,
  SessionOrigin,
} from '@chat-admin/domain/access/console-session';
import { readToken } from '@chat-admin/domain/access/key-tokens';
import type { KeyTokens } from '@chat-admin/domain/access/key-tokens';
import type { Principal } from '@chat-admin/domain/access/principal';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { Transactions } from '@chat-admin/domain/shared/transactions';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';
import type { UserRepository } from '@chat-admin/domain/users/user-repository';
import type { Client } from '@chat-admin/server/edge/client-address';
import type { OfferedLogin } from './authentication.js';
import { secretsIn, tokenIn } from './authorization-header.js';
import type { Logins } from './logins.js';
import { Refusal } from './refusal.js';
import { proofOfPassword, proofOfSecret, validSecrets } from './session-authentication.js';
import type { SignedIn } from './session-authentication.js';
import { digestOfToken } from './session-cookie.js';

const TOKEN_BYTES = 32;

/** Whose session begins, and with what. */
export interface Entrant {
  readonly principal: Principal;
  readonly origin: SessionOrigin;
}

interface Ports {
  readonly consoleSessions: ConsoleSessions;
  readonly users: UserRepository;
  readonly properties: SystemProperties;
  readonly transactions: Transactions;
}

/** Begins and ends the sessions of browsers. Contract: extensions E5.5 */
export class SignIns {
  constructor(
    private readonly logins: Logins,
    private readonly tokens: KeyTokens,
    private readonly ports: Ports,
  ) {}

  /** @throws WireFault 401 or 429 */
  async byPassword(offered: OfferedLogin, client: Client): Promise<Entrant> {
    const verified = await this.logins.byPassword(offered, client);
    if (verified === null) throw notAuthenticated();
    const { username, credentials, principal } = verified;
    const proof = proofOfPassword(credentials);
    return { principal, origin: { kind: 'login', username, proof } };
  }

  /** @throws WireFault 401 or 429 */
  async byHeader(authorization: string, client: Client): Promise<Entrant> {
    const principal = await this.logins.byHeader(authorization, client);
    const origin =
      principal instanceof Refusal ? null : await this.originOf(principal, authorization);
    if (principal instanceof Refusal && principal.counts) throw notAuthenticated();
    if (principal instanceof Refusal || origin === null) throw this.refused(client);
    return { principal, origin };
  }

  /** The refusal of a sign-in that offers nothing to check, or what no longer holds: a failed login, too. */
  refused(client: Client): WireFault {
    return this.logins.fail(client) ?? notAuthenticated();
  }

  /** @param former of the browser, which ends */
  async begin({ principal, origin }: Entrant, former: string | null): Promise<SignedIn> {
    const { consoleSessions, transactions } = this.ports;
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const session: OpenSession = await transactions.run(async () => {
      if (former !== null) await consoleSessions.end(digestOfToken(former));
      return consoleSessions.begin({
        digest: digestOfToken(token),
        principalId: principal.id,
        principalName: principal.name,
        origin,
      });
    });
    return { token, session, principal };
  }

  /** @param others of the same principal, instead of this one */
  async end({ session }: SignedIn, others: boolean): Promise<void> {
    const { consoleSessions, transactions } = this.ports;
    const { digest, principalId } = session;
    await transactions.run(() =>
      others ? consoleSessions.endOthers(principalId, digest) : consoleSessions.end(digest),
    );
  }

  /** @returns `null` if it has changed meanwhile */
  private async originOf(
    principal: Principal,
    authorization: string,
  ): Promise<SessionOrigin | null> {
    switch (principal.kind) {
      case 'basic': {
        const username = principal.name as Localpart;
        const account = await this.ports.users.login(username);
        return account && { kind: 'login', username, proof: proofOfPassword(account.credentials) };
      }
      case 'secret': {
        const offered = secretsIn(authorization).map((one) =>
          Buffer.from(one, 'latin1').toString(),
        );
        const secret = validSecrets(this.ports.properties).find((one) => offered.includes(one));
        return secret === undefined ? null : { kind: 'secret', proof: proofOfSecret(secret) };
      }
      case 'key': {
        const { id: keyId, secret } = readToken(tokenIn(authorization)!)!;
        return { kind: 'key', keyId, proof: this.tokens.digestOf(secret) };
      }
      case 'oidc':
        return { kind: 'token', scopes: principal.scopes.all, expires: principal.expires! };
    }
  }
}
