import type { Statement } from '../database/current-transaction.js';

/** Longer than a request can take. */
const UPLOAD = `interval '6 minutes'`;
const LEASE = `interval '30 seconds'`;

export const SHOWN_STATUSES = `('queued', 'running', 'done', 'cancelled', 'failed')`;
const FINISHED = `('done', 'cancelled', 'failed')`;

/** Passwords are handed out for ten minutes from the first fetch on. */
const IS_FETCHABLE = `(passwords_fetched_at is null or passwords_fetched_at > now() - interval '10 minutes')`;

export const SHOWN_JOB = `
  job.id::text as id, type, status, dry_run as "dryRun", on_existing as "onExisting",
  created_at as created, maker_name as "createdBy", started_at as started, finished_at as finished,
  lines, processed, succeeded, unchanged, failed,
  passwords > 0 and ${IS_FETCHABLE}
    and (finished_at is null or finished_at > now() - interval '24 hours') as passwords,
  message`;

/** Those who begin jobs are counted one after the other. */
export const hold: Statement = {
  name: 'job-hold',
  text: `select pg_advisory_xact_lock('job'::regclass::oid::bigint)`,
};

/** One maker leaves others at least as many places as it takes. */
export const begin: Statement = {
  name: 'job-begin',
  text: `
    insert into job (type, status, dry_run, on_existing, generate_passwords, groups, service,
                     maker_id, maker_name, maker_kind, maker_scopes, at_console, lease_until)
    select $1, 'uploading', $2::boolean, $3, $4::boolean, $5, $6,
           $7, $8, $9, $10::text[], $11::boolean, now() + ${UPLOAD}
    where (
      select count(*) filter (where unfinished.maker_id = $7) < $12 - count(*) from (
        select maker_id from job where status in ('uploading', 'queued', 'running') limit $12
      ) unfinished)
    returning id::text as id`,
};

export const addBatches: Statement = {
  name: 'job-add-batches',
  text: `
    with held as (
      update job set lease_until = now() + ${UPLOAD}
      where id = $1 and status = 'uploading'
      returning id)
    insert into job_batch (job_id, number, lines_before, lines)
    select held.id, added.*
    from held, unnest($2::integer[], $3::integer[], $4::text[]) as added (number, before, lines)`,
};

export const discard: Statement = {
  name: 'job-discard',
  text: `
    with gone as (delete from job where id = $1 and status = 'uploading' returning id)
    delete from job_batch using gone where job_id = gone.id`,
};

export const submit: Statement = {
  name: 'job-submit',
  text: `
    update job set status = 'queued', lines = $2, lease_until = null
    where id = $1 and status = 'uploading'
    returning ${SHOWN_JOB}`,
};

export const find: Statement = {
  name: 'job-find',
  text: `select ${SHOWN_JOB} from job where id = $1 and status in ${SHOWN_STATUSES}`,
};

export const maker: Statement = {
  name: 'job-maker',
  text: `
    select maker_id as id, generate_passwords and not dry_run as generates
    from job where id = $1 and status in ${SHOWN_STATUSES}`,
};

/** One that runs ends after its batch. */
export const cancel: Statement = {
  name: 'job-cancel',
  text: `
    with wanted as (
      update job
      set cancelled = true,
          status = case status when 'queued' then 'cancelled' else status end,
          finished_at = case status when 'queued' then clock_timestamp() end
      where id = $1 and status in ('queued', 'running')
      returning id, status)
    delete from job_batch using wanted
    where job_id = wanted.id and wanted.status = 'cancelled'`,
};

/** The results are deleted later, since there may be many. */
export const remove: Statement = {
  name: 'job-remove',
  text: `
    with removed as (
      update job set status = 'removed' where id = $1 and status in ${FINISHED} returning id),
    gone as (delete from job_password using removed where job_id = removed.id),
    file as (delete from job_file using removed where job_id = removed.id),
    pieces as (delete from job_file_piece using removed where job_id = removed.id)
    select id from removed`,
};

export const fetchPasswords: Statement = {
  name: 'job-fetch-passwords',
  text: `
    update job set passwords_fetched_at = coalesce(passwords_fetched_at, now())
    where id = $1 and status in ${FINISHED} and finished_at > now() - interval '24 hours'
      and ${IS_FETCHABLE}`,
};

export const claim: Statement = {
  name: 'job-claim',
  text: `
    update job
    set status = 'running', instance = $1, lease_until = now() + ${LEASE},
        started_at = coalesce(started_at, now())
    where id = (
      select id from job
      where status in ('queued', 'running') and (lease_until is null or lease_until < now())
      order by id limit 1
      for update skip locked)
    returning id::text as id, type, dry_run as "dryRun", on_existing as "onExisting",
      generate_passwords as "generatePasswords", groups, service, maker_id as "makerId",
      maker_name as "makerName", maker_kind as "makerKind", maker_scopes as "makerScopes",
      at_console as "atConsole"`,
};

export const renew: Statement = {
  name: 'job-renew',
  text: `
    update job set lease_until = now() + ${LEASE} where status = 'running' and instance = $1`,
};

