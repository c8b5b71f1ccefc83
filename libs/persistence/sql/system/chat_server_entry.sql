create or replace function chat_server_entry(summary text, object text, node text) returns jsonb
language sql stable as $$
  select jsonb_build_object(
    'username', 'chat server',
    'kind', 'label',
    'origin', jsonb_build_object('actor', 'chat server', 'source', 'service'),
    'timestamp', now(),
    'summary', summary,
    'node', node,
    'details', 'object=' || object || '; outcome=200')
$$;

comment on function chat_server_entry is
  'The audit entry of a change that an operator of the chat server makes there';
