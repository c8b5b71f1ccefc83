import type { Statement } from '../database/current-transaction.js';

const LEASE = `interval '30 seconds'`;

export const RUN = `
  id::text as id, directory, mode, dry_run as "dryRun", status, created_by as "createdBy",
  created_at as created, started_at as started, finished_at as finished, counts, affected, confirmed, reading,
  position, message`;

export const RESULT = 'line, object, outcome, changed, exception, message';

export const state: Statement = {
  name: 'directory-state',
  text: `select cursor, digest, entry, paused, last_success as "lastSuccess", last_full as "lastFull", next_at as "nextAt",
     failing_since as "failingSince", failures, message
   from directory_state where directory = $1`,
};

export const putState: Statement = {
  name: 'directory-state-put',
  text: `insert into directory_state
     (directory, cursor, digest, last_success, last_full, next_at, failing_since, failures, message)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict on constraint directory_state_pk do update
   set (cursor, digest, last_success, last_full, next_at, failing_since, failures, message) =
     (excluded.cursor, excluded.digest, excluded.last_success, excluded.last_full, excluded.next_at,
      excluded.failing_since, excluded.failures, excluded.message)`,
};

/**
 * By ages, since clocks differ between machines, and so by more than these seconds. A run of the schedule that waits was
 * compared by the former entry.
 */
export const follow: Statement = {
  name: 'directory-state-follow',
  text: `with followed as (
     insert into directory_state (directory, entry, entry_at, entry_seen)
     values ($1, $2, now() - coalesce($3::double precision, 0) * interval '1 millisecond', now())
     on conflict on constraint directory_state_pk do update
     set entry = excluded.entry, entry_at = excluded.entry_at, entry_seen = excluded.entry_seen, failures = 0,
       next_at = now()
     where directory_state.entry is distinct from excluded.entry
       and ($3 is null or directory_state.entry is null
         or directory_state.entry_seen < now() - interval '2 minutes'
         or directory_state.entry_at < excluded.entry_at - interval '5 seconds')
     returning directory)
   update directory_run
   set status = 'cancelled', finished_at = now(), message = 'Another entry of this directory is followed now'
   from followed
   where directory_run.directory = followed.directory and status = 'waiting' and finished_at is null
     and created_by = 'directory:' || followed.directory`,
};

export const keepEntry: Statement = {
  name: 'directory-state-keep-entry',
  text: `update directory_state set entry_seen = now()
   where directory = $1 and entry = $2 and entry_seen < now() - interval '20 seconds'`,
};

export const pause: Statement = {
  name: 'directory-state-pause',
  text: `insert into directory_state (directory, paused)
   select $1::text, $2::boolean where $2::boolean or exists (select from directory_state where directory = $1)
   on conflict on constraint directory_state_pk do update
   set paused = excluded.paused where directory_state.paused <> excluded.paused`,
};

export const standings: Statement = {
  name: 'directory-standings',
  text: `select s.directory, s.entry, s.paused, s.last_success as "lastSuccess", s.failing_since as "failingSince", s.message,
     case when r.status = 'waiting' then coalesce(r.message, '') end as waits
   from directory_state s
   left join directory_run r on r.directory = s.directory and r.finished_at is null`,
};

export const now: Statement = {
  name: 'directory-now',
  text: `select clock_timestamp() as now`,
};

export const remove: Statement = {
  name: 'directory-run-remove',
  text: `delete from directory_run where id = $1 and finished_at is not null`,
};

export const begin: Statement = {
  name: 'directory-run-begin',
  text: `insert into directory_run (directory, mode, dry_run, status, created_by, counts)
   values ($1, $2, $3, 'queued', $4, $5)
   on conflict (directory) where finished_at is null do nothing
   returning ${RUN}`,
};

export const find: Statement = {
  name: 'directory-run',
  text: `select ${RUN} from directory_run where id = $1`,
};

export const last: Statement = {
  name: 'directory-run-last',
  text: `select ${RUN} from directory_run where directory = $1 order by directory_run.id desc limit 1`,
};

