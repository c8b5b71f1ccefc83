import { SEARCHED_DETAILS } from '@chat-admin/domain/audit/audit-search';
import type { AuditFilter } from '@chat-admin/domain/audit/audit-search';
import type { StreamedQuery } from '../database/row-streams.js';

/** As the index `audit_entry_subject_idx` has it. */
const SUBJECT = `
  left(lower(substring(found.details, '^object=/(?:users|lockouts|sessions|messages/users)/([^/;?]+)')), 600)`;

/** Contract: extensions E1.2 `changes` */
export const IS_CHANGE = `(found.summary not in ('POST session', 'DELETE session')
  and found.details !~ '(^|; )(outcome=[45][0-9][0-9]|dryRun=true)(;|$)')`;

/**
 * Ids and times of entries that concern a person, newest first. Each source is read in the order of its index, as far
 * as the page goes; an entry that names a person by two names is found twice.
 */
export function entriesAbout(person: string, filter: AuditFilter): StreamedQuery {
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  const name = value(person);
  const conditions = conditionsOf(filter, value);
  const whole = conditions.entry.length > 0;
  const most = value(filter.offset + filter.limit);
  const within = (alias: string, rest: readonly string[]) =>
    [
      // as a whole, since the planner takes two comparisons for a narrow choice, and leaves the order of the index
      `coalesce(${alias}.log_id > named.above and ${alias}.log_id <= named.upto
        and ${alias}.occurred_at >= named.since, false)`,
      ...conditions.place.map((condition) => condition(alias)),
      ...rest,
    ].join(' and ');
  const source = (alias: string, from: string, rest: readonly string[]) => `(
    select ${alias}.log_id, ${alias}.occurred_at from ${from}
    where ${within(alias, [...rest, ...conditions.entry])}
    order by ${alias}.occurred_at desc, ${alias}.log_id desc limit ${most})`;
  const join = whole ? ' join audit_entry as found on found.log_id = concern.log_id' : '';
  const encoded = encodeURIComponent(person).toLowerCase();
  const subjects = encoded === person ? ['named.username'] : ['named.username', value(encoded)];
  const sources = [
    source('concern', `audit_concern as concern${join}`, ['concern.username = named.username']),
    ...subjects.map((subject) =>
      source('found', 'audit_entry as found', [
        'found.concerns is null',
        `${SUBJECT} = ${subject}`,
      ]),
    ),
  ];
  const text = `
    select distinct entry.log_id, entry.occurred_at
    from (
      select ${name}::text as username, 0::bigint as above, ${value(String(2n ** 63n - 1n))}::bigint as upto,
        '-infinity'::timestamptz as since
      union all select username, above, upto, since from former_names(${name})
    ) as named cross join lateral (${sources.join(' union all ')}) as entry
    order by entry.occurred_at desc, entry.log_id desc
    offset ${value(filter.offset)} limit ${value(filter.limit)}`;
  return { text, values };
}

export function wholeEntriesAbout(person: string, filter: AuditFilter): StreamedQuery {
  const { text, values } = entriesAbout(person, filter);
  return {
    text: `
      select entry.log_id as "logId", entry.username, entry.occurred_at as timestamp, entry.summary, entry.node,
        entry.details
      from (${text}) as shown join audit_entry as entry using (log_id)
      order by shown.occurred_at desc, shown.log_id desc`,
    values,
  };
}

interface Conditions {
  /** of any row with the time and id of an entry */
  readonly place: readonly ((alias: string) => string)[];
  /** of the entry itself */
  readonly entry: readonly string[];
}

function conditionsOf(
  { username, changes, from, to, details, after }: AuditFilter,
  value: (given: unknown) => string,
): Conditions {
  const place: ((alias: string) => string)[] = [];
  const entry: string[] = [];
  const bound = (operator: string, seconds: number) => {
    const time = `to_timestamp(${value(seconds)})`;
    place.push((alias) => `${alias}.occurred_at ${operator} ${time}`);
  };
  if (from !== null) bound('>=', from);
  if (to !== null) bound('<=', to);
  if (after !== null) {
    const behind = `(to_timestamp(${value(after.value)}::bigint), ${value(after.key)}::bigint)`;
    place.push((alias) => `(${alias}.occurred_at, ${alias}.log_id) < ${behind}`);
  }
  if (username !== null) entry.push(`found.username = ${value(username)}`);
  if (changes !== null) entry.push(`${IS_CHANGE} = ${changes}`);
  for (const name of SEARCHED_DETAILS) {
    const wanted = details[name];
    if (wanted === null) continue;
    entry.push(`strpos('; ' || found.details || ';', ${value(`; ${name}=${wanted};`)}::text) > 0`);
  }
  return { place, entry };
}
