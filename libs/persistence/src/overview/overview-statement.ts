import {
  ENDING_WITHIN_DAYS,
  EXPIRING_WITHIN_DAYS,
  MOST_EXAMPLES,
} from '@chat-admin/domain/overview/overview';
import type { StoredPartName } from '@chat-admin/domain/overview/overview';
import { Conditions, limitedCountQuery } from '../database/ordered-lists.js';
import { LOCKOUT_SOURCE, selectedLockouts } from '../users/lockout-source.js';

interface Counted {
  readonly from: string;
  /** without values */
  readonly conditions: Conditions;
  /** what names a row, and which rows come first; `null`: they are only counted */
  readonly examples: { readonly select: string; readonly orderBy: string } | null;
  /** beyond the limit all are counted too, now and then */
  readonly isCountedWhole?: true;
}

const active = () => selectedLockouts({ active: true, author: null });
const where = (condition: string) => new Conditions().add(() => condition);

/** Each is counted up to a limit, so that it costs the same however many there are. */
export const COUNTED: Readonly<Record<StoredPartName, Counted>> = {
  users: { from: 'account', conditions: new Conditions(), examples: null, isCountedWhole: true },
  rooms: { from: 'room', conditions: new Conditions(), examples: null, isCountedWhole: true },
  lockouts: { from: LOCKOUT_SOURCE.from, conditions: active(), examples: null },
  failedJobs: {
    from: 'job',
    conditions: where(
      `(status = 'failed' or status in ('done', 'cancelled') and failed > 0 and not dry_run)`,
    ),
    examples: null,
  },
  endingLockouts: {
    from: LOCKOUT_SOURCE.from,
    conditions: active().add(() => `ends_at < now() + interval '${ENDING_WITHIN_DAYS} days'`),
    examples: { select: 'username', orderBy: 'ends_at, username' },
  },
  failingWebhooks: {
    from: 'webhook',
    conditions: where(
      `(status = 'disabled' and reason is not null
        or last_failure >= coalesce(last_success, '-infinity'))`,
    ),
    examples: { select: 'url', orderBy: 'id' },
  },
  expiringKeys: {
    from: 'api_key',
    conditions: where(`expires_at < now() + interval '${EXPIRING_WITHIN_DAYS} days'`),
    examples: { select: 'name', orderBy: 'expires_at, name' },
  },
};

/** One row: for each part a number by its name and, where there are any, `<name>Examples`. */
export function overviewQuery(names: readonly StoredPartName[]): string {
  return `select ${names.flatMap(columnsOf).join(', ')}`;
}

function columnsOf(name: StoredPartName): readonly string[] {
  const { from, conditions, examples } = COUNTED[name];
  const count = `(${limitedCountQuery(from, conditions)}) as "${name}"`;
  if (examples === null) return [count];
  const { select, orderBy } = examples;
  const first = `
    select ${select} from ${from} ${conditions.where} order by ${orderBy} limit ${MOST_EXAMPLES}`;
  return [count, `array_to_json(array(${first})) as "${name}Examples"`];
}