export const confirm: Statement = {
  name: 'directory-run-confirm',
  text: `update directory_run set status = 'queued', confirmed = affected, lease_until = null
   where id = $1 and status = 'waiting'`,
};

export const cancel: Statement = {
  name: 'directory-run-cancel',
  text: `update directory_run set status = 'cancelled', finished_at = now(), message = $2
   where id = $1 and finished_at is null`,
};

export const expire: Statement = {
  name: 'directory-run-expire',
  text: `update directory_run set status = 'cancelled', finished_at = now()
   where status = 'waiting' and finished_at is null and lease_until < now() - interval '7 days'`,
};

export const removeResults: Statement = {
  name: 'directory-results-remove',
  text: `delete from directory_result using directory_run
   where run_id = directory_run.id and finished_at < now() - interval '30 days'`,
};

export const removeStages: Statement = {
  name: 'directory-stages-remove',
  text: `delete from directory_stage using directory_run
   where run_id = directory_run.id and finished_at is not null`,
};

export const removeRuns: Statement = {
  name: 'directory-runs-remove',
  text: `delete from directory_run where finished_at < now() - interval '90 days'`,
};

export const claim: Statement = {
  name: 'directory-run-claim',
  text: `update directory_run
   set instance = $2, lease_until = now() + ${LEASE}, started_at = coalesce(started_at, now())
   where id = $1 and finished_at is null and status <> 'waiting'
     and (lease_until is null or lease_until < now() or instance = $2)
   returning ${RUN}`,
};

export const renew: Statement = {
  name: 'directory-run-renew',
  text: `update directory_run set lease_until = now() + ${LEASE}
   where id = $1 and instance = $2 and finished_at is null`,
};

export const save: Statement = {
  name: 'directory-run-save',
  text: `update directory_run
   set status = $3, counts = $4, affected = $5, reading = $6, position = $7, message = $8,
     lease_until = now() + ${LEASE},
     finished_at = case when $3 in ('done', 'failed', 'cancelled') then now() end
   where id = $1 and instance = $2 and finished_at is null`,
};

export const release: Statement = {
  name: 'directory-run-release',
  text: `update directory_run set lease_until = null
   where id = $1 and instance = $2 and finished_at is null and status <> 'waiting'`,
};

export const clear: Statement = {
  name: 'directory-stage-clear',
  text: `delete from directory_stage where run_id = $1`,
};

export const stage: Statement = {
  name: 'directory-stage-add',
  text: `insert into directory_stage (run_id, kind, external_id, name, doc)
   select id, kind, external_id, name, doc::json
   from (select id from directory_run where id = $1 and finished_at is null for share) run,
     unnest($2::text[], $3::text[], $4::text[], $5::text[]) as given (kind, external_id, name, doc)
   on conflict on constraint directory_stage_pk do nothing`,
};

export const countStaged: Statement = {
  name: 'directory-stage-count',
  text: `select count(*)::integer as count from directory_stage where run_id = $1`,
};

export const lastLine: Statement = {
  name: 'directory-results-last',
  text: `select coalesce(max(line), 0) as line from directory_result where run_id = $1`,
};

export const addResults: Statement = {
  name: 'directory-results-add',
  text: `insert into directory_result (run_id, line, object, outcome, changed, exception, message)
   select $1, line, object, outcome, changed, exception, message
   from jsonb_to_recordset($2) as given (line integer, object text, outcome text, changed text[], exception text,
     message text)`,
};

const twice = (s: string) => `exists (
    select from directory_stage other
    where other.run_id = ${s}.run_id and other.kind = ${s}.kind and other.name = ${s}.name
      and other.external_id <> ${s}.external_id and other.doc is not null)`;

/** The entry by which the holder leaves the name in this run, for one that is free or that whoever comes leaves. */
const becomes = `
  (select json_build_object('name', next.name, 'doc', next.doc) from directory_stage next
   where next.run_id = s.run_id and next.kind = 'person' and next.external_id = hm.external_id
     and next.name <> s.name and not ${twice('next')}
     and not exists (
       select from account a2 where a2.username = next.name and next.name is distinct from m.username)
   limit 1)`;

