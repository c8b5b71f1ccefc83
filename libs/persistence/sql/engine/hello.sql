-- For chat servers of 0.4.0 and before: it gives no lease, so it cannot take over from one that stands still.
-- The advisory lock belongs to the one chat server of the database, for the length of its session.
-- While an import is loading nobody is admitted; it takes the lock too, so it is looked for again with the lock held.
create or replace function engine.hello(contract integer, instance text, starting boolean)
returns jsonb
language plpgsql as $$
declare
  attached constant bigint := 4862177332;
  import_runs constant jsonb := jsonb_build_object('ok', false, 'reason',
    'An import into the database is running: "import openfire finish" or "abandon" ends it');
  other text;
begin
  if contract is distinct from 1 then
    return jsonb_build_object('ok', false, 'reason',
      format('The database speaks contract 1, the chat server asks for %s', contract));
  end if;

  if import_running() then return import_runs; end if;
  if not pg_try_advisory_lock(attached) then
    select coalesce(nullif(application_name, ''), 'process ' || pid) into other
    from pg_stat_activity where pid = attached_chat_server();
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
    if not remove_temporary_rooms(false, '{}') then
      return jsonb_build_object('ok', false, 'reason',
        'Temporary rooms of the last run are still being removed');
    end if;
  end if;

  return jsonb_build_object('ok', true, 'contract', 1, 'domain', service_domain(), 'absent', absent_hashes(), 'memory', room_memory());
end
$$;

comment on function engine.hello is
  'Attaches the one chat server of the database for the length of its session';
