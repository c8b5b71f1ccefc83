create or replace function engine_peers(own text) returns jsonb
language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('node', node, 'address', address, 'state', state) order by node), '[]')
  from engine_node
  where node <> own and state <> 'gone' and renewed_at > clock_timestamp() - interval '60 seconds'
$$;

comment on function engine_peers is
  'The other chat servers that were alive within the last minute';

create or replace function attached_chat_server() returns integer
language sql stable as $$
  select pid from pg_locks
  where locktype = 'advisory' and objsubid = 1 and granted
    and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32) + objid::bigint = 4862177332
$$;

comment on function attached_chat_server is
  'The process of the session that holds the lock of the one chat server; null: none does';

create or replace function serving_chat_server() returns jsonb
language sql stable as $$
  select jsonb_build_object('node', node, 'address', address, 'epoch', epoch, 'beat', beat, 'lease', lease)
  from engine_node where state = 'active'
$$;

comment on function serving_chat_server is 'The chat server that has the lease, whether it is alive or not; null: none has';

-- Writes who waits, but over nothing that a serving one of the same name has written, or one that is waiting, too.
create or replace function note_waiting(facts jsonb) returns void
language sql as $$
  insert into engine_node as known (node, kind, version, address, run, lease, state, joined_at, renewed_at)
  values (facts ->> 'node', facts ->> 'kind', facts ->> 'version', facts ->> 'address', facts ->> 'run',
    (facts ->> 'lease')::real, 'waiting', clock_timestamp(), clock_timestamp())
  on conflict (node) do update set
    kind = excluded.kind, version = excluded.version, address = excluded.address, run = excluded.run,
    lease = excluded.lease, state = 'waiting', renewed_at = excluded.renewed_at, sessions = null, rooms = null,
    joined_at = case known.state when 'waiting' then known.joined_at else excluded.joined_at end
  where known.state = 'gone' or known.state = 'waiting'
    and (known.run is not distinct from excluded.run or known.renewed_at < clock_timestamp() - interval '5 seconds')
$$;

comment on function note_waiting is 'Notes that a chat server is alive and waits';

-- A database that takes no writes has no leases: who holds the lock serves what can be read, and nobody can take over.
create or replace function take_lease(facts jsonb) returns bigint
language plpgsql as $$
declare
  own constant text := facts ->> 'node';
  number bigint;
begin
  delete from engine_node where state = 'gone' and renewed_at < clock_timestamp() - interval '7 days';
  update engine_node set state = 'gone' where state = 'active' and node <> own;
  number := nextval('engine_epoch');
  insert into engine_node as former
    (node, kind, version, address, run, lease, state, epoch, joined_at, active_at, renewed_at)
  values (own, facts ->> 'kind', facts ->> 'version', facts ->> 'address', facts ->> 'run',
    (facts ->> 'lease')::real, 'active', number, clock_timestamp(), clock_timestamp(), clock_timestamp())
  on conflict (node) do update set
    kind = excluded.kind, version = excluded.version, address = excluded.address, run = excluded.run,
    lease = excluded.lease, state = 'active', epoch = excluded.epoch, beat = former.beat + 1, active_at = excluded.active_at,
    renewed_at = excluded.renewed_at, sessions = null, rooms = null,
    joined_at = case former.state when 'waiting' then former.joined_at else excluded.joined_at end;
  return number;
exception when read_only_sql_transaction or disk_full then
  return null;
end
$$;

comment on function take_lease is
  'Gives a chat server that holds the lock its lease, and returns its epoch; null: the database takes no writes';

create or replace function not_attached_because(facts jsonb, serving jsonb, may_come_back boolean) returns text
language sql stable as $$
  select case
    when other.run is distinct from facts ->> 'run' and other.state <> 'gone' and facts ->> 'epoch' is null then
      format('Another chat server has the same name: %s. Give each a chat_instance of its own', other.node)
    when may_come_back then format('The chat server %s may come back: its lease is not over', serving ->> 'node')
    else format('Another chat server is attached to the database: %s', coalesce(serving ->> 'node', (
      select coalesce(nullif(application_name, ''), 'process ' || pid) from pg_stat_activity
      where pid = attached_chat_server()), 'unknown'))
      || case when serving -> 'lease' <> facts -> 'lease' then
        format('. Its chat_lease is %s, here it is %s: give all the same', serving -> 'lease', facts -> 'lease')
      else '' end
    end
  from (select facts ->> 'node' as own) as asked left join engine_node as other on other.node = own
$$;

comment on function not_attached_because is 'Why a chat server is not attached, for its log';

-- The advisory lock belongs to the one chat server of the database, for the length of its session; the epoch is the number
-- of its lease, which every change of who serves ends. With the epoch of a lease that has ended nobody is admitted.
-- While an import is loading nobody is admitted; it takes the lock too, so it is looked for again with the lock held.
create or replace function engine.join(contract integer, facts jsonb)
returns jsonb
language plpgsql as $$
declare
  attached constant bigint := 4862177332;
  import_runs constant jsonb := jsonb_build_object('ok', false, 'reason',
    'An import into the database is running: "import openfire finish" or "abandon" ends it');
  own constant text := facts ->> 'node';
  held constant bigint := (facts ->> 'epoch')::bigint;
  number bigint;
  serving jsonb;
  may_come_back boolean := false;
  locked boolean := false;
  settled boolean;