export const people: Statement = {
  name: 'directory-stage-people',
  text: `select s.external_id as "externalId", s.name, s.doc, ${twice('s')} as twice,
     m.username, m.fields, m.properties as keys, m.gone_since as "goneSince",
     a.name as "nameHere", a.email as "emailHere", a.properties as "propertiesHere",
     l.username is not null as locked, l.author, l.starts_at as "lockedFrom", l.ends_at as "lockedUntil",
     h.username is not null as held, hm.source as "heldBy", hm.external_id as "heldAs",
     hm.gone_since is not null as "holderGone", '~' || coalesce(h.id::text, s.external_id) as aside,
     ${becomes} as becomes, encode(sha256(convert_to(v.xml, 'UTF8')), 'hex') as vcard
   from directory_stage s
   left join managed_account m on m.source = $2 and m.external_id = s.external_id
   left join account a on a.username = m.username
   left join lockout l on l.username = m.username and (l.ends_at is null or l.ends_at > now())
   left join account h on h.username = s.name
   left join managed_account hm on hm.username = s.name
   left join vcard v on json_typeof(s.doc -> 'card') = 'object'
     and v.username = coalesce(m.username, case when hm.username is null then s.name end)
   where s.run_id = $1 and s.kind = 'person' and s.external_id > $3 and s.doc is not null
   order by s.external_id limit $4`,
};

export const groups: Statement = {
  name: 'directory-stage-groups',
  text: `select s.external_id as "externalId", s.name, s.doc, ${twice('s')} as twice,
     m.group_name as "groupName", g.description,
     h.name is not null as held, hm.source as "heldBy", hm.external_id as "heldAs", false as "holderGone",
     '' as aside, null as becomes
   from directory_stage s
   left join managed_group m on m.source = $2 and m.external_id = s.external_id
   left join user_group g on g.name = m.group_name
   left join user_group h on h.name = s.name
   left join managed_group hm on hm.group_name = s.name
   where s.run_id = $1 and s.kind = 'group' and s.external_id > $3 and s.doc is not null
   order by s.external_id limit $4`,
};

const isGone = (kind: string) => `
  case when $5 then not exists (
      select from directory_stage s where s.run_id = $1 and s.kind = '${kind}' and s.external_id = m.external_id)
    else exists (
      select from directory_stage s where s.run_id = $1 and s.kind = 'gone' and s.external_id = m.external_id) end`;

export const gonePeople: Statement = {
  name: 'directory-gone-people',
  text: `select m.external_id as "externalId", m.username as name, m.gone_since as "goneSince", 0 as members
   from managed_account m
   where m.source = $2 and m.external_id > $3 and ${isGone('person')}
   order by m.external_id limit $4`,
};

export const goneGroups: Statement = {
  name: 'directory-gone-groups',
  text: `select m.external_id as "externalId", m.group_name as name, null as "goneSince",
     (select count(*)::integer from group_member where group_member.group_name = m.group_name) as members
   from managed_group m
   where m.source = $2 and m.external_id > $3 and ${isGone('group')}
   order by m.external_id limit $4`,
};

export const usernames: Statement = {
  name: 'directory-usernames',
  text: `select coalesce(m.username, s.name) as username
   from unnest($2::text[]) as given (external_id)
   left join managed_account m on m.source = $1 and m.external_id = given.external_id and m.gone_since is null
   left join directory_stage s on s.run_id = $3 and s.kind = 'person' and s.external_id = given.external_id
   where coalesce(m.username, s.name) is not null`,
};

export const usernameOf: Statement = {
  name: 'directory-username',
  text: `select username from managed_account where source = $1 and external_id = $2`,
};

export const managed: Statement = {
  name: 'directory-managed-counts',
  text: `select
     (select count(*)::integer from managed_account where source = $1 and gone_since is null) as people,
     (select count(*)::integer from managed_group where source = $1) as groups`,
};

export const memberships: Statement = {
  name: 'directory-membership-count',
  text: `select count(*)::integer as memberships
   from managed_group m join group_member g on g.group_name = m.group_name where m.source = $1`,
};

export const putGone: Statement = {
  name: 'directory-gone-put',
  text: `update managed_account set gone_since = case when $2 then now() end where username = $1`,
};
