import { Setting } from '@chat-admin/configuration/setting';
import { WholeNumber } from '@chat-admin/configuration/whole-number';
import { CommonSettings } from '@chat-admin/server/process/common-settings';
import { ArrayNotContains, IsBoolean, IsIP, IsOptional, Matches, MaxLength } from 'class-validator';

/** Settings of the API app. Properties that change at run time: `@chat-admin/domain/system/system-properties`. */
export class ApiConfig extends CommonSettings {
  @Setting('API_HOST', 'address on which the API listens')
  @IsIP(undefined, { message: 'must be an IP address' })
  host = '127.0.0.1';

  @Setting('API_PORT', 'port of the API; 0 takes a free one')
  @WholeNumber(0, 65_535)
  port = 9090;

  @Setting('API_INITIAL_SECRET', 'first value of `plugin.restapi.secret`', {
    secret: true,
    unset: 'generated',
  })
  @IsOptional()
  @Matches(/^[\x21-\x7e]{8,1000}$/, {
    message: 'must be 8 or more printable ASCII characters without blanks',
  })
  initialSecret: string | null = null;

  @Setting(
    'API_INITIAL_ADMIN_PASSWORD',
    'creates the account `admin` with this password in a fresh database',
    { secret: true, unset: 'no account' },
  )
  @IsOptional()
  @MaxLength(255, { message: 'must be shorter' })
  initialAdminPassword: string | null = null;

  @Setting('API_SECRET_LABEL', 'user name in audit entries of calls with the shared secret')
  @Matches(/^\S{1,64}$/, { message: 'must be 1 to 64 characters without blanks' })
  secretLabel = 'secret';

  @Setting(
    'API_TRUSTED_PROXIES',
    'addresses and CIDR ranges of proxies whose `X-Forwarded-For` is believed',
  )
  @Matches(/^[0-9a-fA-F:.]+(\/\d{1,3})?$/, {
    each: true,
    message: 'must be addresses or CIDR ranges',
  })
  trustedProxies: readonly string[] = [];

  @Setting('API_CORS_ORIGINS', 'origins that browsers may call from, exact; `*` is not accepted')
  @ArrayNotContains(['*'], { message: 'must not contain *' })
  @Matches(/^[a-z][a-z0-9+.-]*:\/\/[^/\s]+$/, {
    each: true,
    message: 'must be origins such as https://a.example',
  })
  corsOrigins: readonly string[] = [];

  @Setting('API_MAX_BODY_BYTES', 'largest request body, as sent and inflated')
  @WholeNumber(1024, 1024 * 1024 * 1024)
  maxBodyBytes = 10 * 1024 * 1024;

  @Setting(
    'API_FAILED_LOGIN_LIMIT',
    'wrong credentials from one address within 60 seconds before 429; 0: no limit',
  )
  @WholeNumber(0)
  failedLoginLimit = 100;

  @Setting('API_RATE_LIMIT', 'requests per second from one address before 429; 0: no limit')
  @WholeNumber(0)
  rateLimit = 0;

  @Setting('API_SCRAM_ITERATIONS', 'rounds of key derivation for new passwords')
  @WholeNumber(4096, 1_000_000)
  scramIterations = 10_000;

  @Setting('API_STOP_GRACE_MS', 'how long running requests may take when the API is stopped')
  @WholeNumber(0)
  stopGraceMs = 10_000;

  @Setting(
    'API_DRAIN_DELAY_MS',
    'how long the API says that it is not ready before it stops listening',
  )
  @WholeNumber(0)
  drainDelayMs = 0;

  @Setting(
    'API_OPEN_HEALTH_CHECKS',
    'answers `/system/liveness…` and `/system/readiness…` without credentials',
  )
  @IsBoolean({ message: 'must be true or false' })
  openHealthChecks = false;

  @Setting(
    'API_ALLOW_SECURITY_PROPERTIES',
    'lets callers change the system properties that protect the API',
  )
  @IsBoolean({ message: 'must be true or false' })
  allowSecurityProperties = false;

  @Setting('API_AUDIT_WRITE_ONLY', 'refuses to show the audit log')
  @IsBoolean({ message: 'must be true or false' })
  auditWriteOnly = false;

  @Setting('REDIS_URL', 'Redis that the instances of a cluster share, `redis://host:port`', {
    secret: true,
    unset: 'no cluster',
  })
  @IsOptional()
  @Matches(/^rediss?:\/\/\S+$/, { message: 'must be a redis:// address' })
  redisUrl: string | null = null;

  @Setting(
    'LEGACY_URL',
    'where the deprecated user service listens, `http://host:port`; requests to its addresses are forwarded there',
    { unset: 'nothing is forwarded' },
  )
  @IsOptional()
  @Matches(/^https?:\/\/[^\s/?#@]+\/?$/, { message: 'must be an address such as http://host:port' })
  legacyUrl: string | null = null;

  @Setting(
    'MANAGEMENT_HOST',
    'address of the management listener (`/livez`, `/readyz`, `/metrics`)',
  )
  @IsIP(undefined, { message: 'must be an IP address' })
  managementHost = '127.0.0.1';

  @Setting('MANAGEMENT_PORT', 'its port; 0 takes a free one')
  @WholeNumber(0, 65_535)
  managementPort = 9190;
}