begin
  if contract is distinct from 2 then
    return jsonb_build_object('ok', false, 'reason',
      format('The database speaks contract 2, the chat server asks for %s', contract));
  end if;

  perform set_config('application_name', own, false);
  if held is not null then
    begin
      update engine_node set beat = beat + 1, renewed_at = clock_timestamp()
      where node = own and state = 'active' and epoch = held;
    exception when read_only_sql_transaction or disk_full then
      perform from engine_node where node = own and state = 'active' and epoch = held;
    end;
    if not found then
      return jsonb_build_object('ok', false, 'over', true, 'reason', 'Another chat server has taken over');
    end if;
  end if;
  if import_running() then return import_runs; end if;

  -- All sessions end with the database, and whoever asks first would have the lock: it says nothing of who serves, unless
  -- this session has seen it held.
  if held is null then
    serving := serving_chat_server();
    may_come_back := serving is not null
      and (serving ->> 'node' <> own or serving ->> 'address' <> facts ->> 'address')
      and current_setting('chat_admin.seen', true) is distinct from serving ->> 'epoch'
      and attached_chat_server() is null;
  end if;
  if not may_come_back then
    locked := pg_try_advisory_lock(attached);
  end if;
  if not locked and held is null then
    begin
      perform note_waiting(facts);
    exception when read_only_sql_transaction or disk_full then -- where nobody can take over
      locked := may_come_back and pg_try_advisory_lock(attached);
    end;
  end if;
  if not locked then
    serving := serving_chat_server();
    if not may_come_back then
      perform set_config('chat_admin.seen', coalesce(serving ->> 'epoch', ''), false);
    end if;
    return jsonb_strip_nulls(jsonb_build_object('ok', false, 'known', serving - 'address', 'peers', engine_peers(own),
      'reason', not_attached_because(facts, serving, may_come_back)));
  end if;
  if import_running() then
    perform pg_advisory_unlock(attached);
    return import_runs;
  end if;

  if held is null then
    begin
      if coalesce((facts ->> 'grace')::real, 0) > 0 then
        settled := leave_temporary_rooms();
      else
        settled := remove_temporary_rooms(false, '{}');
      end if;
    exception when read_only_sql_transaction or disk_full then -- they stay as they are
      settled := true;
    end;
    if not settled then
      return jsonb_build_object('ok', false, 'reason',
        'Temporary rooms of the last run are still being removed');
    end if;
    number := take_lease(facts);
  end if;

  return jsonb_strip_nulls(jsonb_build_object('epoch', coalesce(number, held))) || jsonb_build_object(
    'ok', true, 'contract', 2, 'domain', service_domain(), 'absent', absent_hashes(), 'memory', room_memory(),
    'peers', engine_peers(own));
end
$$;

comment on function engine.join is
  'Attaches the one chat server of the database for the length of its session, or notes that it waits';

-- Called each second: nobody waits for it to reach the disk. A pooler that lends sessions is looked for every fifth time.
create or replace function engine.renew(of_node text, held bigint, facts jsonb)
returns jsonb
language plpgsql as $$
declare
  now_beat bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  update engine_node
  set beat = beat + 1, renewed_at = clock_timestamp(),
    sessions = (facts ->> 'sessions')::integer, rooms = (facts ->> 'rooms')::integer
  where node = of_node and state = 'active' and epoch = held
  returning beat into now_beat;
  if not found then return jsonb_build_object('verdict', 'leave'); end if;
  if now_beat % 5 = 0 and attached_chat_server() is distinct from pg_backend_pid() then
    return jsonb_build_object('verdict', 'pooled');
  end if;
  update engine_node set state = 'gone'
  where state = 'waiting' and renewed_at < clock_timestamp() - interval '30 seconds';
  return jsonb_build_object('verdict', 'stay', 'peers', engine_peers(of_node));
exception when read_only_sql_transaction or disk_full then
  return jsonb_build_object('verdict', 'stay', 'peers', engine_peers(of_node));
end
$$;

comment on function engine.renew is
  'Says that the chat server is alive and whether it may go on: its lease may have ended, its session may be another one';

create or replace function engine.give_up(of_node text, held bigint, seen bigint)
returns boolean
language plpgsql as $$
begin
  update engine_node set state = 'gone', epoch = nextval('engine_epoch')
  where node = of_node and state = 'active' and epoch = held and beat = seen;
  return found;
end
$$;

comment on function engine.give_up is
  'Ends the lease of a chat server that gives no sign of life, unless it has given one since';

create or replace function engine.leave(of_node text, held bigint)
returns boolean
language plpgsql as $$
begin
  update engine_node set state = 'gone'
  where node = of_node and (state = 'waiting' and held is null or state = 'active' and epoch = held);
  return found;
end
$$;

comment on function engine.leave is 'Notes that a chat server ends in an orderly way';

create or replace function notify_chat_servers() returns trigger
language plpgsql as $$
begin
  perform pg_notify('chat_admin_change', 'engine');
  return null;
end
$$;

comment on function notify_chat_servers is 'Notifies all instances that another chat server serves or waits';

create trigger engine_node_notify_insert
after insert on engine_node
for each row execute function notify_chat_servers();

create trigger engine_node_notify_update
after update of state, epoch, address on engine_node
for each row when (row(old.state, old.epoch, old.address) is distinct from row(new.state, new.epoch, new.address))
execute function notify_chat_servers();
