import { USER_FIELDS } from '@chat-admin/domain/users/user';
import type { MovedRoster } from '../mapping/rosters.js';
import type { Kind } from '../rows.js';
import type { Merge } from './merge.js';
import { digestOf } from './moving-schema.js';
import { isKept } from './kept.js';
import { rooms } from './room-merge.js';
import { arrayText } from './stage.js';
import { stagedFields } from '../staged-fields.js';

const OWNER_MISSING = `
  update moving.stage set refused = 'reference-missing'
  where refused is null and not exists (select from account where username = target[1])`;

const OWNER_KEPT = `
  update moving.stage set refused = 'conflict'
  where refused is null and ${isKept('accounts', 'stage.target[1]')}`;

const ofOwner = [OWNER_MISSING, OWNER_KEPT];

/** What a directory manages stays as it is. */
const managedBy = (table: 'managed_account' | 'managed_group', key: string, name: string) =>
  `exists (select from ${table} where ${table}.${key} = ${name})`;
const refuseManaged = (...of: Parameters<typeof managedBy>) => `
  update moving.stage set refused = 'conflict' where refused is null and ${managedBy(...of)}`;

const USER = stagedFields(USER_FIELDS);

const accounts: Merge = {
  isHere: 'select true from account where username = target[1]',
  refuse: [refuseManaged('managed_account', 'username', 'stage.target[1]')],
  clear: [
    `delete from lockout using moving.stage
     where refused is null and lockout.username = target[1] and value -> 'lockout' = 'null'`,
    `delete from account_credential using moving.stage
     where refused is null and username = target[1] and value -> 'credentials' = 'null'`,
  ],
  merge: [
    {
      rows: `insert into account (username, ${USER.columns}, properties, created_at, last_seen)
     select v.username, ${USER.staged}, v.properties, v."createdAt", v."lastSeen"
     from moving.stage, jsonb_to_record(value) as v (
       username text, ${USER.members}, properties jsonb, "createdAt" timestamptz, "lastSeen" timestamptz)
     where refused is null`,
      onConflict: `on conflict on constraint account_pk do update
     set (${USER.columns}, properties, created_at, last_seen) =
       (${USER.excluded}, excluded.properties, excluded.created_at,
        greatest(account.last_seen, excluded.last_seen))`,
    },
    {
      rows: `insert into lockout (username, locked_at, starts_at, ends_at, began)
     select target[1], v."startsAt", v."startsAt", v."endsAt", v."startsAt" <= now()
     from moving.stage, jsonb_to_record(value -> 'lockout') as v ("startsAt" timestamptz, "endsAt" timestamptz)
     where refused is null and value -> 'lockout' <> 'null'`,
      onConflict: `on conflict on constraint lockout_pk do update
     set (starts_at, ends_at, began) = (excluded.starts_at, excluded.ends_at, excluded.began)
     where (lockout.starts_at, lockout.ends_at) is distinct from (excluded.starts_at, excluded.ends_at)`,
    },
    {
      rows: `insert into account_credential (username,
       sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key,
       sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key)
     select target[1],
       decode(one ->> 'salt', 'base64'), (one ->> 'iterations')::integer,
       decode(one ->> 'storedKey', 'base64'), decode(one ->> 'serverKey', 'base64'),
       decode(two ->> 'salt', 'base64'), (two ->> 'iterations')::integer,
       decode(two ->> 'storedKey', 'base64'), decode(two ->> 'serverKey', 'base64')
     from moving.stage, jsonb_to_record(value -> 'credentials') as v (sha1 jsonb, sha256 jsonb),
       lateral (values (nullif(sha1, 'null'), nullif(sha256, 'null'))) as hashes (one, two)
     where refused is null and jsonb_typeof(value -> 'credentials') = 'object'`,
      onConflict: `on conflict on constraint account_credential_pk do update
     set (sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key,
       sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key) =
       (excluded.sha1_salt, excluded.sha1_iterations, excluded.sha1_stored_key, excluded.sha1_server_key,
        excluded.sha256_salt, excluded.sha256_iterations, excluded.sha256_stored_key, excluded.sha256_server_key)`,
    },
  ],
  written: {
    digest: digestOf(`(
      select row(${USER.staged}, v.properties, v."createdAt", sha1, coalesce(sha1, sha256), "startsAt", "endsAt")::text
      from jsonb_to_record(value) as v (${USER.members}, properties jsonb, "createdAt" timestamptz),
        lateral (values (
          decode(value #>> '{credentials,sha1,storedKey}', 'base64'),
          decode(value #>> '{credentials,sha256,storedKey}', 'base64'),
          (value #>> '{lockout,startsAt}')::timestamptz, (value #>> '{lockout,endsAt}')::timestamptz)) as hanging (sha1, sha256, "startsAt", "endsAt"))`),
  },
  remove: `
    with removed as (
      delete from account using moving.gone
      where gone.kind = 'accounts' and account.username = gone.target[1]
        and not ${managedBy('managed_account', 'username', 'account.username')}
      returning account.username
    ), without_foreign_key as (
      delete from account_credential using moving.gone
      where gone.kind = 'accounts' and account_credential.username = gone.target[1]
        and not ${managedBy('managed_account', 'username', 'account_credential.username')}
    ), without_roster as (
      delete from moving.contact using moving.gone
      where gone.kind = 'accounts' and owner = gone.target[1]
    )
    delete from moving.item using removed
    where item.kind = any ('{rosters,vcards,private,pep,blocks}') and item.target[1] = removed.username`,
};

