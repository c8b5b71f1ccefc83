import { Setting } from '@chat-admin/configuration/setting';
import { serviceSettings } from '@chat-admin/server/process/service-settings';
import { IsISO8601, IsOptional, Matches } from 'class-validator';

/** Settings of the deprecated user service. */
export class LegacyConfig extends serviceSettings('LEGACY', 'LEGACY_MANAGEMENT') {
  override port = 9091;
  override secretLabel = 'userservice';
  override managementPort = 9191;
  /** a form has nine short parameters */
  override maxBodyBytes = 64 * 1024;

  @Setting('LEGACY_DEPRECATED_SINCE', 'date of the header `Deprecation` (RFC 9745)')
  @Matches(/^\d{4}-\d\d-\d\d$/, { message: 'must be a date such as 2025-01-01' })
  @IsISO8601({ strict: true }, { message: 'must be a date of the calendar' })
  deprecatedSince = '2025-01-01';

  @Setting('LEGACY_SUNSET', 'date of the header `Sunset` (RFC 8594)', { unset: 'no header' })
  @IsOptional()
  @Matches(/^\d{4}-\d\d-\d\d$/, { message: 'must be a date such as 2025-01-01' })
  @IsISO8601({ strict: true }, { message: 'must be a date of the calendar' })
  sunset: string | null = null;
}
