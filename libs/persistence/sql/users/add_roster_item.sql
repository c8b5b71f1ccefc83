create or replace function add_roster_item(
  of_owner text, contact text, nickname text, subscription smallint, groups text[], entry jsonb
) returns text
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
begin
  perform from account where username = of_owner for no key update;
  if not found then return 'no owner'; end if;
  if exists (select from roster_entries(of_owner, array[contact])) then return 'exists'; end if;
  if exists (select from user_group where name = any (groups) and shared)
    or exists (select from user_group where display_name = any (groups) and shared) then
    return 'shared group';
  end if;
  if subscription is not null then
    perform note_origin(entry -> 'origin');
    insert into roster_item (owner, jid, nickname, subscription, groups)
    values (of_owner, contact, nickname, subscription, groups)
    on conflict on constraint roster_item_pk do nothing;
    if not found then return 'exists'; end if;
  end if;
  perform append_audit_entry(entry);
  return 'added';
end
$$;

comment on function add_roster_item is
  'Adds a contact (no subscription: only checks whether it could); returns "added", or what stands in the way';
