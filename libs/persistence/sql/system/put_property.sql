create or replace function put_property(
  of_key text, given text, must_exist boolean, keep boolean, entry jsonb
) returns boolean
language plpgsql as $$
begin
  perform hold_property_tree(of_key);
  if must_exist and not exists (select from system_property where key = of_key) then
    return false;
  end if;
  perform note_origin(entry -> 'origin');
  insert into system_property (key, value) values (of_key, given)
  on conflict (key) do update set value = excluded.value
  where not keep and system_property.value <> excluded.value;
  perform append_audit_entry(entry);
  return true;
end
$$;

comment on function put_property is
  'Stores a property, or overwrites it unless its value is to be kept; false: it must exist and does not';

create or replace function hold_property_tree(of_key text) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(
    'system_property'::regclass::oid::integer, hashtext(split_part(of_key, '.', 1)));
end
$$;

comment on function hold_property_tree is
  'Waits for others who change the tree of a key, of rows that do not exist yet, too, which cannot be locked';
