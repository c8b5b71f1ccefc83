import { AFFILIATIONS } from '@chat-admin/domain/muc/affiliations/affiliations';
import { ROOM_FIELDS, roomName as preparedRoomName } from '@chat-admin/domain/muc/rooms/room';
import { domainpart, localpart, parseBareJid } from '@chat-admin/domain/shared/jid';
import { accountRole } from '@chat-admin/domain/users/account-role';
import { USER_FIELDS } from '@chat-admin/domain/users/user';
import { memberOf } from '@chat-admin/portable/ndjson/kinds';
import type { ReadKind } from '@chat-admin/portable/ndjson/kinds';
import { stagedFields } from '../staged-fields.js';

type Row = Readonly<Record<string, unknown>>;

/** How lines of a kind become rows. */
export interface RowInsert {
  /** has to be empty; `null`: what is there gets what the line says */
  readonly empty: string | null;
  /** of an array of lines, as JSON */
  readonly sql: string;
  /** whose next value follows on the highest one */
  readonly sequence: readonly [table: string, column: string] | null;
  /** @returns what is wrong with the names of a line */
  readonly fault: (row: Row) => string | null;
}

const rowsOf = (columns: string) => `jsonb_to_recordset($1) as given (${columns})`;

const key = (mechanism: string, hash: string) => `
  select decode(one ->> 'salt', 'base64') as ${hash}_salt, (one ->> 'iterations')::integer as ${hash}_iterations,
    decode(one ->> 'storedKey', 'base64') as ${hash}_stored_key, decode(one ->> 'serverKey', 'base64') as ${hash}_server_key
  from jsonb_array_elements(keys) as one where one ->> 'mechanism' = '${mechanism}'`;

const USER = stagedFields(USER_FIELDS, (property) => memberOf('users', property));
const ROOM = stagedFields(ROOM_FIELDS, (property) => memberOf('rooms', property));

const lists = (suffix: string) =>
  AFFILIATIONS.map((affiliation) => `"${affiliation}${suffix}" text[]`);

const affiliated = (suffix: string, name: string) =>
  AFFILIATIONS.map(
    (affiliation) =>
      `select id, ${name}, '${affiliation}' from added, unnest("${affiliation}${suffix}") as ${name}`,
  ).join(' union all ');

/** As numbers of JSON are exact. */
const unusableId = (name: string, id: unknown) =>
  Number.isSafeInteger(id) && (id as number) > 0 ? null : `${name} is no id`;

const text = (value: unknown) => (typeof value === 'string' ? value : '');

const isUsername = ({ username }: Row) =>
  localpart(text(username)) === username ? null : 'username is none that is stored';

const unusableJid = (...lists: readonly unknown[]): string | null => {
  const jids = lists.flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  const wrong = jids.find(
    (jid) => parseBareJid(text(jid)) !== jid && domainpart(text(jid)) !== jid,
  );
  return wrong === undefined ? null : `${JSON.stringify(wrong)} is no bare JID that is stored`;
};

/** What is there gets what the line says; a new secret of this installation stays where no line has one. */
const PROPERTIES: RowInsert = {
  empty: null,
  sql: `
    insert into system_property (key, value, changed_at, changed_by)
    select key, value, changed, "changedBy"
    from ${rowsOf('key text, value text, changed timestamptz, "changedBy" text')}
    on conflict on constraint system_property_pk do update
    set (value, changed_at, changed_by) = (excluded.value, excluded.changed_at, excluded.changed_by)`,
  sequence: null,
  fault: ({ key }) => (text(key) === '' ? 'key is missing' : null),
};

