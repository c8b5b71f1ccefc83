import { TRIAL_MS } from '@chat-admin/directory/password-trials';
import { directoryAway, INVALID_TOKEN } from '@chat-admin/codecs/errors/wire-errors';
import type { FaultHeaders } from '@chat-admin/codecs/errors/wire-errors';
import { idOfAccount, scopesOfRole, unboundedPrincipal } from '@chat-admin/domain/access/principal';
import type { Principal } from '@chat-admin/domain/access/principal';
import type { DirectoryLogins } from '@chat-admin/domain/directories/directory-logins';
import { preparedPassword } from '@chat-admin/domain/users/password';
import type { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import { EVERYTHING, EVERYTHING_NAMED } from '@chat-admin/domain/shared/scopes';
import {
  administrators,
  conversationReaders,
  isReserved,
} from '@chat-admin/domain/system/administrators';
import { apiSecrets } from '@chat-admin/domain/system/shared-secrets';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';
import type { Credentials, PasswordHasher } from '@chat-admin/domain/users/credentials';
import type { Managed } from '@chat-admin/domain/users/managed-objects';
import { PasswordCheck } from '@chat-admin/domain/users/password-check';
import { username } from '@chat-admin/domain/users/user';
import type { LoginAccount, UserRepository } from '@chat-admin/domain/users/user-repository';
import { remember } from '@chat-admin/server/edge/remember';
import { SharedSecretCheck } from '@chat-admin/server/edge/secrets';
import { isIssuerToken } from './issuer-tokens.js';
import type { IssuerTokens } from './issuer-tokens.js';
import type { KeyAuthentication } from './key-authentication.js';
import { isBasic, secretsIn, tokenIn } from './authorization-header.js';
import { WITH_BASIC, WITHOUT_BASIC } from './challenges.js';
import { Refusal } from './refusal.js';
import type { NamedAccount, VerifiedLogins } from './verified-logins.js';

/** Dummy credentials, so that an unknown name takes the same work as a wrong password. */
function nobody(iterations: number): Credentials {
  const keys = {
    salt: new Uint8Array(16),
    iterations,
    storedKey: new Uint8Array(0),
    serverKey: new Uint8Array(0),
  };
  return { scramSha1: keys, scramSha256: keys };
}

const isKey = (token: string) => token.startsWith('cak_');

/** A check that takes costly work; `null` if it fails, or what goes on at a directory. */
export type CostlyCheck<T> = () => Promise<T | AtDirectory<T> | null>;

/** Waits for a directory, which should hold up nobody else. @throws WireFault while there is no answer */
export type AtDirectory<T> = () => Promise<T | null>;

/** Authenticates callers. Contract: core 1.4, extensions E5.1 */
export class Authentication {
  private readonly nobody: Credentials;
  private readonly passwords: PasswordCheck;
  private readonly secret = new SharedSecretCheck();
  private readonly readers = remember(
    (listed) => new Set<string>(conversationReaders(listed ?? '', this.domain)),
    1,
  );
  private readonly administrators = remember(
    (listed) => new Set<string>(administrators(listed ?? '', this.domain)),
    1,
  );

  /** Of callers whom a directory has let in. */
  private readonly keepers = new WeakMap<Principal, Managed>();

  constructor(
    private readonly properties: SystemProperties,
    private readonly users: UserRepository,
    private readonly hasher: PasswordHasher,
    private readonly domain: ServiceDomain,
    private readonly logins: VerifiedLogins,
    private readonly keys: KeyAuthentication,
    /** `null`: none are accepted */
    private readonly issuer: IssuerTokens | null,
    private readonly secretHolder: Principal,
    private readonly directories: DirectoryLogins,
    scramIterations: number,
  ) {
    this.nobody = nobody(scramIterations);
    this.passwords = new PasswordCheck(users, hasher);
  }

  /** Headers of a 401 that is due to what was sent, or because nothing was. */
  challenge(authorization: string | undefined): FaultHeaders {
    if (authorization !== undefined && this.knownTokenIn(authorization) !== null)
      return INVALID_TOKEN;
    const scheme = this.scheme();
    return scheme === 'basic' || scheme === 'both' ? WITH_BASIC : WITHOUT_BASIC;
  }

  /** @param address of the client, to which a key may be bound */
  identify(
    authorization: string,
    address: string,
  ): Principal | Refusal | Promise<Principal | Refusal> | CostlyCheck<Principal> {
    const scheme = this.schemeOf(authorization);
    if (scheme === 'secret' && this.isSecret(authorization)) return this.secretHolder;
    const token = this.knownTokenIn(authorization);
    if (token !== null) {
      return isKey(token) ? this.keys.identify(token, address) : this.issuer!.identify(token);
    }
    if (scheme !== 'basic') return new Refusal(true, this.challenge(authorization));
    const known = this.logins.find(authorization);
    if (known === null) return () => this.checkBasic(authorization);
    if (this.isAdministrator(known.username)) return this.caller(known);
    return new Refusal(true, WITH_BASIC);
  }

  /**
   * As {@link identify}, of a caller who was let in `before`; no directory is asked again.
   * @returns `null` if it would be refused
   */
  async recheck(
    authorization: string,
    address: string,
    before: Principal | null,
  ): Promise<Principal | null> {
    const keeper = before && this.keepers.get(before);
    if (keeper) {
      return this.schemeOf(authorization) === 'basic' ? this.kept(before, keeper) : null;
    }
    const identified = this.identify(authorization, address);
    const found = await (typeof identified === 'function' ? identified() : identified);
    // a directory keeps the password since then
    if (typeof found === 'function') return null;
    return found instanceof Refusal ? null : found;
  }

  /** Whether account, directory and lockout are as they were when it was asked. */
  private async kept(before: Principal, keeper: Managed): Promise<Principal | null> {
    const name = username(before.name);
    const login = name && (await this.keptLogin(name, keeper));
    const isSame = login && idOfAccount(login.id) === before.id;
    return isSame && this.isAdministrator(login.username) ? before : null;
  }

  private caller(account: NamedAccount): Principal {
    const principal = this.administrator(account);
    if (account.keeper) this.keepers.set(principal, account.keeper);
    return principal;
  }

  /** Who may read conversations has the scopes for it. */
  private administrator({ id, username }: NamedAccount): Principal {
    const scopes = this.isReader(username) ? EVERYTHING_NAMED : EVERYTHING;
    return unboundedPrincipal('basic', username, idOfAccount(id), scopes);
  }

  /** Whether the account, existing or not, counts as administrator. */
  isAdministrator(name: Localpart): boolean {
    return this.administrators(this.properties.read(systemProperty.administrators)).has(name);
  }

  /** Whether the account, existing or not, is one of those who may read conversations. */
  isReader(name: Localpart): boolean {
    return this.readers(this.properties.read(systemProperty.conversationReaders)).has(name);
  }

  /** Whether only those who make administrators may give a new account this name. */
  isReserved(name: Localpart): boolean {
    return isReserved(name, this.properties.read(systemProperty.administrators), this.domain);
  }

  /** The token of a key, or of an issuer while one is set; `null` if the header has neither. */
  private knownTokenIn(authorization: string): string | null {
    const token = tokenIn(authorization);
    if (token === null) return null;
    return isKey(token) || (this.issuer !== null && isIssuerToken(token)) ? token : null;
  }

  private scheme(): 'secret' | 'basic' | 'both' | null {
    return this.properties.read(systemProperty.apiAuthentication);
  }

  /** Which of both the header is an attempt of. */
  private schemeOf(authorization: string): 'secret' | 'basic' | null {
    const scheme = this.scheme();
    if (scheme !== 'both') return scheme;
    return isBasic(authorization) ? 'basic' : 'secret';
  }

  private isSecret(authorization: string): boolean {
    const secrets = apiSecrets(this.properties);
    return secretsIn(authorization).some((offered) =>
      this.secret.matches(secrets, offered, 'latin1'),
    );
  }

  private async checkBasic(
    authorization: string,
  ): Promise<Principal | AtDirectory<Principal> | null> {
    const remember = this.logins.begin();
    const admitted = (verified: VerifiedLogin | null): Principal | null => {
      if (verified === null || !this.isAdministrator(verified.username)) return null;
      const { id, username, keeper = null } = verified;
      remember(authorization, { id, username, keeper }, verified.lockedIn);
      return this.caller(verified);
    };
    const verified = await this.verifiedLogin(readBasic(authorization));
    return typeof verified === 'function' ? () => verified().then(admitted) : admitted(verified);
  }

  /**
   * An administrator, or an account with a role, with what the password was verified against. The same work for every failure
   * of accounts whose passwords are here.
   */
  async verifiedLogin(
    offered: OfferedLogin | null,
  ): Promise<VerifiedLogin | AtDirectory<VerifiedLogin> | null> {
    const name = offered && username(offered.name);
    const account = name && (await this.users.login(name));
    if (!offered || !account) return this.inVain(offered);
    const keeper = await this.directories.keeperOf(name);
    if (keeper !== null) {
      // a bind of those who would be kept out all the same would only count there
      if (this.entrant(name, account, keeper) === null) return this.inVain(offered);
      const deadline = AbortSignal.timeout(TRIAL_MS);
      return () => this.atDirectory(name, keeper, offered.password, deadline);
    }
    const credentials = await this.passwords.verify(name, offered.password, account.credentials);
    return credentials && this.entrant(name, { ...account, credentials });
  }

  /** The work of a password that is wrong. */
  private async inVain(offered: OfferedLogin | null): Promise<null> {
    await this.hasher.matches(preparedPassword(offered?.password ?? '') ?? '', this.nobody);
    return null;
  }

  private async atDirectory(
    name: Localpart,
    keeper: Managed,
    password: string,
    deadline: AbortSignal,
  ): Promise<VerifiedLogin | null> {
    const outcome = await this.directories.check(keeper, password, deadline);
    if (outcome === 'away') throw directoryAway();
    if (outcome !== 'right') return null;
    // it may have been locked out, deleted or handed over meanwhile
    return this.keptLogin(name, keeper);
  }

  /** `null`: it may not enter, or its password is kept elsewhere. */
  private async keptLogin(name: Localpart, keeper: Managed): Promise<VerifiedLogin | null> {
    const account = await this.users.login(name);
    const now = await this.directories.keeperOf(name);
    const isSame = now?.source === keeper.source && now.externalId === keeper.externalId;
    return isSame && account !== null ? this.entrant(name, account, keeper) : null;
  }

  /**
   * @param keeper whose directory keeps the password; `null`: it is kept here
   * @returns `null`: whoever knows the password may not enter, either
   */
  private entrant(
    username: Localpart,
    account: LoginAccount,
    keeper: Managed | null = null,
  ): VerifiedLogin | null {
    if (account.locked) return null;
    // who sets passwords there would have every right here
    const isKept = keeper !== null && !this.directories.admitsAdministrators(keeper);
    if (isKept && this.isAdministrator(username)) return null;
    const { id, credentials, lockedIn } = account;
    const principal = this.signedIn(username, account);
    return principal && { id, username, keeper, credentials, lockedIn, principal };
  }

  /** Who an account is at the console; `null`: it neither administers nor has a role. */
  signedIn(username: Localpart, { id, role }: Pick<LoginAccount, 'id' | 'role'>): Principal | null {
    const administrator = this.administrator({ id, username });
    if (this.isAdministrator(username)) return administrator;
    return role && { ...administrator, scopes: scopesOfRole(role), role };
  }
}

export interface OfferedLogin {
  readonly name: string;
  readonly password: string;
}

export interface VerifiedLogin extends NamedAccount {
  readonly credentials: Credentials;
  /** milliseconds until a lockout begins; `null`: none is to come */
  readonly lockedIn: number | null;
  /** who it is at the console */
  readonly principal: Principal;
}

/** RFC 7617, in UTF-8; `null` for anything else. */
function readBasic(authorization: string): OfferedLogin | null {
  const encoded = /^\s*basic\s+([A-Za-z0-9+/]+={0,2})\s*$/i.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'));
    const colon = text.indexOf(':');
    return colon < 0 ? null : { name: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    return null;
  }
}
