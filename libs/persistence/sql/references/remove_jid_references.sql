create or replace function remove_jid_references(
  gone text,
  heir text,
  roster_owners out text[],
  group_names out text[],
  rooms out jsonb
)
language plpgsql as $$
declare
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
  perform from room
  where id in (select room_id from room_affiliation where jid = gone)
  order by id for no key update;

  with dropped as (
    delete from room_affiliation where jid = gone returning room_id, affiliation
  )
  select
    coalesce(jsonb_agg(jsonb_build_object('service', room.service, 'room', room.name)), '[]'),
    array_agg(room.id) filter (where affiliation = 'owner')
  into rooms, owned
  from dropped join room on room.id = room_id;

  insert into room_affiliation (room_id, jid, affiliation)
  select id, heir, 'owner' from room
  where id = any (owned)
    and not exists (
      select from room_affiliation where room_id = room.id and affiliation = 'owner')
    and not exists (
      select from room_group_affiliation where room_id = room.id and affiliation = 'owner')
  order by id
  on conflict on constraint room_affiliation_pk do update set affiliation = 'owner';
end
$$;

comment on function remove_jid_references is
  'Removes all references to a JID outside its account; rooms left without an owner go to the heir';
