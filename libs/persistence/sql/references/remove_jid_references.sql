-- Rooms are found by arrays of ids, not by joins, which read all rooms while the tables have no statistics.
create or replace function remove_jid_references(
  gone text,
  heir text,
  roster_owners out text[],
  group_names out text[],
  rooms out jsonb
)
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
declare
  touched bigint[];
  owned bigint[];
begin
  with dropped as (
    delete from roster_item where jid = gone returning owner
  )
  select coalesce(array_agg(owner), '{}') into roster_owners from dropped;

  with dropped as (
    delete from group_member where jid = gone returning group_name
  )
  select coalesce(array_agg(group_name), '{}') into group_names from dropped;

  -- Affiliation changes lock the room first; concurrent changes are visible after this.
  touched := array(select room_id from room_affiliation where jid = gone);
  perform from room where id = any (touched) order by id for no key update;

  with dropped as (
    delete from room_affiliation where jid = gone returning room_id, affiliation
  )
  select
    coalesce(array_agg(room_id), '{}'),
    coalesce(array_agg(room_id) filter (where affiliation = 'owner'), '{}')
  into touched, owned
  from dropped;

  select coalesce(jsonb_agg(jsonb_build_object('service', service, 'room', name)), '[]')
  into rooms
  from room where id = any (touched);

  perform give_owner(owned, heir);

  update report set reporter = null, reply = null where reporter = gone;
  update report set person = null where person = gone;
  update report_message set author = null where author = gone;
end
$$;

comment on function remove_jid_references is
  'Removes all references to a JID outside its account; rooms left without an owner go to the heir';
