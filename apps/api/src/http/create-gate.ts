import { RandomKeyTokens } from '@chat-admin/credentials/random-key-tokens';
import type { RequestCounts } from '@chat-admin/domain/access/request-counts';
import { availableParallelism } from 'node:os';
import type { PasswordHasher } from '@chat-admin/domain/users/credentials';
import type { ApiConfig } from '../config.js';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { Authentication } from '../access/authentication.js';
import { IssuerTokens } from '../access/issuer-tokens.js';
import { KeyAuthentication } from '../access/key-authentication.js';
import type { KeyUses } from '../access/key-uses.js';
import { RateLimits } from '../access/rate-limits.js';
import { VerifiedLogins } from '../access/verified-logins.js';
import { Cors } from './cors.js';
import { Gate } from './gate.js';
import { AddressCounter } from '@chat-admin/server/edge/limits';
import { LoginAttempts } from '@chat-admin/server/edge/login-attempts';
import type { RouteIndex } from './route-index.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

/** Enough to keep key derivation busy during look-ups, but never all database connections. */
function loginSlots({ databasePoolSize }: ApiConfig): number {
  return Math.min(2 * availableParallelism(), Math.floor(databasePoolSize / 2));
}

export function createGate(
  config: ApiConfig,
  { properties, users, keys, keyDirectory, loginChanges, domain }: Persistence,
  hasher: PasswordHasher,
  routes: RouteIndex,
  uses: KeyUses,
  requestCounts: RequestCounts,
): Gate {
  const authentication = new Authentication(
    properties,
    users,
    hasher,
    domain,
    new VerifiedLogins(loginChanges),
    new KeyAuthentication(keyDirectory, keys, new RandomKeyTokens(), uses),
    IssuerTokens.of(config),
    config.secretLabel,
    config.scramIterations,
  );
  const failedLogins = new AddressCounter(config.failedLoginLimit, MINUTE_MS);
  return new Gate(
    properties,
    authentication,
    routes,
    new Cors(config.corsOrigins),
    new AddressCounter(config.rateLimit, SECOND_MS),
    failedLogins,
    new LoginAttempts(failedLogins, loginSlots(config)),
    new RateLimits(requestCounts),
    config.openHealthChecks,
  );
}
