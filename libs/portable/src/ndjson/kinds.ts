import { keyDoc } from '@chat-admin/codecs/access/key.doc';
import { groupDoc } from '@chat-admin/codecs/groups/group.doc';
import { roomDoc } from '@chat-admin/codecs/muc/rooms/room.doc';
import { configuredServiceDoc } from '@chat-admin/codecs/muc/services/chat-service.doc';
import { lockoutDraftDoc } from '@chat-admin/codecs/users/lockout.doc';
import { extraUserFields, userDoc } from '@chat-admin/codecs/users/user.doc';
import { webhookDoc } from '@chat-admin/codecs/webhooks/webhook.doc';
import type { Fields } from '@chat-admin/codecs/wire/fields';
import { boolean, date, doc, integer, list, named, text } from '@chat-admin/codecs/wire/schema';
import { isSensitive } from '@chat-admin/domain/system/property-rules';
import { ROOM_READ, selectRooms } from '@chat-admin/persistence/muc/rooms/room-select';
import { SELECTED_USER } from '@chat-admin/persistence/users/user-columns';

/** What one file holds: rows as the API writes them, and what the API does not show. */
export interface KindOfRows {
  readonly document: { readonly fields: Fields; writeJson(value: object): string };
  /** columns are named as properties of the document; in a stable order */
  readonly rows: string;
  readonly table: string;
  /** which of the rows belong here, where the table has others, too */
  readonly holds?: (row: Readonly<Record<string, unknown>>) => boolean;
}

const base64 = (bytes: string) => `translate(encode(${bytes}, 'base64'), E'\\n', '')`;

const KEYS = ['sha1', 'sha256'].map(
  (hash) => `
    json_build_object('mechanism', '${hash === 'sha1' ? 'SCRAM-SHA-1' : 'SCRAM-SHA-256'}',
      'iterations', ${hash}_iterations, 'salt', ${base64(`${hash}_salt`)},
      'storedKey', ${base64(`${hash}_stored_key`)}, 'serverKey', ${base64(`${hash}_server_key`)})`,
);

const people = (isAdmin: boolean) => `
  (select coalesce(json_agg(jid order by jid collate "C"), '[]') from group_member
   where group_name = name and is_admin = ${isAdmin})`;

const keys = doc('keys', {
  mechanism: text,
  iterations: integer,
  salt: text,
  storedKey: text,
  serverKey: text,
});

const property = doc('property', { key: text, value: text, changed: date, changedBy: text });

const properties = (isSecret: boolean) => ({
  document: property,
  rows: `
    select key, value, changed_at as changed, changed_by as "changedBy"
    from system_property order by key collate "C"`,
  table: 'system_property',
  holds: ({ key }: Readonly<Record<string, unknown>>) => isSensitive(key as string) === isSecret,
});

const nickname = doc('nickname', { jid: text, nickname: text });

