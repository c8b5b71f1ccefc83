import { readDate } from '@chat-admin/codecs/wire/dates';
import type { AuditFilter } from '@chat-admin/domain/audit/audit-search';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { AsInteger } from '../http/queries.js';

/** Seconds since the epoch, or a date with time; other text stays text. */
const AsSeconds = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => {
    if (typeof value !== 'string') return value;
    if (/^[+-]?\d{1,15}$/.test(value)) return Number(value);
    const date = /[T:]/.test(value) ? readDate(value) : null;
    return date === null ? value : Math.floor(date.getTime() / 1000);
  });

/** Contract: core 8.3 */
export class AuditLogQuery {
  @IsOptional()
  @IsString()
  username: string | null = null;

  @AsInteger()
  @IsInt()
  offset = 0;

  @AsInteger()
  @IsInt()
  limit = 100;

  @AsSeconds()
  @IsInt()
  startTime = 0;

  @AsSeconds()
  @IsInt()
  endTime = 0;
}

/** years 1 to 9999 */
const EARLIEST_SECOND = -62_135_596_800;
const LATEST_SECOND = 253_402_300_799;
const MAX_ROWS = 2 ** 31 - 1;

/** `username` as received, because empty text is a name that nobody has. */
export function auditFilter(query: AuditLogQuery, username: string | undefined): AuditFilter {
  const bound = (seconds: number): number | null =>
    seconds === 0 ? null : Math.max(EARLIEST_SECOND, Math.min(LATEST_SECOND, seconds));
  return {
    username: username ?? null,
    from: bound(query.startTime),
    to: bound(query.endTime),
    offset: Math.max(0, query.offset),
    limit: Math.min(query.limit, MAX_ROWS),
  };
}
