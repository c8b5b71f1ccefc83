create or replace function listed_jid(place out bigint, jid out text, entry out text)
returns setof record
language sql stable as $$
  select place, lower(normalize(split_part(entry, '/', 1), nfkc)), entry
  from system_property,
       regexp_split_to_table(value, '[\s,]+') with ordinality as _ (entry, place)
  where key = 'admin.authorizedJIDs' and entry <> ''
$$;

comment on function listed_jid is 'The entries of the list of administrators';

create or replace function administrator_name(place out bigint, username out text)
returns setof record
language sql stable as $$
  select place, local_username(jid, service_domain())
  from listed_jid()
  where strpos(entry, '/') = 0 and is_username(local_username(jid, service_domain()))
  union all
  select 1, 'admin' where not exists (select from listed_jid())
$$;

comment on function administrator_name is
  'User names of the administrators, who need not exist; "admin" while none is listed';

-- The row is locked only if it names the JID, so that others do not queue for it.
create or replace function replace_administrator(old_jid text, new_jid text) returns void
language plpgsql as $$
begin
  if not exists (select from listed_jid() where jid = old_jid) then return; end if;
  perform from system_property where key = 'admin.authorizedJIDs' for no key update;
  update system_property
  set value = (
    select coalesce(string_agg(case jid when old_jid then new_jid else entry end, ',' order by place), '')
    from listed_jid() where jid <> old_jid or new_jid is not null)
  where key = 'admin.authorizedJIDs';
end
$$;

comment on function replace_administrator is
  'Replaces a JID in the list of administrators; null: removes it';
