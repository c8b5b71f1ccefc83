create or replace function engine.stale(live jsonb) returns jsonb
language plpgsql stable as $$
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
      left join room stored on stored.service = held.service and stored.name = held.room
    ), checked_user as (
      select
        held.username,
        account.username is null as gone,
        lockout.username is not null as locked,
        coalesce(roster.version, 0) is distinct from held.own as changed
      from jsonb_to_recordset(json_list(live -> 'users')) as held (username text, own numeric)
      left join account on account.username = held.username
      left join lockout on lockout.username = held.username
      left join roster on roster.owner = held.username
    ), checked_group as (
      select held.id, stored.version
      from jsonb_to_recordset(json_list(live -> 'groups')) as held (id numeric, version numeric)
      left join shared_group stored on stored.id = held.id::bigint
      where stored.version is distinct from held.version
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
        from checked_group),
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
          order by 1)))
    from checked_user);
end
$$;

comment on function engine.stale is
  'Which live rooms, users, shared groups and services differ from the stored ones';
