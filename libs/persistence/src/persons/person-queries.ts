import type { ExportedKind } from '@chat-admin/domain/persons/personal-kinds';
import type { BareJid, Localpart } from '@chat-admin/domain/shared/jid';
import { USER_FIELDS } from '@chat-admin/domain/users/user';
import { fieldColumns } from '../database/field-columns.js';
import type { StreamedQuery } from '../database/row-streams.js';

export interface Person {
  readonly username: Localpart;
  readonly jid: BareJid;
  /** of the account */
  readonly accountId: string;
}

const USER_MEMBERS = fieldColumns(USER_FIELDS)
  .map(({ property, column }) => `'${property}', ${column}`)
  .join(', ');

/** As the API writes times. */
const time = (column: string): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')`;

const ROOM = `room.name || '@' || room.service || '.' || service_domain()`;

/** Each row is one JSON object, `row`, in a stable order. */
export const PERSON_QUERIES: Readonly<
  Record<ExportedKind<'ndjson'>, (person: Person) => StreamedQuery>
> = {
  user: ({ username }) => ({
    text: `
      select json_strip_nulls(json_build_object(
        'username', username, ${USER_MEMBERS}, 'properties', properties,
        'role', (select role from account_role where account_role.username = account.username),
        'created', ${time('created_at')}, 'lastSeen', ${time('last_seen')})) as row
      from account where username = $1`,
    values: [username],
  }),
  lockout: ({ username }) => ({
    text: `
      select json_strip_nulls(json_build_object(
        'username', username, 'reason', reason, 'author', author, 'created', ${time('locked_at')},
        'from', ${time('starts_at')}, 'until', ${time('ends_at')})) as row
      from lockout where username = $1`,
    values: [username],
  }),
  groups: ({ jid }) => ({
    text: `
      select json_build_object(
        'name', group_name, 'role', case when is_admin then 'admin' else 'member' end) as row
      from group_member where jid = $1 order by group_name`,
    values: [jid],
  }),
  affiliations: ({ jid }) => ({
    text: `
      select json_strip_nulls(json_build_object(
        'room', ${ROOM}, 'affiliation', affiliation, 'nickname', nickname)) as row
      from room_affiliation join room on room.id = room_id
      where jid = $1 order by room.service, room.name`,
    values: [jid],
  }),
  // one look into an index for each room, as the erasure finds them
  messages: ({ jid }) => ({
    text: `
      select json_strip_nulls(json_build_object(
        'room', ${ROOM}, 'time', ${time('sent_at')}, 'nickname', nickname, 'subject', said.subject,
        'body', said.body, 'stanza', said.stanza)) as row
      from room cross join lateral (
        select message.id, sent_at, nickname, coalesce(original.subject, message.subject) as subject,
          coalesce(original.body, message.body) as body, coalesce(original.stanza, message.stanza) as stanza
        from room_message message left join retracted_message original on original.id = message.id
        where room_id = room.id and split_part(sender, '/', 1) = $1
        order by sent_at, message.id
      ) said
      order by room.id, said.sent_at, said.id`,
    values: [jid],
  }),
  files: ({ jid }) => ({
    text: `
      select json_strip_nulls(json_build_object(
        'id', slot, 'name', name, 'type', type, 'bytes', bytes, 'created', ${time('sent_at')})) as row
      from sent_files($1) order by sent_at, slot`,
    values: [jid],
  }),
  reports: ({ jid }) => ({
    text: `
      select json_strip_nulls(json_build_object(
        'accused', accused, 'room', room, 'kind', kind, 'text', nullif(array_to_string(texts, E'\\n'), ''),
        'created', ${time('created_at')}, 'count', count, 'status', status)) as row
      from report where reporter = $1 order by id`,
    values: [jid],
  }),
  // more than theirs: what others' entries say is compared by those who read. By name only those since the account has it,
  // to the second of the log: another one may have had it before
  audit: ({ username, accountId }) => ({
    text: `
      select json_build_object(
        'logId', log_id, 'username', username, 'timestamp', ${time('occurred_at')}, 'summary', summary,
        'node', node, 'details', details, 'kind', kind, 'accountId', account_id) as row
      from audit_entry
      where account_id = $3
        or occurred_at >= (
            select date_trunc('second', coalesce(named_at, created_at)) from account where id = $3)
          and (username = $1 or strpos(lower(summary), $1) > 0
            or strpos(lower(details), $1) > 0 or strpos(lower(details), $2) > 0)
      order by log_id`,
    values: [username, encodeURIComponent(username).toLowerCase(), accountId],
  }),
};
