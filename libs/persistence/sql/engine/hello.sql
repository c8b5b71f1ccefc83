-- For chat servers of 0.4.0 and before: it gives no lease, so it cannot take over from one that stands still.
-- The advisory lock belongs to the one chat server of the database, for the length of its session.
-- While an import is loading nobody is admitted; it takes the lock too, so it is looked for again with the lock held.
-- Temporary rooms are removed in batches for up to half a second; a refused chat server calls again.
create or replace function engine.hello(contract integer, instance text, starting boolean)
returns jsonb
language plpgsql as $$
declare
  attached constant bigint := 4862177332;
  import_runs constant jsonb := jsonb_build_object('ok', false, 'reason',
    'An import into the database is running: "import openfire finish" or "abandon" ends it');
  temporary bigint[];
  first integer := 1;
  other text;
begin
  if contract is distinct from 1 then
    return jsonb_build_object('ok', false, 'reason',
      format('The database speaks contract 1, the chat server asks for %s', contract));
  end if;

  if import_running() then return import_runs; end if;
  if not pg_try_advisory_lock(attached) then
    select coalesce(nullif(application_name, ''), 'process ' || pid) into other
    from pg_locks join pg_stat_activity using (pid)
    where datname = current_database() and locktype = 'advisory' and objsubid = 1
      and database = datid
      and (classid::bigint << 32) + objid::bigint = attached and granted;
    return jsonb_build_object('ok', false, 'reason',
      format('Another chat server is attached to the database: %s', coalesce(other, 'unknown')));
  end if;
  if import_running() then
    perform pg_advisory_unlock(attached);
    return import_runs;
  end if;
  perform set_config('application_name', coalesce(instance, ''), false);
  if exists (select from engine_node where state = 'active') then
    update engine_node set state = 'gone' where state = 'active';
  end if;

  if starting then
    temporary := array(select id from room where not persistent);
    while first <= cardinality(temporary)
      and clock_timestamp() < statement_timestamp() + interval '500 ms' loop
      delete from room where id in (
        select id from room
        where id = any (temporary[first:first + 99]) and not persistent
        for update skip locked);
      first := first + 100;
    end loop;
    if exists (select from room where not persistent) then
      return jsonb_build_object('ok', false, 'reason',
        'Temporary rooms of the last run are still being removed');
    end if;
  end if;

  return jsonb_build_object('ok', true, 'contract', 1, 'domain', service_domain(), 'absent', absent_hashes(), 'memory', room_memory());
end
$$;

comment on function engine.hello is
  'Attaches the one chat server of the database for the length of its session';
