import { hash, timingSafeEqual } from 'node:crypto';
import type {
  ConsoleSessions,
  OpenSession,
  SessionOrigin,
} from '@chat-admin/domain/access/console-session';
import type { Principal } from '@chat-admin/domain/access/principal';
import { apiSecrets } from '@chat-admin/domain/system/shared-secrets';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';
import type { Credentials, ScramKeys } from '@chat-admin/domain/users/credentials';
import type { UserRepository } from '@chat-admin/domain/users/user-repository';
import type { Authentication } from './authentication.js';
import { issuerPrincipal } from './issuer-claims.js';
import type { KeyAuthentication } from './key-authentication.js';
import { Refusal } from './refusal.js';
import { digestOfToken } from './session-cookie.js';

/** A session that was found by its cookie, and who it belongs to. */
export interface SignedIn {
  readonly token: string;
  readonly session: OpenSession;
  readonly principal: Principal;
}

/**
 * Lets sessions in. All that a session depends on is looked at for each request, so that it ends at
 * once, whoever changes it. Contract: extensions E5.5, Life
 */
export class SessionAuthentication {
  constructor(
    private readonly sessions: ConsoleSessions,
    private readonly users: UserRepository,
    private readonly properties: SystemProperties,
    private readonly keys: KeyAuthentication,
    private readonly authentication: Authentication,
    private readonly secretHolder: Principal,
  ) {}

  /** @param isUse whether the session lasts longer for it. @returns `null` if it has ended */
  async find(token: string, isUse: boolean, address: string): Promise<SignedIn | null> {
    const session = await this.sessions.find(digestOfToken(token), isUse);
    const principal = session && (await this.principalOf(session, address));
    return principal && { token, session, principal };
  }

  private async principalOf(session: OpenSession, address: string): Promise<Principal | null> {
    const { origin, principalId: id, principalName: name } = session;
    switch (origin.kind) {
      case 'login':
        return this.account(origin);
      case 'secret': {
        const isValid = validSecrets(this.properties).some((secret) =>
          timingSafeEqual(proofOfSecret(secret), origin.proof),
        );
        return isValid ? this.secretHolder : null;
      }
      case 'key': {
        const holder = await this.keys.holder(origin.keyId, origin.proof, address);
        return holder instanceof Refusal ? null : holder;
      }
      case 'token':
        return issuerPrincipal({ id, name }, origin.scopes, origin.expires);
    }
  }

  private async account({
    username,
    proof,
  }: SessionOrigin & { kind: 'login' }): Promise<Principal | null> {
    const account = await this.users.login(username);
    if (account === null || account.locked) return null;
    const proofs = proofsOfPassword(account.credentials);
    if (!proofs.some((one) => timingSafeEqual(one, proof))) return null;
    return this.authentication.signedIn(username, account);
  }
}

/** Not empty ones. */
export function validSecrets(properties: SystemProperties): readonly string[] {
  const { current, former } = apiSecrets(properties);
  const isFormer = former !== null && former.until.getTime() > Date.now();
  return [current, ...(isFormer ? [former.secret] : [])].filter((secret) => secret !== '');
}

export const proofOfSecret = (secret: string): Uint8Array => hash('sha256', secret, 'buffer');

/** Another one for each password that is set, because of the salt. */
export const proofOfPassword = ({ scramSha1, scramSha256 }: Credentials): Uint8Array =>
  proofOfKeys([scramSha1, scramSha256]);

/** One hash may have been added since then. */
const proofsOfPassword = ({ scramSha1, scramSha256 }: Credentials): readonly Uint8Array[] =>
  [[scramSha1, scramSha256], [scramSha1], [scramSha256]].map(proofOfKeys);

const proofOfKeys = (keys: readonly (ScramKeys | null)[]): Uint8Array =>
  hash('sha256', Buffer.concat(keys.map((one) => one?.storedKey ?? Buffer.alloc(0))), 'buffer');
