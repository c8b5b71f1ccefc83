import { randomBytes } from 'node:crypto';
import { notAuthenticated, passwordsOff, WireFault } from '@chat-admin/codecs/errors/wire-errors';
import type {
  ConsoleSessions,
  OpenSession,
  SessionOrigin,
} from '@chat-admin/domain/access/console-session';
import { readLinkToken } from '@chat-admin/domain/access/console-links';
import { readToken } from '@chat-admin/domain/access/key-tokens';
import type { KeyTokens } from '@chat-admin/domain/access/key-tokens';
import type { Principal } from '@chat-admin/domain/access/principal';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { UsedOnce } from '@chat-admin/domain/access/used-once';
import type { Transactions } from '@chat-admin/domain/shared/transactions';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';
import type { UserRepository } from '@chat-admin/domain/users/user-repository';
import type { Client } from '@chat-admin/server/edge/client-address';
import type { OfferedLogin } from './authentication.js';
import { secretsIn, tokenIn } from './authorization-header.js';
import type { Logins } from './logins.js';
import type { IssuerWays } from './issuer-ways.js';
import type { IssuedEntrant, OfferedAnswer } from './oidc-sign-in.js';
import { Refusal } from './refusal.js';
import { proofOfPassword, proofOfSecret, validSecrets } from './session-authentication.js';
import { seal, unseal } from './sealed.js';
import type { SignedIn } from './session-authentication.js';
import { digestOfToken } from './session-cookie.js';

const TOKEN_BYTES = 32;

/** Whose session begins, and with what. */
export interface Entrant {
  readonly principal: Principal;
  readonly origin: SessionOrigin;
  /** that has let them in */
  readonly issuer?: IssuedEntrant['issuer'];
  /** that is used up by it */
  readonly link?: { readonly digest: Uint8Array; readonly refused: () => WireFault };
}

/** Besides keys and the shared secret, which always work. */
export interface SignInWays {
  /** `API_CONSOLE_PASSWORDS` */
  readonly password: boolean;
  readonly oidc: boolean;
  /** of the button; `null`: the console has one of its own */
  readonly label: string | null;
}

interface Ports {
  readonly consoleSessions: ConsoleSessions;
  readonly users: UserRepository;
  readonly properties: SystemProperties;
  readonly transactions: Transactions;
  readonly usedOnce: UsedOnce;
}

/** Begins and ends the sessions of browsers. Contract: extensions E5.5, E14 */
export class SignIns {
  constructor(
    private readonly logins: Logins,
    private readonly tokens: KeyTokens,
    private readonly ports: Ports,
    readonly ways: SignInWays,
    readonly issuer: Pick<IssuerWays, 'signIn' | 'backChannel'>,
    private readonly secretHolder: Principal,
  ) {}

  /** @throws WireFault 401, 403 or 429 */
  async byPassword(offered: OfferedLogin, client: Client): Promise<Entrant> {
    if (!this.ways.password) throw passwordsOff();
    const verified = await this.logins.byPassword(offered, client);
    if (verified === null) throw notAuthenticated();
    const { username, credentials, principal } = verified;
    const proof = proofOfPassword(credentials);
    return { principal, origin: { kind: 'login', username, proof } };
  }

  /** @param token of the cookie. @throws WireFault 401, 403, 429, or 503 */
  async byIssuer(offered: OfferedAnswer, token: string | null, client: Client): Promise<Entrant> {
    const { signIn } = this.issuer;
    if (signIn === null) throw this.refused(client);
    return this.logins.byIssuer(() => signIn.finish(token, offered), client);
  }

  /** @param token of a link that an operator has made. @throws WireFault 401 or 429 */
  async byLink(token: string, client: Client): Promise<Entrant> {
    const refused = () => this.refused(client);
    const of = readLinkToken(token);
    const entrant = of && (of.username === null ? this.holder() : await this.account(of.username));
    if (!entrant) throw refused();
    return { ...entrant, link: { digest: digestOfToken(token), refused } };
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
  async begin(
    { principal, origin, issuer, link }: Entrant,
    former: string | null,
  ): Promise<SignedIn> {
    const { consoleSessions, transactions, usedOnce } = this.ports;
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const session: OpenSession = await transactions.run(async () => {
      if (link && !(await usedOnce.take('link', link.digest))) throw link.refused();
      if (former !== null) await consoleSessions.end(digestOfToken(former));
      const { id: principalId, name: principalName } = principal;
      return consoleSessions.begin(
        { digest: digestOfToken(token), principalId, principalName, origin },
        issuer && { id: issuer.id, sealed: seal(issuer.idToken, token) },
      );
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

  /** Where the session at the issuer ends that this one began with; `null`: nowhere. */
  async signOutLocation({ session, token }: SignedIn): Promise<string | null> {
    const sealed = await this.ports.consoleSessions.sealed(session.digest);
    const idToken = sealed && unseal(sealed, token);
    return idToken ? (this.issuer.signIn?.signOutLocation(idToken) ?? null) : null;
  }

  /** @returns `null` if it has changed meanwhile */
  private async originOf(
    principal: Principal,
    authorization: string,
  ): Promise<SessionOrigin | null> {
    switch (principal.kind) {
      case 'basic':
        return (await this.account(principal.name as Localpart))?.origin ?? null;
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

  /** Whoever has the shared secret; `null`: there is none. */
  private holder(): Entrant | null {
    const [secret] = validSecrets(this.ports.properties);
    const proof = secret === undefined ? null : proofOfSecret(secret);
    return proof && { principal: this.secretHolder, origin: { kind: 'secret', proof } };
  }

  /** @returns `null` if it may not sign in */
  private async account(username: Localpart): Promise<Entrant | null> {
    const account = await this.ports.users.login(username);
    if (account === null || account.locked) return null;
    const principal = this.logins.authentication.signedIn(username, account);
    const proof = proofOfPassword(account.credentials);
    return principal && { principal, origin: { kind: 'login', username, proof } };
  }
}
