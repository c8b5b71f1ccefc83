create or replace function move_room() returns trigger
language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

comment on function move_room is 'Every update of a room increments its version';

create trigger room_move_room_on_update
before update on room
for each row execute function move_room();
