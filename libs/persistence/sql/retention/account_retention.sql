create or replace function account_retention(
  of_kind text, owner text, default_days integer, at timestamptz
)
returns integer
language plpgsql stable as $$
declare
  own constant integer := (
    select rule_reach(days, former_days, acts_at, at)
    from retention_rule rule where rule.username = owner and kind = of_kind);
begin
  if own is not null then return own; end if;
  return coalesce(
    (select max(rule_reach(days, former_days, acts_at, at))
     from retention_rule rule
     where kind = of_kind and group_name is not null and exists (
       select from group_member member
       where member.group_name = rule.group_name and member.jid = owner || '@' || service_domain())),
    case default_days when 0 then 100000 else default_days end);
end
$$;

comment on function account_retention is
  'How many days messages in the archive of an account, or its files, are kept by the rules at a moment, 100000 for ever: by its own, else by the longest of its groups, else by the default';
