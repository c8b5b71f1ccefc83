-- Two statements per table: conflicting rows are deleted first, because one statement cannot delete a row and give its key
-- to another. Others are waited for first, so that the statements after that see what they have done.
create or replace function rename_jid_references(
  old_jid text, new_jid text,
  roster_owners out text[], group_names out text[], rooms out jsonb
)
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
declare
  names constant text[] := array[old_jid, new_jid];
  own constant text := local_username(new_jid, service_domain());
  touched bigint[];
  owned bigint[];
begin
  perform from roster_item where jid = any (names) order by owner, jid for update;
  perform from group_member where jid = any (names) order by group_name, jid for update;
  touched := array(select room_id from room_affiliation where jid = any (names));
  perform from room where id = any (touched) order by id for no key update;

  -- Nobody becomes a contact of their own by a new name.
  delete from roster_item
  where jid = new_jid
    and (owner = own
         or owner in (select owner from roster_item where jid = old_jid));
  with renamed as (
    update roster_item set jid = new_jid where jid = old_jid returning owner
  )
  select coalesce(array_agg(owner), '{}') into roster_owners from renamed;

  delete from group_member
  where jid = new_jid
    and group_name in (select group_name from group_member where jid = old_jid);
  with renamed as (
    update group_member set jid = new_jid where jid = old_jid returning group_name
  )
  select coalesce(array_agg(group_name), '{}') into group_names from renamed;

  with dropped as (
    delete from room_affiliation
    where jid = new_jid and room_id in (select room_id from room_affiliation where jid = old_jid)
    returning room_id, affiliation
  )
  select coalesce(array_agg(room_id) filter (where affiliation = 'owner'), '{}') into owned
  from dropped;
  with renamed as (
    update room_affiliation set jid = new_jid where jid = old_jid returning room_id
  )
  select coalesce(array_agg(room_id), '{}') into touched from renamed;
  select coalesce(jsonb_agg(jsonb_build_object('service', service, 'room', name)), '[]')
  into rooms
  from room where id = any (touched);
  -- If the replaced entry was the only owner, the renamed user becomes owner.
  perform give_owner(owned, new_jid);

  perform replace_administrator(old_jid, new_jid);
  perform rename_in_reports(old_jid, new_jid);
end
$$;

comment on function rename_jid_references is
  'Gives a new name to all references to a JID outside its account; entries of that name give way';
