create or replace function drop_original() returns trigger
language plpgsql as $$
begin
  delete from retracted_message where id = old.id;
  return null;
end
$$;

comment on function drop_original is 'What a message said that was taken back goes with its tombstone';

create trigger room_message_drop_original after delete on room_message
for each row when (old.retracted_at is not null) execute function drop_original();
