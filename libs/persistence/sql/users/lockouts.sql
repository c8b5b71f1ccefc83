-- A lockout that has ended counts as absent, although its row is there until somebody removes it. `began` says whether
-- what a lockout ends at its start has been ended: tokens and sessions of browsers, by triggers.

create or replace function is_locked(of_user text) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from lockout
    where username = of_user and starts_at <= now() and (ends_at is null or ends_at > now()));
end
$$;

comment on function is_locked is 'Whether a user is locked out now';

create or replace function append_lockout_end(of_user text, node text) returns void
language sql as $$
  select append_audit_entry(jsonb_build_object(
    'username', 'service',
    'kind', 'label',
    'timestamp', now(),
    'summary', 'END lockout ' || of_user,
    'node', node,
    'details', 'object=/lockouts/' || of_user || '; outcome=200',
    'concerns', jsonb_build_array(of_user)))
$$;

comment on function append_lockout_end is 'The audit entry of a lockout that has ended by itself';

create or replace function end_lockout(of_user text, node text) returns boolean
language plpgsql as $$
begin
  perform from account where username = of_user for no key update;
  if not found then return false; end if;
  delete from lockout where username = of_user and ends_at <= clock_timestamp();
  if found then perform append_lockout_end(of_user, node); end if;
  return true;
end
$$;

comment on function end_lockout is
  'Locks the row of a user, and removes the lockout if it has ended; false: no such user';

create or replace function end_lockouts(most integer, node text) returns text[]
language plpgsql as $$
declare
  ended text[];
begin
  with gone as (
    delete from lockout where username = any (array(
      select username from lockout where ends_at <= now()
      order by ends_at limit most for update skip locked))
    returning username)
  select array_agg(username) into ended from gone;
  perform append_lockout_end(of_user, node) from unnest(ended) as of_user;
  return coalesce(ended, '{}');
end
$$;

comment on function end_lockouts is 'Removes lockouts that have ended; whose they were';

create or replace function begin_lockouts(most integer) returns text[]
language plpgsql as $$
declare
  begun text[];
begin
  with started as (
    update lockout set began = true where username = any (array(
      select username from lockout where not began and starts_at <= now()
      order by starts_at limit most for update skip locked))
    returning username)
  select array_agg(username) into begun from started;
  return coalesce(begun, '{}');
end
$$;

comment on function begin_lockouts is 'Ends what lockouts end at their start, once for each; whose they are';

create or replace function begin_lockout(of_user text) returns void
language plpgsql as $$
begin
  if exists (select from lockout where username = of_user and not began and starts_at <= now()) then
    update lockout set began = true where username = of_user and not began and starts_at <= now();
  end if;
end
$$;

comment on function begin_lockout is
  'Ends what the lockout of a user, over or not, ends at its start, if nobody has done so yet';

create or replace function lock_user(
  of_user text, entry jsonb, by_author text default null, node text default null
) returns boolean
language plpgsql as $$
declare
  moment constant timestamptz := date_trunc('milliseconds', clock_timestamp());
  known record;
begin
  perform from account where username = of_user for no key update;
  if not found then return false; end if;
  perform note_origin(entry -> 'origin');
  loop
    insert into lockout (username, author, locked_at, starts_at)
    values (of_user, coalesce(by_author, entry ->> 'username'), moment, moment)
    on conflict on constraint lockout_pk do nothing;
    exit when found;
    select starts_at <= moment and ends_at is null and began as lasts into known
    from lockout where username = of_user;
    exit when known.lasts;
    perform end_lockout(of_user, coalesce(node, entry ->> 'node'));
    update lockout set starts_at = least(starts_at, moment), ends_at = null, began = true
    where username = of_user;
    exit when found;
  end loop;
  perform append_audit_entry(entry);
  return true;
end
$$;

comment on function lock_user is
  'Locks a user out now and without end; what else is known of a lockout stays. false: no such user';

create or replace function unlock_user(of_user text, entry jsonb, node text default null)
returns boolean
language plpgsql as $$
declare
  had_ended boolean;
begin
  perform from account where username = of_user for no key update;
  if not found then return false; end if;
  perform note_origin(entry -> 'origin');
  delete from lockout where username = of_user returning ends_at <= clock_timestamp() into had_ended;
  if had_ended then perform append_lockout_end(of_user, coalesce(node, entry ->> 'node')); end if;
  perform append_audit_entry(entry);
  return true;
end
$$;

comment on function unlock_user is 'Lets a user in again; false: no such user';
