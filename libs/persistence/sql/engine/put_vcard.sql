create or replace function engine.put_vcard(of_user text, new_xml text, new_picture jsonb) returns boolean
language plpgsql as $$
begin
  perform from account where username = of_user for no key update;
  if not found then return false; end if;
  perform acting(of_user);
  if new_xml is null then
    delete from vcard where username = of_user;
  else
    insert into vcard (username, xml, picture) values (of_user, new_xml, new_picture)
    on conflict on constraint vcard_pk do update set xml = excluded.xml, picture = excluded.picture
    where vcard.xml <> excluded.xml;
  end if;
  return true;
end
$$;

comment on function engine.put_vcard is
  'Stores a vCard and what its picture is, null removes it; false: there is no such account';
