import type { DataSource } from 'typeorm';
import { poolOf } from '../database/pool.js';

const MOST_NAMED = 20;

export interface OwnerlessRooms {
  readonly count: number;
  /** some of them, `lobby@conference` */
  readonly names: readonly string[];
}

const OWNERLESS = `
  select count(*) over ()::integer as count, name || '@' || service as name
  from room
  where not exists (select from room_affiliation where room_id = id and affiliation = 'owner')
    and not exists (select from room_group_affiliation where room_id = id and affiliation = 'owner')
  order by service, name limit ${MOST_NAMED}`;

/** Rooms that nobody can configure. */
export async function ownerlessRooms(dataSource: DataSource): Promise<OwnerlessRooms> {
  type Row = { readonly count: number; readonly name: string };
  const { rows } = await poolOf(dataSource).query<Row>(OWNERLESS);
  return { count: rows[0]?.count ?? 0, names: rows.map(({ name }) => name) };
}

/** The first administrator who exists, else any user. */
const HEIR = `
    coalesce(
      (select username || '@' || service_domain() from administrator_name() join account using (username)
       order by place limit 1),
      (select username || '@' || service_domain() from account order by username limit 1))`;

/** Gives all of them to one who administers. */
export const GIVE_OWNER = `select give_owner(array(select id from room), ${HEIR});`;

const REFERRED = `
  select distinct jid from (
    select jid from roster_item union all
    select jid from group_member union all
    select jid from room_affiliation) reference
  where right(jid, length(service_domain()) + 1) = '@' || service_domain()
    and not exists (
      select from account where username = local_username(jid, service_domain()))`;

const DANGLING = `
  select count(*) over ()::integer as count, jid from (${REFERRED}) dangling
  order by jid limit ${MOST_NAMED}`;

/** Removes them, as the deletion of a user does. */
export const REMOVE_DANGLING = `select remove_jid_references(jid, ${HEIR})
from (${REFERRED}) dangling;`;

export interface DanglingReferences {
  readonly count: number;
  /** some of them */
  readonly jids: readonly string[];
}

/** Addresses of the own domain, in rosters, groups and rooms, that have no account. */
export async function danglingReferences(dataSource: DataSource): Promise<DanglingReferences> {
  type Row = { readonly count: number; readonly jid: string };
  const { rows } = await poolOf(dataSource).query<Row>(DANGLING);
  return { count: rows[0]?.count ?? 0, jids: rows.map(({ jid }) => jid) };
}

const ATTACHED = `
  select coalesce(nullif(application_name, ''), 'process ' || pid) as node, usename::text as role
  from pg_locks join pg_stat_activity using (pid)
  where datname = current_database() and locktype = 'advisory' and objsubid = 1 and database = datid
    and (classid::bigint << 32) + objid::bigint = 4862177332 and granted`;

export interface AttachedChatServer {
  /** as it calls itself in the answer to `/bridge/health` */
  readonly node: string;
  readonly role: string;
}

/** The chat server that holds this database; `null`: none does. */
export async function attachedChatServer(
  dataSource: DataSource,
): Promise<AttachedChatServer | null> {
  return (await poolOf(dataSource).query<AttachedChatServer>(ATTACHED)).rows[0] ?? null;
}
