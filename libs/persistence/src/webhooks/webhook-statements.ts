import type { Statement } from '../database/current-transaction.js';

/** Of those who make first attempts to a webhook, and of a repetition. */
const LEASE = `interval '60 seconds'`;

const MAKER = `
  webhook.maker_id as "makerId", webhook.maker_name as "makerName",
  webhook.maker_kind as "makerKind", webhook.maker_scopes as "makerScopes"`;

const SECRETS = `
  webhook.secret, webhook.previous_secret as "previousSecret",
  webhook.previous_until as "previousUntil"`;

const STORED = `
  webhook.id::text as id, url, types, description, status, reason, created_at as created,
  created_by as "createdBy", last_success as "lastSuccess", last_failure as "lastFailure",
  (select count(*) from webhook_delivery
   where webhook_id = webhook.id and webhook_delivery.status = 'pending') as pending,
  ${MAKER}, ${SECRETS}`;

export const list: Statement = {
  name: 'webhook-list',
  text: `select ${STORED} from webhook order by webhook.id`,
};

export const find: Statement = {
  name: 'webhook-find',
  text: `select ${STORED} from webhook where webhook.id = $1`,
};

/** Whether the webhook still has the maker whose rights were looked at. */
const madeBy = (id: string, scopes: string) =>
  `webhook.maker_id = ${id} and webhook.maker_scopes = ${scopes}::text[]`;

/** Others may go on reading it. */
export const lock: Statement = {
  name: 'webhook-lock',
  text: `select from webhook where id = $1 for no key update`,
};

/** Those who add webhooks count them one after the other. */
export const hold: Statement = {
  name: 'webhook-hold',
  text: `select pg_advisory_xact_lock('webhook'::regclass::oid::bigint)`,
};

export const add: Statement = {
  name: 'webhook-add',
  text: `
    insert into webhook (url, types, description, status, maker_id, maker_name, maker_kind,
                         maker_scopes, secret, created_by, reached)
    select $1, $2::text[], $3, $4, $5, $6, $7, $8::text[], $9, $6, last_id from event_state
    returning id::text as id`,
};

/** Events go where they went, for whom they went. */
const SAME_WAY = `url = $2 and ${madeBy('$6', '$9')}`;

export const update: Statement = {
  name: 'webhook-update',
  text: `
    update webhook
    set url = $2, types = $3::text[], description = $4, status = $5,
        maker_id = $6, maker_name = $7, maker_kind = $8, maker_scopes = $9::text[],
        reason = case when status = $5 then reason end,
        reached = case when status = $5 then reached else last_id end,
        failing_since = case when status = $5 then failing_since end,
        turn_of = case when ${SAME_WAY} then turn_of end,
        turn_until = case when ${SAME_WAY} then turn_until end
    from event_state where id = $1`,
};

export const setSecrets: Statement = {
  name: 'webhook-set-secrets',
  text: `
    update webhook
    set secret = $2, previous_secret = $3, previous_until = $4, turn_of = null, turn_until = null
    where id = $1`,
};

export const remove: Statement = {
  name: 'webhook-remove',
  text: `delete from webhook where id = $1`,
};

export const replay: Statement = {
  name: 'webhook-replay',
  text: `
    update webhook set reached = least(reached, $2::bigint), replayed_at = clock_timestamp()
    where id = $1`,
};

export const active: Statement = {
  name: 'webhook-active',
  text: `
    select
      webhook.id::text as id, types, ${MAKER},
      reached < last_id as "isBehind",
      (turn_until is null or turn_until < now()) and exists (
        select from webhook_delivery
        where webhook_id = webhook.id and webhook_delivery.status = 'pending' and attempts = 0
      ) as waits,
      (select extract(epoch from next_at - now()) * 1000
       from webhook_delivery
       where webhook_id = webhook.id and webhook_delivery.status = 'pending' and attempts > 0
         and (lease_until is null or lease_until < now())
       order by webhook_id, next_at limit 1)::float8 as "nextIn"
    from webhook cross join event_state
    where webhook.status = 'active'
    order by webhook.id`,
};

/** Whoever fills at the same time is left alone. What waits is not added again. */
export const fill: Statement = {
  name: 'webhook-fill',
  text: `
    with held as materialized (
      select id, reached, replayed_at, last_id from webhook cross join event_state
      where id = $1 and status = 'active' and reached < last_id and ${madeBy('$4', '$5')}
      for no key update of webhook skip locked
    ), chosen as materialized (
      select found.* from held
      cross join unnest($2::text[]) as asked (type)
      cross join lateral (
        select event.id, event.type from event
        where event.type = asked.type and event.id > held.reached
        order by event.id limit $3) found
      order by found.id limit $3
    ), added as (
      insert into webhook_delivery (webhook_id, event_id, type)
      select held.id, chosen.id, chosen.type from held cross join chosen
      on conflict (webhook_id, event_id) do update
      set status = 'pending', attempts = 0, response_status = null, error = null,
          attempted_at = null, next_at = null
      where webhook_delivery.status <> 'pending'
        and coalesce(webhook_delivery.attempted_at < (select replayed_at from held), true)
    )
    update webhook
    set reached = case when (select count(*) from chosen) < $3 then held.last_id
                       else (select max(id) from chosen) end
    from held where webhook.id = held.id
    returning webhook.reached < held.last_id as rest`,
};

