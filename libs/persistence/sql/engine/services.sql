create or replace function engine.services() returns jsonb
language plpgsql stable as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'name', name,
      'hidden', hidden,
      'description', coalesce(nullif(btrim(description), ''), 'Public Chatrooms')
    ) order by name), '[]')
    from chat_service);
end
$$;

comment on function engine.services is 'The chat services, ascending by name';
