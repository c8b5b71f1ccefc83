create or replace function move_room() returns trigger
language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

comment on function move_room is 'Every update of a room increments its version, but that it outlives its chat server';

create trigger room_move_room_on_update
before update on room
for each row when (new.empty_since is not distinct from old.empty_since)
execute function move_room();
