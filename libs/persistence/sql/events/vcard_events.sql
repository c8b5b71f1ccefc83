create or replace function vcard_events() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.xml = new.xml then return null; end if;
  if tg_op <> 'DELETE' then
    perform put_event('vcard.updated', '/users/' || path_segment(new.username) || '/vcard');
  elsif exists (select from account where username = old.username) then
    perform put_event('vcard.deleted', '/users/' || path_segment(old.username) || '/vcard');
  end if;
  return null;
end
$$;

comment on function vcard_events is 'Events of a vCard, which goes and moves with its owner without one';

create trigger vcard_vcard_events
after insert or update or delete on vcard
for each row execute function vcard_events();
