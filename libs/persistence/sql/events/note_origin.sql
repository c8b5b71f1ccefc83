-- In a setting of the transaction, where triggers find it. Members: actor, source, request; or `by`, an object of such
-- objects, for changes of several people in one statement.
create or replace function note_origin(origin jsonb) returns void
language plpgsql as $$
begin
  if origin is null then return; end if;
  perform set_config('chat_admin.origin', origin::text, true);
end
$$;

comment on function note_origin is 'Says who makes the changes of this transaction; null: what is known stays';

create or replace function note_chat_user(jid text) returns void
language plpgsql as $$
begin
  if jid is null or current_setting('chat_admin.origin', true) <> '' then return; end if;
  perform note_origin(jsonb_build_object('actor', jid, 'source', 'chat'));
end
$$;

comment on function note_chat_user is 'Says that a chat user makes the changes, unless somebody else does';

create or replace function acting(of_user text) returns void
language plpgsql as $$
begin
  perform note_chat_user(of_user || '@' || service_domain());
end
$$;

comment on function acting is 'Says that the owner of an account makes the changes, unless somebody else does';

create or replace function change_origin() returns jsonb
language plpgsql as $$
declare
  origin constant jsonb := nullif(current_setting('chat_admin.origin', true), '');
begin
  -- instances look for what they have changed themselves
  if origin ->> 'source' is distinct from 'api' and not origin ? 'by' then
    perform pg_notify('chat_admin_change', 'outbox');
  end if;
  return coalesce(origin, '{}');
end
$$;

comment on function change_origin is 'Who makes the changes of this transaction; wakes those who publish events';
