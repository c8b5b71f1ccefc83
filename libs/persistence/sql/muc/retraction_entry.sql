create or replace function retraction_entry(
  actor text, of_service text, of_room text, of_message bigint, reason text, node text
) returns jsonb
language sql stable as $$
  select jsonb_build_object(
    'username', coalesce(account.username, local_username(actor, service_domain()), actor),
    'kind', case when account.id is null then 'label' else 'account' end,
    'accountId', account.id,
    'timestamp', now(),
    'summary', left('RETRACT history ' || of_service || '/' || of_room || '/' || of_message, 250),
    'node', node,
    'details', 'object=' || '/chatrooms/' || path_segment(of_room) || '/chathistory/' || of_message
      || '; outcome=200; source=chat'
      || coalesce('; reason=' || path_segment(reason), ''))
  from (values (1)) as _
    left join account on account.username = local_username(actor, service_domain())
$$;

comment on function retraction_entry is
  'The audit entry of a message that a moderator takes back in a chat client';
