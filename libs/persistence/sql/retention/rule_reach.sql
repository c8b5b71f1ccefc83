-- Days of a rule at a moment, where 100,000 stands for ever: the longest is the largest.
create or replace function rule_reach(
  days integer, former_days integer, acts_at timestamptz, at timestamptz
) returns integer
language sql immutable parallel safe as $$
  select case case when acts_at > at then former_days else days end
    when 0 then 100000
    else case when acts_at > at then former_days else days end
  end
$$;

comment on function rule_reach is
  'How many days a retention rule keeps messages at a moment, 100000 for ever; null: it says nothing then';
