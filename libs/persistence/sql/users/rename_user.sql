-- The changed columns are members of `change`: they are not named here, so the statement is planned each time. One statement
-- for all of them, as each runs all triggers.
create or replace function rename_user(
  old_name text, new_name text, change jsonb, keys jsonb, entry jsonb,
  roster_owners out text[], group_names out text[], rooms out jsonb
)
language plpgsql as $$
declare
  domain constant text := service_domain();
  columns text;
  since timestamptz;
begin
  select date_trunc('second', coalesce(named_at, created_at)) into since
  from account where username = old_name for no key update;
  if not found then return; end if;
  perform note_origin(entry -> 'origin');
  select coalesce(string_agg(', ' || quote_ident(key), ''), '') into columns
  from jsonb_object_keys(change) as key;
  execute format(
      'update account set (username, named_at%1$s) = (select $2, now()%1$s from jsonb_populate_record(account, $1))
       where username = $3', columns)
    using change, new_name, old_name;
  -- all entries about the former name that are this account's have lower ids
  insert into account_rename (account_id, former, name, log_id, since)
  select id, old_name, new_name, coalesce(pg_sequence_last_value(pg_get_serial_sequence('audit_entry', 'log_id')), 0), since
  from account where username = new_name;
  if keys is not null then perform engine.put_credentials(new_name, keys); end if;
  select renamed.roster_owners, renamed.group_names, renamed.rooms
  into roster_owners, group_names, rooms
  from rename_jid_references(old_name || '@' || domain, new_name || '@' || domain) as renamed;
  perform append_audit_entry(entry);
end
$$;

comment on function rename_user is
  'Gives an account, all that belongs to it and all references to it another name, and changes it; nulls: no such account';
