import { Setting } from '@chat-admin/configuration/setting';
import { WholeNumber } from '@chat-admin/configuration/whole-number';
import { CommonSettings } from '@chat-admin/server/process/common-settings';
import { IsIP, IsISO8601, IsOptional, Matches } from 'class-validator';

/** Settings of the deprecated user service. */
export class LegacyConfig extends CommonSettings {
  @Setting('LEGACY_HOST', 'address on which the user service listens')
  @IsIP(undefined, { message: 'must be an IP address' })
  host = '127.0.0.1';

  @Setting('LEGACY_PORT', 'its port; 0 takes a free one')
  @WholeNumber(0, 65_535)
  port = 9091;

  @Setting('LEGACY_SECRET_LABEL', 'user name in audit entries')
  @Matches(/^\S{1,64}$/, { message: 'must be 1 to 64 characters without blanks' })
  secretLabel = 'userservice';

  @Setting(
    'LEGACY_TRUSTED_PROXIES',
    'addresses and CIDR ranges of proxies whose `X-Forwarded-For` is believed',
  )
  @Matches(/^[0-9a-fA-F:.]+(\/\d{1,3})?$/, {
    each: true,
    message: 'must be addresses or CIDR ranges',
  })
  trustedProxies: readonly string[] = [];

  @Setting('LEGACY_MAX_BODY_BYTES', 'largest form')
  @WholeNumber(1024, 1024 * 1024 * 1024)
  maxBodyBytes = 10 * 1024 * 1024;

  @Setting(
    'LEGACY_FAILED_LOGIN_LIMIT',
    'wrong secrets from one address within 60 seconds before 429; 0: no limit',
  )
  @WholeNumber(0)
  failedLoginLimit = 100;

  @Setting('LEGACY_RATE_LIMIT', 'requests per second from one address before 429; 0: no limit')
  @WholeNumber(0)
  rateLimit = 0;

  @Setting('LEGACY_SCRAM_ITERATIONS', 'rounds of key derivation for new passwords')
  @WholeNumber(4096, 1_000_000)
  scramIterations = 10_000;

  @Setting('LEGACY_DEPRECATED_SINCE', 'date of the header `Deprecation` (RFC 9745)')
  @Matches(/^\d{4}-\d\d-\d\d$/, { message: 'must be a date such as 2025-01-01' })
  @IsISO8601({ strict: true }, { message: 'must be a date of the calendar' })
  deprecatedSince = '2025-01-01';

  @Setting('LEGACY_SUNSET', 'date of the header `Sunset` (RFC 8594)', { unset: 'no header' })
  @IsOptional()
  @Matches(/^\d{4}-\d\d-\d\d$/, { message: 'must be a date such as 2025-01-01' })
  @IsISO8601({ strict: true }, { message: 'must be a date of the calendar' })
  sunset: string | null = null;

  @Setting('LEGACY_MANAGEMENT_HOST', 'address of `/livez`, `/readyz`, `/metrics`')
  @IsIP(undefined, { message: 'must be an IP address' })
  managementHost = '127.0.0.1';

  @Setting('LEGACY_MANAGEMENT_PORT', 'their port; 0 takes a free one')
  @WholeNumber(0, 65_535)
  managementPort = 9191;

  @Setting('LEGACY_DRAIN_DELAY_MS', 'as `API_DRAIN_DELAY_MS`')
  @WholeNumber(0)
  drainDelayMs = 0;

  @Setting('LEGACY_STOP_GRACE_MS', 'as `API_STOP_GRACE_MS`')
  @WholeNumber(0)
  stopGraceMs = 10_000;
}
