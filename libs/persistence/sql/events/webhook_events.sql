create or replace function webhook_events() returns trigger
language plpgsql as $$
declare
  object constant text := '/webhooks/' || case when tg_op = 'DELETE' then old.id else new.id end;
  columns text[];
begin
  if tg_op = 'INSERT' then
    perform put_event('webhook.created', object);
  elsif tg_op = 'DELETE' then
    perform put_event('webhook.deleted', object);
  elsif old.secret <> new.secret then
    perform put_event('webhook.rotated', object);
  elsif old.status = 'active' and new.status = 'disabled' and new.reason is not null then
    perform put_event('webhook.disabled', object);
  else
    columns := changed_columns(
      jsonb_build_object(
        'url', old.url, 'types', old.types, 'description', old.description, 'status', old.status),
      jsonb_build_object(
        'url', new.url, 'types', new.types, 'description', new.description, 'status', new.status),
      '{}');
    if columns <> '{}' then perform put_event('webhook.updated', object, columns); end if;
  end if;
  return null;
end
$$;

comment on function webhook_events is 'Events of a webhook, but not of what is sent';

create trigger webhook_webhook_events
after insert or delete on webhook
for each row execute function webhook_events();

create trigger webhook_webhook_events_on_update
after update of url, types, description, status, secret on webhook
for each row execute function webhook_events();
