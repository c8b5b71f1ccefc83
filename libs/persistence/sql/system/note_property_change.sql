create or replace function note_property_change() returns trigger
language plpgsql as $$
declare
  origin constant jsonb := nullif(current_setting('chat_admin.origin', true), '');
begin
  if origin is not null and (tg_op = 'INSERT' or new.value <> old.value) then
    new.changed_at := now();
    new.changed_by := origin ->> 'actor';
  end if;
  return new;
end
$$;

comment on function note_property_change is
  'Notes who changes a property, and when; what nobody knows the author of leaves that as it is';

create trigger system_property_note_change before insert or update on system_property
for each row execute function note_property_change();
