create or replace function forget_picture() returns trigger
language plpgsql as $$
begin
  if new.xml <> old.xml and new.picture is not distinct from old.picture then
    new.picture := null;
  end if;
  return new;
end
$$;

comment on function forget_picture is
  'Another vCard has another picture, unless its writer says which';

create trigger vcard_forget_picture before update on vcard
for each row execute function forget_picture();
