import type { Statement } from '../database/current-transaction.js';

/** As `rule_reach` says it. */
export const FOREVER = 100_000;

const SHOWN = `
  rule.id::text, rule.kind,
  coalesce('user:' || rule.username, 'group:' || rule.group_name, 'room:' || room.name || '@' || room.service) as subject,
  rule.days, rule.acts_at as acts, rule.created_at as created, rule.created_by as "createdBy"
  from retention_rule rule left join room on room.id = rule.room_id`;

/** Days by which messages go now. */
const IN_FORCE = 'case when acts_at > now() then former_days else days end';

export const list: Statement = {
  name: 'retention-list',
  text: `select ${SHOWN} where rule.days is not null order by rule.id`,
};

export const find: Statement = {
  name: 'retention-find',
  text: `select ${SHOWN} where rule.id = $1 and rule.days is not null`,
};

export const lock: Statement = {
  name: 'retention-lock',
  text: `
    select username, group_name as "group", ${IN_FORCE} as "inForce",
      (select service from room where id = room_id) as service, (select name from room where id = room_id) as room
    from retention_rule where id = $1 and days is not null for no key update`,
};

/** Of what the transaction still does; $1: in milliseconds */
export const limitTime: Statement = {
  name: 'retention-limit-time',
  text: `select set_config('statement_timeout', $1, true)`,
};

/** Those who add rules count them one after the other. */
export const hold: Statement = {
  name: 'retention-hold',
  text: `select pg_advisory_xact_lock('retention_rule'::regclass::oid::bigint)`,
};

export const count: Statement = {
  name: 'retention-count',
  text: 'select count(*)::float8 as count from retention_rule where days is not null',
};

/** $2: where no group has a rule */
const byGroupsAt = (at: string) =>
  `coalesce(max(rule_reach(days, former_days, acts_at, ${at})), coalesce(nullif($2::integer, 0), ${FOREVER}))`;

/** As long as they keep things of the kind $3 now, or will. */
export const daysByGroups: Statement = {
  name: 'retention-days-by-groups',
  text: `
    select greatest(${byGroupsAt('now()')}, ${byGroupsAt(`'infinity'`)}) as reach
    from retention_rule rule
    where kind = $3::text and group_name is not null and exists (
      select from group_member member
      where member.group_name = rule.group_name and member.jid = $1::text || '@' || service_domain())`,
};

const SUBJECT = `
  kind = $1::text and (username = $2::text or group_name = $3::text
    or room_id = (select id from room where service = $4::text and name = $5::text))`;

/** A deleted rule that still keeps messages: what acts before a new one does. */
export const takeFormer: Statement = {
  name: 'retention-take-former',
  text: `
    delete from retention_rule where ${SUBJECT} and days is null
    returning case when acts_at > now() then former_days end as days`,
};

export const add: Statement = {
  name: 'retention-add',
  text: `
    insert into retention_rule (kind, username, group_name, room_id, days, former_days, acts_at, created_by)
    select $1::text, $2::text, $3::text, (select id from room where service = $4::text and name = $5::text),
      $6::integer, $7::integer, case when $8::boolean then now() + interval '24 hours' else now() end, $9
    where not exists (select from retention_rule where ${SUBJECT})
    returning id::text`,
};

export const update: Statement = {
  name: 'retention-update',
  text: `
    update retention_rule set days = $2,
      former_days = case when $3::boolean then ${IN_FORCE} end,
      acts_at = case when $3 then now() + interval '24 hours' else now() end
    where id = $1`,
};

export const remove: Statement = {
  name: 'retention-remove',
  text: `
    update retention_rule set days = null, former_days = ${IN_FORCE}, acts_at = now() + interval '24 hours'
    where id = $1`,
};

export const hasRules: Statement = {
  name: 'retention-has-rules',
  text: 'select exists (select from retention_rule where kind = $1) as found',
};

export const forget: Statement = {
  name: 'retention-forget',
  text: `
    delete from retention_rule where id = any (array(
      select id from retention_rule where days is null and acts_at <= now() limit $1 for update skip locked))`,
};
