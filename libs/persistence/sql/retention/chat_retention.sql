create or replace function chat_retention(owner text, default_days integer, at timestamptz)
returns integer
language plpgsql stable as $$
declare
  own constant integer := (
    select rule_reach(days, former_days, acts_at, at)
    from retention_rule rule where rule.username = owner and kind = 'chat');
begin
  if own is not null then return own; end if;
  return coalesce(
    (select max(rule_reach(days, former_days, acts_at, at))
     from retention_rule rule
     where kind = 'chat' and group_name is not null and exists (
       select from group_member member
       where member.group_name = rule.group_name and member.jid = owner || '@' || service_domain())),
    case default_days when 0 then 100000 else default_days end);
end
$$;

comment on function chat_retention is
  'How many days the archive of an account keeps messages by the rules at a moment, 100000 for ever: by its own, else by the longest of its groups, else by the default';
