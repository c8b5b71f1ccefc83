import { invalidParameter } from '@chat-admin/codecs/errors/wire-errors';
import { SEARCHED_DETAILS } from '@chat-admin/domain/audit/audit-search';
import type { AuditFilter, SearchedDetail } from '@chat-admin/domain/audit/audit-search';
import { A_FLAG, AN_INTEGER } from '@chat-admin/domain/shared/words';
import type { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import { userNamed } from '@chat-admin/domain/users/local-user';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { A_PLACE, EARLIEST_SECOND, LATEST_SECOND, listDigest, readCursor } from '../http/cursor.js';
import { readFlag } from '../http/list-filters.js';
import { AsInteger, AsSeconds, SECONDS } from '../http/queries.js';
import type { Query } from '../http/query-string.js';

/** Contract: core 8.3 */
export class AuditLogQuery {
  @IsOptional()
  @IsString({ message: 'text' })
  username: string | null = null;

  @AsInteger()
  @IsInt({ message: AN_INTEGER })
  offset = 0;

  @AsInteger()
  @IsInt({ message: AN_INTEGER })
  limit = 100;

  @AsSeconds()
  @IsInt({ message: SECONDS })
  startTime = 0;

  @AsSeconds()
  @IsInt({ message: SECONDS })
  endTime = 0;
}

const KINDS = { value: { perSecond: 1 }, key: 'number' } as const;
const MAX_ROWS = 2 ** 31 - 1;

/** Details and `username` as received, because empty text is a name that nobody has. */
export function auditFilter(
  query: AuditLogQuery,
  received: Query,
  domain: ServiceDomain,
): Omit<AuditFilter, 'after'> {
  const detail = (name: SearchedDetail) => [name, received[name] ?? null];
  const bound = (seconds: number): number | null =>
    seconds === 0 ? null : Math.max(EARLIEST_SECOND, Math.min(LATEST_SECOND, seconds));
  return {
    username: received['username'] ?? null,
    concerns: concernedIn(received, domain),
    changes: changesIn(received),
    from: bound(query.startTime),
    to: bound(query.endTime),
    offset: Math.max(0, query.offset),
    limit: Math.min(query.limit, MAX_ROWS),
    details: Object.fromEntries(SEARCHED_DETAILS.map(detail)) as AuditFilter['details'],
  };
}

/** Prepared as in paths; what names no user of the domain is that of nobody. @throws WireFault without a page */
function concernedIn(received: Query, domain: ServiceDomain): string | null {
  const sent = received['concerns'];
  if (sent === undefined) return null;
  if (received['limit'] || received['after'] !== undefined) return userNamed(sent, domain) ?? '';
  throw invalidParameter('concerns', sent, 'only together with limit or after');
}

/** @throws WireFault unless `true`, `false` or nothing */
function changesIn({ changes: sent = '' }: Query): boolean | null {
  if (sent === '') return null;
  const flag = readFlag(sent);
  if (flag === undefined) throw invalidParameter('changes', sent, A_FLAG);
  return flag;
}

/** Identifies the list: a cursor counts for no other. */
export const digestOf = (
  path: string,
  { username, concerns, changes, from, to, details }: Omit<AuditFilter, 'after'>,
): string =>
  listDigest(path, [
    ...[username, from, to, details],
    ...(concerns === null ? [] : [concerns]),
    ...(changes === null ? [] : [{ changes }]),
  ]);

/** @throws WireFault. Contract: extensions E1.2 */
export function readPosition(
  received: Query,
  digest: string,
  offset: number,
): AuditFilter['after'] {
  const text = received['after'];
  if (text === undefined) return null;
  const position = offset > 0 ? null : readCursor(text, digest, KINDS);
  if (position === null)
    throw invalidParameter('after', text, offset > 0 ? 'no offset beside it' : A_PLACE);
  return position;
}
