create or replace function may_read_room(of_room bigint, reader text) returns boolean
language plpgsql stable as $$
declare
  held constant text := (
    select affiliation from (
      select affiliation from room_affiliation where room_id = of_room and jid = reader
      union all
      select affiliation from room_group_affiliation join group_member using (group_name)
      where room_id = of_room and jid = reader) as person
    order by array_position(affiliations(), affiliation) limit 1);
begin
  if held = 'outcast' then return false; end if;
  return held is not null or exists (
    select from room where id = of_room and not members_only and password is null);
end
$$;

comment on function may_read_room is 'Whether somebody may enter a room without being asked for its password';