const groups: Merge = {
  isHere: 'select true from user_group where name = target[1]',
  refuse: [refuseManaged('managed_group', 'group_name', 'stage.target[1]')],
  clear: [
    `delete from group_member using moving.stage
     where refused is null and group_name = target[1]
       and not exists (
         select from jsonb_array_elements(value -> 'members') as one where one ->> 'jid' = group_member.jid)`,
  ],
  merge: [
    {
      rows: `insert into user_group (name, description, shared, visibility, visible_to, display_name)
     select v.name, v.description, v.visibility <> 'nobody', v.visibility, v."visibleTo", v."displayName"
     from moving.stage, jsonb_to_record(value) as v (
       name text, description text, visibility text, "visibleTo" text[], "displayName" text)
     where refused is null`,
      onConflict: `on conflict on constraint user_group_pk do update
     set (description, shared, visibility, visible_to, display_name) =
       (excluded.description, excluded.shared, excluded.visibility, excluded.visible_to, excluded.display_name)`,
    },
    {
      rows: `insert into group_member (group_name, jid, is_admin)
     select target[1], v.jid, v."isAdmin"
     from moving.stage, jsonb_to_recordset(value -> 'members') as v (jid text, "isAdmin" boolean)
     where refused is null`,
      onConflict: `on conflict on constraint group_member_pk do update
     set is_admin = excluded.is_admin where group_member.is_admin <> excluded.is_admin`,
    },
  ],
  remove: `
    delete from user_group using moving.gone
    where gone.kind = 'groups' and name = gone.target[1]
      and not ${managedBy('managed_group', 'group_name', 'name')}`,
};

