create or replace function engine.archive_message(of_user text, message jsonb) returns jsonb
language plpgsql as $$
declare
  of_id bigint := archive_of_account(of_user);
  added record;
begin
  if of_id is null then return null; end if;
  insert into archived_message (archive_id, contact, received, stanza)
  values (of_id, message ->> 'contact', (message -> 'received')::boolean, message ->> 'stanza')
  returning id, sent_at into added;
  return jsonb_build_object('id', added.id::text, 'sent_at', unix_seconds(added.sent_at));
end
$$;

comment on function engine.archive_message is
  'Stores what an account has written or been written; null: there is no such account';