/** In the order in which they need each other. Moving in: 10 */
export const KINDS_OF_ROWS = {
  properties: properties(false),
  secrets: properties(true),
  users: {
    document: doc('user', {
      ...userDoc.fields,
      // absent and empty are two things
      name: text,
      created: extraUserFields.created,
      lastSeen: extraUserFields.lastSeen,
      keys: list('hash', keys),
    }),
    rows: `
      select ${SELECTED_USER}, created_at as created, last_seen as "lastSeen",
        array_remove(array[
          case when sha1_stored_key is not null then ${KEYS[0]}::jsonb end,
          case when sha256_stored_key is not null then ${KEYS[1]}::jsonb end], null) as keys
      from account left join account_credential using (username) order by username collate "C"`,
    table: 'account',
  },
  roles: {
    document: doc('role', { username: text, role: text }),
    rows: `select username, role from account_role order by username collate "C"`,
    table: 'account_role',
  },
  lockouts: {
    document: doc('lockout', {
      username: text,
      ...lockoutDraftDoc.fields,
      author: text,
      created: date,
    }),
    rows: `
      select username, reason, starts_at as "from", ends_at as until, author, locked_at as created
      from lockout order by username collate "C"`,
    table: 'lockout',
  },
  groups: {
    document: doc('group', {
      ...groupDoc.fields,
      visibility: text,
      visibleTo: list('group', text),
      displayName: text,
    }),
    rows: `
      select name, description, ${people(true)} as admins, ${people(false)} as members, shared,
        visibility, visible_to as "visibleTo", display_name as "displayName"
      from user_group order by name collate "C"`,
    table: 'user_group',
  },
  services: {
    document: configuredServiceDoc,
    rows: `
      select name, description, hidden, history_max_number as "historyMaxNumber"
      from chat_service order by name collate "C"`,
    table: 'chat_service',
  },
  rooms: {
    document: doc('chatRoom', {
      serviceName: named('servicename', text),
      ...roomDoc.fields,
      nicknames: list('person', nickname),
    }),
    rows: `${selectRooms(
      `select ${ROOM_READ} from room`,
      false,
      `, room.service as "serviceName", (
        select coalesce(json_agg(json_build_object('jid', jid, 'nickname', nickname)
          order by jid collate "C"), '[]')
        from room_affiliation where room_id = room.id and nickname is not null) as nicknames`,
    )}
    order by room.service collate "C", room.name collate "C"`,
    table: 'room',
  },
  messages: {
    document: doc('message', {
      serviceName: named('servicename', text),
      room: text,
      id: integer,
      sent: date,
      sender: text,
      senderShown: boolean,
      nickname: text,
      type: text,
      subject: text,
      body: text,
      stanza: text,
    }),
    rows: `
      select service as "serviceName", name as room, line.id::float8 as id, sent_at as sent, sender,
        sender_shown as "senderShown", nickname, type, line.subject, body, stanza
      from room_message line join room on room.id = room_id order by line.id`,
    table: 'room_message',
  },
  audit: {
    document: doc('log', {
      logId: integer,
      username: text,
      timestamp: integer,
      summary: text,
      node: text,
      details: text,
    }),
    rows: `
      select log_id::float8 as "logId", username, extract(epoch from occurred_at)::float8 as timestamp,
        summary, node, details
      from audit_entry order by log_id`,
    table: 'audit_entry',
  },
  keys: {
    document: keyDoc,
    rows: `
      select id, name, scopes, allowed_addresses as "allowedAddresses", rate_limit as "rateLimit", created_at as created,
        created_by as "createdBy", expires_at as expires, last_used as "lastUsed", last_address as "lastAddress",
        previous_until as "previousValidUntil"
      from api_key order by name collate "C"`,
    table: 'api_key',
  },
  webhooks: {
    document: webhookDoc,
    rows: `
      select id::text as id, url, types, description, status, reason, created_at as created, created_by as "createdBy",
        last_success as "lastSuccess", last_failure as "lastFailure", previous_until as "previousSecretUntil",
        (select count(*)::integer from webhook_delivery
         where webhook_id = webhook.id and webhook_delivery.status = 'pending') as pending
      from webhook order by webhook.id`,
    table: 'webhook',
  },
} satisfies Record<string, KindOfRows>;

export type RowKind = keyof typeof KINDS_OF_ROWS;

export const ROW_KINDS = Object.keys(KINDS_OF_ROWS) as readonly RowKind[];

/** What whoever reads the files could do harm with: written only when asked for. */
export const SECRET_KIND: RowKind = 'secrets';

/** They show what has to be made again: their secrets are in no file. */
export type ShownKind = 'keys' | 'webhooks';
export type ReadKind = Exclude<RowKind, ShownKind>;

export const READ_KINDS = ROW_KINDS.filter(
  (kind): kind is ReadKind => kind !== 'keys' && kind !== 'webhooks',
);

/** The name of a member of the rows, by the property of the document. */
export function memberOf(kind: RowKind, property: string): string {
  const field: Fields[string] = (KINDS_OF_ROWS[kind].document.fields as Fields)[property]!;
  return (field.kind === 'internal' ? null : field.wireName) ?? property;
}

/** All members that rows of a kind may have. */
export function membersOf(kind: RowKind): ReadonlySet<string> {
  const fields = Object.entries<Fields[string]>(KINDS_OF_ROWS[kind].document.fields);
  const written = fields.filter(([, field]) => field.kind === 'list' || isWritten(field));
  return new Set(written.map(([property]) => memberOf(kind, property)));
}

const isWritten = (field: Fields[string]) => field.kind === 'scalar' && field.written;
