create or replace function join_hold(of_kind text, former text, current_name text) returns void
language plpgsql security definer as $$
begin
  if not holds_count() then return; end if;
  insert into hold_name (hold_id, kind, name)
  select hold_id, of_kind, current_name from hold_name join hold on id = hold_id
  where hold_name.kind = of_kind and hold_name.name = former and released_at is null
  on conflict do nothing;
  -- a hold that begins later by the new name covers the messages that they are copies of
  update held_message set owner = current_name
  where kind = case of_kind when 'room' then 'room' else 'chat' end and owner = former and not gone;
end
$$;

comment on function join_hold is
  'A new name of a person or room joins the holds of the former one, and copies of messages that are still there have it';

create or replace function account_joins_holds() returns trigger
language plpgsql as $$
begin
  perform join_hold('person', old.username || '@' || service_domain(), new.username || '@' || service_domain());
  return null;
end
$$;

comment on function account_joins_holds is 'An account stays in its holds by its new name';

create trigger account_join_holds after update of username on account
for each row when (old.username <> new.username) execute function account_joins_holds();

create or replace function room_joins_holds() returns trigger
language plpgsql as $$
begin
  perform join_hold('room', old.name || '@' || old.service, new.name || '@' || new.service);
  return null;
end
$$;

comment on function room_joins_holds is 'A room stays in its holds by its new name';

create trigger room_join_holds after update of name, service on room
for each row when (old.name <> new.name or old.service <> new.service) execute function room_joins_holds();
