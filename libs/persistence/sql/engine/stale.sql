-- Looks up what is live one by one: in joins the planner would rather read small tables as a whole, every two seconds.
create or replace function engine.stale(live jsonb) returns jsonb
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return (
    with checked_room as (
      select
        held.service,
        held.room,
        stored.id is null or stored.id <> held.id as gone,
        stored.version is distinct from held.version as changed
      from jsonb_to_recordset(json_list(live -> 'rooms'))
        as held (service text, room text, id numeric, version numeric)
      left join lateral (
        select id, version from room where room.service = held.service and name = held.room offset 0
      ) stored on true
    ), checked_user as (
      select
        held.username,
        (select true from account where account.username = held.username) is null as gone,
        is_locked(held.username) as locked,
        coalesce((select version from roster where owner = held.username), 0)
          is distinct from held.own as changed
      from jsonb_to_recordset(json_list(live -> 'users')) as held (username text, own numeric)
    ), checked_group as (
      select
        held.id,
        held.version as known,
        (select version from shared_group where shared_group.id = held.id::bigint) as version
      from jsonb_to_recordset(json_list(live -> 'groups')) as held (id numeric, version numeric)
    )
    select jsonb_build_object(
      'rooms', (
        select coalesce(jsonb_agg(
          jsonb_build_object('service', service, 'room', room, 'gone', gone)
          order by service, room), '[]')
        from checked_room where gone or changed),
      'rosters', coalesce(
        jsonb_agg(username order by username) filter (where changed and not gone), '[]'),
      'groups', (
        select coalesce(jsonb_agg(
          jsonb_strip_nulls(jsonb_build_object('id', id, 'version', version)) order by id), '[]')
        from checked_group where version is distinct from known),
      'locked', coalesce(jsonb_agg(username order by username) filter (where locked), '[]'),
      'gone', coalesce(jsonb_agg(username order by username) filter (where gone), '[]'),
      'departed', (
        select coalesce(jsonb_agg(username order by username), '[]')
        from (select username from departed_account order by username limit 100) waiting),
      'services', live ? 'services' and (
        array(select name from chat_service order by name) <>
        array(
          select distinct name collate "C"
          from jsonb_array_elements_text(json_list(live -> 'services')) as name
          order by 1)),
      'absent', absent_hashes())
      || case
        when live ? 'administrators' and engine.administrators() <> json_list(live -> 'administrators')
          then jsonb_build_object('administrators', engine.administrators())
        else '{}'
      end
      || case
        when live ? 'memory' and room_memory() <> live -> 'memory'
          then jsonb_build_object('memory', room_memory())
        else '{}'
      end
      || case
        when retractions_wait() then '{"untold": true}'::jsonb
        else '{}'
      end
      || case when files_wait() then '{"files": true}'::jsonb else '{}' end
      || case when replies_wait() then '{"replies": true}'::jsonb else '{}' end
    from checked_user);
end
$$;

comment on function engine.stale is
  'Which live rooms, users, shared groups, services, administrators and bounds of memory differ from the stored ones, which hashes an account lacks, whether occupants have to be told of messages taken back and reporters of closed reports, and whether files are to be removed';
