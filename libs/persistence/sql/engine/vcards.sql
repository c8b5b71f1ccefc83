create or replace function engine.vcard(of_user text) returns text
language plpgsql stable as $$
begin
  return (select xml from vcard where username = of_user);
end
$$;

comment on function engine.vcard is 'The vCard as XML; null: none';

create or replace function engine.put_vcard(of_user text, new_xml text) returns boolean
language plpgsql as $$
begin
  perform from account where username = of_user for no key update;
  if not found then return false; end if;
  if new_xml is null then
    delete from vcard where username = of_user;
  else
    insert into vcard (username, xml) values (of_user, new_xml)
    on conflict on constraint vcard_pk do update set xml = excluded.xml
    where vcard.xml <> excluded.xml;
  end if;
  return true;
end
$$;

comment on function engine.put_vcard is
  'Stores a vCard, null removes it; false: there is no such account';