const rosters: Merge = {
  parts: {
    table: 'moving.staged_contact',
    columns: 'jid, nickname, subscription, groups, ask, approved',
    rowsOf: (value) =>
      (value as MovedRoster).contacts.map(
        ({ jid, nickname, subscription, groups, ask, approved = false }) => [
          ...[jid, nickname, String(subscription), arrayText(groups)],
          ...[String(ask), String(approved)],
        ],
      ),
    rest: (value) => ({ requests: (value as MovedRoster).requests }),
  },
  // the least of them: any one would be looked for row by row where statistics lag behind
  isHere: `
    select coalesce(
      (select min(jid) from roster_item where owner = target[1]),
      (select min(jid) from roster_request where owner = target[1])) is not null`,
  refuse: ofOwner,
  clear: [
    `delete from roster_item using moving.stage
     where refused is null and owner = target[1] and not exists (
       select from moving.staged_contact one where one.n = stage.n and one.jid = roster_item.jid)`,
    `delete from moving.contact using moving.stage where refused is null and owner = target[1]`,
    `delete from roster_request using moving.stage where refused is null and owner = target[1]`,
  ],
  merge: [
    {
      rows: `insert into moving.contact (owner, jid, subscription)
     select target[1], jid, subscription
     from moving.stage join moving.staged_contact one using (n)
     where refused is null and subscription > 0
       and exists (select from group_member join user_group on name = group_name
                   where shared and group_member.jid = one.jid)`,
    },
    {
      rows: `insert into roster_item (owner, jid, nickname, subscription, groups, ask, approved)
     select target[1], jid, nickname, subscription, groups, ask, approved
     from moving.stage join moving.staged_contact using (n)
     where refused is null`,
      onConflict: `on conflict on constraint roster_item_pk do update
     set (nickname, subscription, groups, ask, approved) =
       (excluded.nickname, excluded.subscription, excluded.groups, excluded.ask, excluded.approved)
     where (roster_item.nickname, roster_item.subscription, roster_item.groups, roster_item.ask, roster_item.approved)
       is distinct from (excluded.nickname, excluded.subscription, excluded.groups, excluded.ask, excluded.approved)`,
    },
    {
      rows: `insert into roster_request (owner, jid, stanza)
     select target[1], v.jid, v.stanza
     from moving.stage, jsonb_to_recordset(value -> 'requests') as v (jid text, stanza text)
     where refused is null`,
    },
  ],
  written: {
    joined: `
      left join (
        select n, array_agg(row(jid, nickname, groups, ask, approved) order by jid collate "C")::text as contacts
        from moving.staged_contact group by n) roster using (n)`,
    digest: digestOf(`nullif(concat(coalesce(contacts, '{}'), array(
      select row(jid, stanza)
      from jsonb_to_recordset(value -> 'requests') as v (jid text, stanza text) order by jid collate "C")), '{}{}')`),
  },
  remove: `
    with left_over as (
      delete from roster_request using moving.gone
      where gone.kind = 'rosters' and owner = gone.target[1]
    ), forgotten as (
      delete from moving.contact using moving.gone
      where gone.kind = 'rosters' and owner = gone.target[1]
    )
    delete from roster_item using moving.gone where gone.kind = 'rosters' and owner = gone.target[1]`,
};

const vcards: Merge = {
  isHere: 'select true from vcard where username = target[1]',
  refuse: ofOwner,
  merge: [
    {
      rows: `insert into vcard (username, xml)
     select target[1], value ->> 'xml' from moving.stage where refused is null`,
      onConflict: `on conflict on constraint vcard_pk do update set xml = excluded.xml`,
    },
  ],
  remove: `delete from vcard using moving.gone where gone.kind = 'vcards' and username = gone.target[1]`,
};

const services: Merge = {
  isHere: 'select true from chat_service where name = target[1]',
  isThereAnyway: true,
  refuse: [],
  merge: [
    {
      rows: `insert into chat_service (name, description, hidden, history_max_number)
     select v.name, v.description, v.hidden, v."historyMaxNumber"
     from moving.stage, jsonb_to_record(value) as v (
       name text, description text, hidden boolean, "historyMaxNumber" integer)
     where refused is null`,
      onConflict: `on conflict on constraint chat_service_pk do update
     set (description, hidden, history_max_number) =
       (excluded.description, excluded.hidden, excluded.history_max_number)`,
    },
  ],
  remove: `delete from chat_service using moving.gone where gone.kind = 'services' and name = gone.target[1]`,
};

const properties: Merge = {
  isHere: 'select true from system_property where key = target[1]',
  isThereAnyway: true,
  refuse: [],
  merge: [
    {
      rows: `insert into system_property (key, value)
     select target[1], value ->> 'value' from moving.stage where refused is null`,
      onConflict: `on conflict on constraint system_property_pk do update set value = excluded.value
     where system_property.value <> excluded.value`,
    },
  ],
  remove: `delete from system_property using moving.gone where gone.kind = 'properties' and system_property.key = gone.target[1]`,
};

/** Rows of the chat server's own tables are written over its own connection. */
const ofChatServer: Merge = { refuse: ofOwner, merge: [], remove: null };

export const MERGES: Partial<Record<Kind, Merge>> = {
  properties,
  accounts,
  groups,
  rosters,
  vcards,
  services,
  rooms,
  private: ofChatServer,
  pep: ofChatServer,
  blocks: ofChatServer,
};