export const release: Statement = {
  name: 'job-release',
  text: `update job set lease_until = null where status = 'running' and instance = $1`,
};

export const nextBatch: Statement = {
  name: 'job-next-batch',
  text: `
    update job_batch set begun = begun + $3::integer
    where job_id = $1 and number = (
      select number from job_batch
      where job_id = $1 and exists (
        select from job
        where id = $1 and instance = $2 and status = 'running' and not cancelled)
      order by job_id, number limit 1)
    returning number, lines_before as before, lines, begun - 1 as abandoned`,
};

export const takeBatch: Statement = {
  name: 'job-take-batch',
  text: `delete from job_batch where job_id = $1 and number = $2`,
};

/** What is left of a batch is one, under its number. */
export const keepLeft: Statement = {
  name: 'job-keep-left',
  text: `
    insert into job_batch (job_id, number, lines_before, lines)
    values ($1, $2::integer, $3::integer, $4)`,
};

export const addResults: Statement = {
  name: 'job-add-results',
  text: `
    insert into job_result
      (job_id, line, object, outcome, exception, message, detail, warning, first_hash)
    select $1::bigint, line, object, outcome, exception, message, detail, warning,
           case when is_first then hashtextextended(object, 0) end
    from unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                $8::text[], $9::boolean[])
      as result (line, object, outcome, exception, message, detail, warning, is_first)`,
};

/** Short: each hash is that of one line. */
export const firstLines: Statement = {
  name: 'job-first-lines',
  text: `
    select object, line from job_result
    where job_id = $1 and object = any($2::text[])
      and first_hash = any(array(select hashtextextended(object, 0) from unnest($2::text[]) object))`,
};

export const addPasswords: Statement = {
  name: 'job-add-passwords',
  text: `insert into job_password (job_id, number, passwords) values ($1, $2, $3)`,
};

export const progress: Statement = {
  name: 'job-progress',
  text: `
    with ahead as (
      select id, processed + $3 as processed,
             case when processed + $3 >= lines then 'done'
                  when cancelled then 'cancelled'
                  else status end as status
      from job where id = $1 and instance = $2 and status = 'running'
      for update)
    update job
    set processed = ahead.processed, succeeded = succeeded + $4, unchanged = unchanged + $5,
        failed = failed + $6, passwords = passwords + $7, status = ahead.status,
        finished_at = case ahead.status when 'running' then null else clock_timestamp() end,
        instance = case ahead.status when 'running' then instance end,
        lease_until = case ahead.status when 'running' then clock_timestamp() + ${LEASE} end
    from ahead where job.id = ahead.id
    returning job.status`,
};

export const dropBatches: Statement = {
  name: 'job-drop-batches',
  text: `delete from job_batch where job_id = $1`,
};

/** With lines left only if it failed, or was cancelled. */
export const end: Statement = {
  name: 'job-end',
  text: `
    with ended as (
      update job
      set status = case when $3::text is not null then 'failed'
                        when cancelled then 'cancelled'
                        else 'done' end,
          message = $3, finished_at = clock_timestamp(), instance = null, lease_until = null
      where id = $1 and instance = $2 and status = 'running'
        and ($3::text is not null or cancelled
             or not exists (select from job_batch where job_id = $1))
      returning id),
    gone as (delete from job_batch using ended where job_id = ended.id)
    select id from ended`,
};

export const forget: Statement = {
  name: 'job-forget',
  text: `
    with removed as (
      update job set status = 'removed'
      where id = any (array(
        select id from job
        where finished_at < now() - make_interval(days => $1::integer) and status in ${FINISHED}
        order by finished_at, id limit $2
        for update skip locked))
      returning id),
    gone as (delete from job_password using removed where job_id = removed.id)
    select id from removed`,
};

export const forgetUploads: Statement = {
  name: 'job-forget-uploads',
  text: `
    with gone as (
      delete from job where status = 'uploading' and lease_until < now() returning id)
    delete from job_batch using gone where job_id = gone.id`,
};

export const forgetPasswords: Statement = {
  name: 'job-forget-passwords',
  text: `
    with over as (
      update job set passwords = 0
      where passwords > 0 and (
        passwords_fetched_at < now() - interval '10 minutes'
        or finished_at < now() - interval '24 hours')
      returning id)
    delete from job_password using over where job_id = over.id`,
};

export const forgetResults: Statement = {
  name: 'job-forget-results',
  text: `
    delete from job_result where (job_id, line) in (
      select job_id, line from job_result
      where job_id = (select id from job where status = 'removed' order by status, id limit 1)
      order by job_id, line limit $1)`,
};

export const forgetRemoved: Statement = {
  name: 'job-forget-removed',
  text: `
    delete from job where id = any(array(
      select id from job
      where status = 'removed'
        and (select min(line) from job_result where job_id = job.id) is null
      order by status, id limit $1))`,
};

export const counts: Statement = {
  name: 'job-counts',
  text: `
    select status, count(*) as count from job where status in ${SHOWN_STATUSES} group by status`,
};
