create or replace function remove_user(
  of_user text, heir text, entry jsonb,
  roster_owners out text[], group_names out text[], rooms out jsonb
)
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
declare
  gone text := of_user || '@' || service_domain();
begin
  perform note_origin(entry -> 'origin');
  delete from account where username = of_user;
  if not found then return; end if;
  select removed.roster_owners, removed.group_names, removed.rooms
  into roster_owners, group_names, rooms
  from remove_jid_references(gone, heir) as removed;
  perform replace_administrator(gone, null);
  perform append_audit_entry(entry);
end
$$;

comment on function remove_user is
  'Deletes an account with its data and all references to it; nulls: no such account';
