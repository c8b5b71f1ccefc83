import { USER_FIELDS } from '@chat-admin/domain/users/user';
import { ROOM } from './room-merge.js';
import { stagedFields } from '../staged-fields.js';
import type { Target } from './target.js';

/**
 * The state of an import, beside the data. `item` is what was merged: `key` of the source, `target` here, fingerprints of the row and
 * of its passwords, a digest of what was written, notes of the derivation. `line` are fingerprints of growing kinds, `entry` the audit entries that it has added, `again` rooms
 * whose lines are taken anew, `late` is what waits for the end of its pass, because it needs an order.
 */
const TABLES = `
create schema if not exists moving;
create table if not exists moving.run (
  id smallint primary key default 1 check (id = 1),
  state text not null check (state in ('loading', 'finished')),
  source text not null,
  secret bytea,
  generation integer not null default 0,
  started_at timestamptz not null default now(),
  first_load boolean not null,
  own_ids boolean not null,
  audit_above bigint not null,
  archive_above bigint,
  switched_off jsonb not null default '[]'
);
alter table moving.run add column if not exists archive_above bigint;
alter table moving.run add column if not exists line_above bigint;
alter table moving.run add column if not exists options jsonb;
create table if not exists moving.progress (
  kind text primary key,
  generation integer not null,
  done boolean not null,
  since timestamptz,
  mark timestamptz,
  moved bigint not null default 0,
  lost bigint not null default 0,
  seconds double precision not null default 0
);
alter table moving.progress add column if not exists at text[];
create table if not exists moving.item (
  kind text not null,
  key bytea not null,
  target text[] not null,
  fingerprint bytea not null,
  secret bytea,
  written bytea,
  notes jsonb,
  primary key (kind, key)
);
create table if not exists moving.gone (
  kind text not null, key bytea not null, target text[] not null, written bytea
);
create table if not exists moving.line (kind text not null, fingerprint bytea not null, at timestamptz not null);
create table if not exists moving.again (service text not null, room text not null);
create table if not exists moving.late (kind text not null, first bigint not null, second bigint not null, value jsonb not null);
create table if not exists moving.kept (kind text not null, target text[] not null, primary key (kind, target));
create table if not exists moving.former (
  kind text not null, target text[] not null, value jsonb, primary key (kind, target)
);
create table if not exists moving.contact (
  owner text not null collate "C", jid text not null collate "C", subscription smallint not null,
  primary key (owner, jid)
);
create unlogged table if not exists moving.stage (
  n integer not null, key bytea, target text[], fingerprint bytea, secret bytea, notes jsonb,
  value jsonb not null, refused text
);
create unlogged table if not exists moving.staged_contact (
  n integer not null, jid text not null, nickname text, subscription smallint not null,
  groups text[] not null, ask boolean not null, approved boolean not null
);
create unlogged table if not exists moving.staged_message (
  n integer not null, id bigint, service text not null, room text not null, sent_at timestamptz not null,
  sender text, sender_shown boolean not null, nickname text, subject text, body text, stanza text
);`;

/** An older version has noted only above which entry those of its import are. */
const ENTRIES = `
do $$ begin
  if to_regclass('moving.entry') is null then
    create table moving.entry (log_id bigint primary key);
    insert into moving.entry
    select log_id from audit_entry
    where log_id > (select audit_above from moving.run)
      and exists (select from moving.progress where kind = 'audit');
  end if;
end $$`;

/** Of the text of what is written. */
export const digestOf = (text: string): string =>
  `substr(sha256(convert_to(${text}, 'UTF8')), 1, 16)`;

/**
 * What of a target the import has written, or null where there is none; `last_seen`, versions and later hashes do not count. Texts of rows,
 * which cost half of their JSON; the connection's settings decide how they are written, see `Target`. Plans that are made while a table
 * is small are kept while it grows, so they have to use its indexes from the start.
 */
const DIGEST = `
create function moving.digest(of_kind text, target text[]) returns bytea
language plpgsql stable set enable_seqscan = off as $$
declare
  found text;
begin
  case of_kind
    when 'properties' then
      select value into found from system_property where key = target[1];
    when 'accounts' then
      select row(${stagedFields(USER_FIELDS).columns}, properties, created_at, sha1_stored_key,
          coalesce(sha1_stored_key, sha256_stored_key), starts_at, ends_at)::text
      into found
      from account left join account_credential using (username) left join lockout using (username)
      where username = target[1];
    when 'groups' then
      select concat(user_group, array(
          select row(jid, is_admin) from group_member where group_name = target[1] order by jid))
      into found from user_group where name = target[1];
    when 'rosters' then
      found := nullif(concat(
        array(select row(jid, nickname, groups, ask, approved)
              from roster_item where owner = target[1] order by jid),
        array(select row(jid, stanza) from roster_request where owner = target[1] order by jid)), '{}{}');
    when 'vcards' then
      select xml into found from vcard where username = target[1];
    when 'services' then
      select chat_service::text into found from chat_service where name = target[1];
    when 'rooms' then
      select concat(
        row(${ROOM}),
        array(select row(jid, affiliation, nickname)
              from room_affiliation where room_id = room.id order by jid),
        array(select row(group_name, affiliation)
              from room_group_affiliation where room_id = room.id order by group_name))
      into found from room where service = target[1] and name = target[2];
    else
      return null;
  end case;
  return ${digestOf('found')};
end
$$`;

/** As the owner of the database. Idempotent; an import keeps the digests that it began with. */
export async function movingTables(target: Target): Promise<void> {
  await target.query(TABLES);
  await target.query(ENTRIES);
  const sql = `select to_regprocedure('moving.digest(text, text[])') is null as lacks`;
  const [row] = await target.query<{ lacks: boolean }>(sql);
  if (row!.lacks) await target.query(DIGEST);
}

/** Adds what the tables of an import lack that an older version has begun. */
export async function completeTables(target: Target): Promise<void> {
  const [row] = await target.query<{ lacks: boolean }>(
    `select to_regclass('moving.entry') is null or not exists (
       select from pg_attribute
       where attrelid = 'moving.run'::regclass and attname = 'options' and not attisdropped) as lacks`,
  );
  if (row!.lacks) await movingTables(target);
}

export async function hasMovingTables(target: Target): Promise<boolean> {
  const sql = `select to_regclass('moving.run') is not null as there`;
  const [row] = await target.query<{ there: boolean }>(sql);
  return row!.there;
}
