create or replace function room_retention(of_room bigint, default_days integer, at timestamptz)
returns integer
language plpgsql stable as $$
begin
  return coalesce(
    (select rule_reach(days, former_days, acts_at, at)
     from retention_rule rule where rule.room_id = of_room and kind = 'room'),
    case default_days when 0 then 100000 else default_days end);
end
$$;

comment on function room_retention is
  'How many days a room keeps messages by the rules at a moment, 100000 for ever: by its own, else by the default';