/** In the order of {@link ReadKind}: later ones name earlier ones. */
export const ROW_INSERTS: Readonly<Record<ReadKind, RowInsert>> = {
  properties: PROPERTIES,
  secrets: PROPERTIES,
  users: {
    empty: 'account',
    sql: `
      with line as materialized (
        select * from ${rowsOf(`username text, ${USER.members}, properties jsonb, created timestamptz, "lastSeen" timestamptz, keys jsonb`)}
      ), added as (
        insert into account (username, ${USER.columns}, properties, created_at, last_seen)
        select username, ${USER.staged}, coalesce(properties, '[]'), created, "lastSeen" from line v
      )
      insert into account_credential (username, sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key,
        sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key)
      select username, sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key,
        sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key
      from line left join lateral (${key('SCRAM-SHA-1', 'sha1')}) sha1 on true
        left join lateral (${key('SCRAM-SHA-256', 'sha256')}) sha256 on true
      where jsonb_array_length(keys) > 0`,
    sequence: null,
    fault: isUsername,
  },
  roles: {
    empty: 'account_role',
    sql: `
      insert into account_role (username, role)
      select username, role from ${rowsOf('username text, role text')}`,
    sequence: null,
    fault: (row) =>
      isUsername(row) ??
      (accountRole(text(row['role'])) === null ? 'role is none that there is' : null),
  },
  lockouts: {
    empty: 'lockout',
    sql: `
      insert into lockout (username, locked_at, reason, author, starts_at, ends_at, began)
      select username, created, reason, author, "from", until, "from" <= now()
      from ${rowsOf('username text, reason text, "from" timestamptz, until timestamptz, author text, created timestamptz')}`,
    sequence: null,
    fault: isUsername,
  },
  groups: {
    empty: 'user_group',
    sql: `
      with line as materialized (
        select * from ${rowsOf('name text, description text, admins text[], members text[], shared boolean, visibility text, "visibleTo" text[], "displayName" text')}
      ), added as (
        insert into user_group (name, description, shared, visibility, visible_to, display_name)
        select name, description, shared, visibility, coalesce("visibleTo", '{}'), "displayName" from line
      )
      insert into group_member (group_name, jid, is_admin)
      select name, jid, true from line, unnest(admins) as jid
      union all select name, jid, false from line, unnest(members) as jid`,
    sequence: null,
    fault: ({ name, admins, members }) =>
      text(name) === '' ? 'name is missing' : unusableJid(admins, members),
  },
  services: {
    empty: null,
    sql: `
      insert into chat_service (name, description, hidden, history_max_number)
      select "serviceName", description, hidden, "historyMaxNumber"
      from ${rowsOf('"serviceName" text, description text, hidden boolean, "historyMaxNumber" integer')}
      on conflict on constraint chat_service_pk do update
      set (description, hidden, history_max_number)
        = (excluded.description, excluded.hidden, excluded.history_max_number)`,
    sequence: null,
    fault: ({ serviceName }) =>
      domainpart(text(serviceName)) === serviceName ? null : 'serviceName is none that is stored',
  },
  rooms: {
    empty: 'room',
    sql: `
      with line as materialized (
        select * from ${rowsOf(
          [
            'servicename text, "roomName" text, "creationDate" timestamptz, "modificationDate" timestamptz',
            ROOM.members,
            ...lists('s'),
            ...lists('Groups'),
            'nicknames jsonb',
          ].join(', '),
        )}
      ), room_of_line as (
        insert into room (service, name, creation_date, modification_date, ${ROOM.columns})
        select servicename, "roomName", "creationDate", "modificationDate", ${ROOM.staged}
        from line v returning id, service, name
      ), added as (
        select id, line.* from room_of_line room join line on servicename = room.service and "roomName" = room.name
      ), groups as (
        insert into room_group_affiliation (room_id, group_name, affiliation) ${affiliated('Groups', 'group_name')}
      )
      insert into room_affiliation (room_id, jid, affiliation, nickname)
      select id, person.jid, affiliation, nickname
      from (${affiliated('s', 'jid')}) as person (id, jid, affiliation)
      left join (
        select id, one ->> 'jid' as jid, one ->> 'nickname' as nickname
        from added, jsonb_array_elements(nicknames) as one
      ) named using (id, jid)`,
    sequence: null,
    fault: ({ roomName, ...row }) =>
      preparedRoomName(text(roomName)) === roomName
        ? unusableJid(...AFFILIATIONS.map((affiliation) => row[`${affiliation}s`]))
        : 'roomName is none that is stored',
  },
  messages: {
    empty: 'room_message',
    sql: `
      insert into room_message (id, room_id, sent_at, nickname, sender, type, subject, body, stanza, sender_shown)
      overriding system value
      select given.id, room.id, sent, nickname, sender, type, given.subject, body, stanza, "senderShown"
      from ${rowsOf('servicename text, room text, id bigint, sent timestamptz, sender text, "senderShown" boolean, nickname text, type text, subject text, body text, stanza text')}
      left join room on room.service = servicename and room.name = given.room`,
    sequence: ['room_message', 'id'],
    fault: ({ id }) => unusableId('id', id),
  },
  audit: {
    empty: 'audit_entry',
    sql: `
      insert into audit_entry (log_id, username, occurred_at, summary, node, details)
      overriding system value
      select "logId", username, to_timestamp(timestamp), summary, node, details
      from ${rowsOf('"logId" bigint, username text, timestamp bigint, summary text, node text, details text')}`,
    sequence: ['audit_entry', 'log_id'],
    fault: ({ logId }) => unusableId('logId', logId),
  },
};
