create or replace function listed_jid(of_key text, place out bigint, jid out text, entry out text)
returns setof record
language sql stable as $$
  select place,
         -- normalisation is quadratic in marks, and no JID is so long
         case when octet_length(entry) > 3071 then entry
              else lower(normalize(split_part(entry, '/', 1), nfkc)) end,
         entry
  from system_property,
       regexp_split_to_table(value, '[\s,]+') with ordinality as _ (entry, place)
  where key = of_key and entry <> ''
$$;

comment on function listed_jid is 'The entries of a property that lists people, such as admin.authorizedJIDs';

create or replace function administrator_name(place out bigint, username out text)
returns setof record
language sql stable as $$
  select place, local_username(jid, service_domain())
  from listed_jid('admin.authorizedJIDs')
  where strpos(entry, '/') = 0 and is_username(local_username(jid, service_domain()))
  union all
  select 1, 'admin' where not exists (select from listed_jid('admin.authorizedJIDs'))
$$;

comment on function administrator_name is
  'User names of the administrators, who need not exist; "admin" while none is listed';

create or replace function is_reserved_username(of_user text) returns boolean
language sql stable as $$
  select of_user in ('admin', 'secret', 'service', 'userservice', 'anonymous')
    or exists (select from administrator_name() where username = of_user)
    or exists (
      select from listed_jid('conversations.readers')
      where strpos(entry, '/') = 0 and local_username(jid, service_domain()) = of_user)
$$;

comment on function is_reserved_username is
  'Whether only those who make administrators may give an account this name: it administers, may read conversations, or is a label of the service';

create or replace function able_administrator() returns setof text
language sql stable as $$
  select distinct username
  from administrator_name() join account_credential using (username)
  where not exists (
    select from lockout
    where lockout.username = account_credential.username and (ends_at is null or ends_at > now()))
$$;

comment on function able_administrator is
  'Administrators who have a password, and no lockout that lasts or is to begin';

-- Of two at the same time the second one finds what the first one has left.
create or replace function is_last_administrator(of_user text) returns boolean
language plpgsql as $$
begin
  if not exists (select from administrator_name() where username = of_user) then return false; end if;
  perform hold_property_tree('admin.authorizedJIDs');
  return array(select able_administrator()) = array[of_user];
end
$$;

comment on function is_last_administrator is
  'Whether without this user no administrator could sign in; the list stays as it is until the transaction ends';

create or replace function default_owner(without text) returns text
language sql stable as $$
  select coalesce(
    (select username from administrator_name() join account using (username)
     where username <> without order by place limit 1),
    'admin') || '@' || service_domain()
$$;

comment on function default_owner is
  'Who owns rooms that are left without an owner: the first administrator who exists, other than one who leaves';

-- The last entry leaves a value that names nobody, because an empty one means "admin".
-- The row is locked only if it names the JID, so that others do not queue for it.
create or replace function replace_administrator(old_jid text, new_jid text) returns void
language plpgsql as $$
declare
  list text;
begin
  foreach list in array '{admin.authorizedJIDs,conversations.readers}'::text[] loop
    continue when not exists (select from listed_jid(list) where jid = old_jid);
    perform from system_property where key = list for no key update;
    update system_property
    set value = (
      select coalesce(string_agg(case jid when old_jid then new_jid else entry end, ',' order by place), '-')
      from listed_jid(list) where jid <> old_jid or new_jid is not null)
    where key = list;
  end loop;
end
$$;

comment on function replace_administrator is
  'Replaces a JID in the lists of administrators and of readers of conversations; null: removes it';
