import { RandomKeyTokens } from '@chat-admin/credentials/random-key-tokens';
import type { RequestCounts } from '@chat-admin/domain/access/request-counts';
import type { DirectoryLogins } from '@chat-admin/domain/directories/directory-logins';
import { availableParallelism } from 'node:os';
import type { PasswordHasher } from '@chat-admin/domain/users/credentials';
import type { ApiConfig } from '../config.js';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { unboundedPrincipal } from '@chat-admin/domain/access/principal';
import { Authentication } from './authentication.js';
import { BrowserSessions } from './browser-sessions.js';
import { Credentials } from './credentials.js';
import { createIssuerWays } from './issuer-ways.js';
import { KeyAuthentication } from './key-authentication.js';
import { Logins } from './logins.js';
import type { OnLogin } from './logins.js';
import { SessionAuthentication } from './session-authentication.js';
import { SessionCookie } from './session-cookie.js';
import { SignIns } from './sign-ins.js';
import type { KeyUses } from './key-uses.js';
import { RateLimits } from './rate-limits.js';
import { VerifiedLogins } from './verified-logins.js';
import { Cors } from '../http/cors.js';
import { Gate } from '../http/gate.js';
import { AddressCounter } from '@chat-admin/server/edge/limits';
import { LoginAttempts } from '@chat-admin/server/edge/login-attempts';
import type { RouteIndex } from '../http/route-index.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const SIGN_INS_AT_ISSUER = 32;
/** No fewer than may try and wait at a directory, which has limits of its own. */
const AT_DIRECTORIES = 512;

/** Enough to keep key derivation busy during look-ups, but never all database connections. */
function loginSlots({ databasePoolSize }: ApiConfig): number {
  return Math.min(2 * availableParallelism(), Math.floor(databasePoolSize / 2));
}

/** The gate, and what signs callers in and out. */
export interface Entrance {
  readonly gate: Gate;
  readonly signIns: SignIns;
  readonly cookie: SessionCookie;
  readonly rates: RateLimits;
  readonly credentials: Credentials;
}

export function createEntrance(
  config: ApiConfig,
  persistence: Persistence,
  hasher: PasswordHasher,
  routes: RouteIndex,
  uses: KeyUses,
  requestCounts: RequestCounts,
  directories: DirectoryLogins,
  onLogin: OnLogin,
): Entrance {
  const { properties, users, domain, loginChanges, keys, keyDirectory } = persistence;
  const tokens = new RandomKeyTokens();
  const keyAuthentication = new KeyAuthentication(keyDirectory, keys, tokens, uses);
  const issuer = createIssuerWays(config, persistence);
  const secretHolder = unboundedPrincipal('secret', config.secretLabel);
  const authentication = new Authentication(
    properties,
    users,
    hasher,
    domain,
    new VerifiedLogins(loginChanges),
    keyAuthentication,
    issuer.tokens,
    secretHolder,
    directories,
    config.scramIterations,
  );
  const sessions = new SessionAuthentication(
    persistence.consoleSessions,
    users,
    properties,
    keyAuthentication,
    authentication,
    secretHolder,
  );
  const failed = new AddressCounter(config.failedLoginLimit, MINUTE_MS);
  const attempts = new LoginAttempts(failed, loginSlots(config));
  const atIssuer = new LoginAttempts(failed, SIGN_INS_AT_ISSUER);
  const atDirectory = new LoginAttempts(failed, AT_DIRECTORIES);
  const logins = new Logins(authentication, failed, attempts, atIssuer, atDirectory, onLogin);
  const cookie = new SessionCookie(config.consoleInsecureCookie);
  const rates = new RateLimits(requestCounts);
  const gate = new Gate(
    properties,
    logins,
    new BrowserSessions(sessions, cookie, config.console, config.corsOrigins),
    routes,
    new Cors(config.corsOrigins),
    new AddressCounter(config.rateLimit, SECOND_MS),
    rates,
    config.openHealthChecks,
  );
  const credentials = new Credentials(properties, authentication, sessions, config.console);
  const ways = {
    password: config.consolePasswords,
    oidc: issuer.signIn !== null,
    label: issuer.signIn && config.oidcLabel,
  };
  const signIns = new SignIns(logins, tokens, persistence, ways, issuer, secretHolder);
  return { gate, cookie, rates, credentials, signIns };
}