export const takeTurns: Statement = {
  name: 'webhook-take-turns',
  text: `
    with free as (
      select id from webhook
      where id = any($2::bigint[]) and status = 'active' and (turn_until is null or turn_until < now())
      for no key update skip locked)
    update webhook set turn_of = $1, turn_until = now() + ${LEASE}
    from free where webhook.id = free.id
    returning webhook.id::text as id`,
};

export const endTurn: Statement = {
  name: 'webhook-end-turn',
  text: `update webhook set turn_of = null, turn_until = null where id = $1 and turn_of = $2`,
};

export const firsts: Statement = {
  name: 'webhook-firsts',
  text: `
    select webhook.id::text as webhook, event_id as event, type, attempts, url, ${SECRETS}
    from webhook join webhook_delivery on webhook_id = webhook.id
    where webhook_id = $1 and webhook.id = $1
      and turn_of = $2 and webhook.status = 'active' and ${madeBy('$4', '$5')}
      and webhook_delivery.status = 'pending' and attempts = 0
    order by webhook_id, event_id limit $3`,
};

export const repetitions: Statement = {
  name: 'webhook-repetitions',
  text: `
    with due as (
      select webhook_id, event_id from webhook_delivery
      where webhook_id = $1 and status = 'pending' and attempts > 0 and next_at <= now()
        and (lease_until is null or lease_until < now())
        and exists (select from webhook where id = $1 and status = 'active' and ${madeBy('$3', '$4')})
      order by webhook_id, next_at limit $2
      for update skip locked)
    update webhook_delivery delivery set lease_until = now() + ${LEASE}
    from due join webhook on webhook.id = due.webhook_id
    where delivery.webhook_id = due.webhook_id and delivery.event_id = due.event_id
    returning webhook.id::text as webhook, delivery.event_id as event, type, attempts, url, ${SECRETS}`,
};

/** What has failed meanwhile, with its webhook, may succeed yet, and does nothing else. */
export const finish: Statement = {
  name: 'webhook-finish',
  text: `
    with held as materialized (
      select id from webhook where id = $1 for no key update
    ), done as (
      update webhook_delivery delivery
      set status = case when $4::boolean then 'delivered'
                        when $7::float8 is null then 'failed'
                        else 'pending' end,
          attempts = delivery.attempts + 1,
          response_status = $5::integer,
          error = $6,
          attempted_at = $3::timestamptz,
          next_at = clock_timestamp() + make_interval(secs => $7::float8),
          lease_until = null
      from held
      where delivery.webhook_id = held.id and delivery.event_id = $2
        and (delivery.status = 'pending' or (delivery.status = 'failed' and $4::boolean))
    )
    update webhook
    set last_success = case when $4::boolean then $3::timestamptz else last_success end,
        last_failure = case when $4::boolean then last_failure else $3::timestamptz end,
        failing_since = case when not $4::boolean then coalesce(failing_since, $3::timestamptz) end,
        turn_until = case when turn_of = $8 then now() + ${LEASE} else turn_until end
    from held where webhook.id = held.id
    returning turn_of is not distinct from $8::uuid and status = 'active' as "isMine",
      coalesce(failing_since < now() - interval '5 days', false) and status = 'active' as "failsTooLong"`,
};

export const releaseTurns: Statement = {
  name: 'webhook-release-turns',
  text: `update webhook set turn_of = null, turn_until = null where turn_of = $1`,
};

export const disable: Statement = {
  name: 'webhook-disable',
  text: `
    update webhook set status = 'disabled', reason = $2, failing_since = null
    where id = $1 and status = 'active' and ($3::text is null or ${madeBy('$3', '$4')})`,
};

export const giveUp: Statement = {
  name: 'webhook-give-up',
  text: `
    update webhook_delivery
    set status = 'failed', error = 'disabled', response_status = null, next_at = null,
        lease_until = null
    where webhook_id = $1 and status = 'pending'`,
};

export const giveUpUnreadable: Statement = {
  name: 'webhook-give-up-unreadable',
  text: `
    update webhook_delivery
    set status = 'failed', error = 'not permitted', response_status = null, next_at = null,
        lease_until = null
    where webhook_id = $1 and status = 'pending' and not type = any($4::text[])
      and exists (select from webhook where id = $1 and ${madeBy('$2', '$3')})`,
};

export const pending: Statement = {
  name: 'webhook-pending',
  text: `
    select coalesce(sum(waiting.count), 0)::bigint as count
    from webhook cross join lateral (
      select count(*) from webhook_delivery
      where webhook_id = webhook.id and webhook_delivery.status = 'pending') waiting`,
};

/** Ids of webhooks are found one by one in the index. */
export const tidy: Statement = {
  name: 'webhook-tidy',
  text: `
    with recursive known (id) as (
      (select webhook_id from webhook_delivery order by webhook_id limit 1)
      union all
      select (select webhook_id from webhook_delivery
              where webhook_id > known.id order by webhook_id limit 1)
      from known where known.id is not null
    ), gone as materialized (
      select id from known
      where id is not null and not exists (select from webhook where webhook.id = known.id)
      limit 1
    )
    delete from webhook_delivery using (
      select webhook_id, event_id from webhook_delivery
      where webhook_id = (select id from gone)
      order by webhook_id, event_id limit $1) left_over
    where webhook_delivery.webhook_id = left_over.webhook_id
      and webhook_delivery.event_id = left_over.event_id`,
};
