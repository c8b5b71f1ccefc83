-- The tables belong to the chat server's role, which lets the owner of these functions read them when it attaches. Who may
-- delete an account may read what the chat server keeps of it.
create or replace function admits_chat_server_store(store regclass) returns boolean
language plpgsql stable as $$
begin
  if not has_table_privilege(session_user, 'public.account', 'delete') then
    raise insufficient_privilege using message = 'permission denied for what the chat server keeps';
  end if;
  if store is null then return false; end if; -- never had a chat server
  if not has_table_privilege(store, 'select') then
    raise exception '% cannot be read: the chat server has not attached since the upgrade', store;
  end if;
  return true;
end
$$;

comment on function admits_chat_server_store is
  'Whether a table of the chat server''s storage is there; an error if it may not be read';

create or replace function chat_server_values(of_user text)
returns table (host text, "user" text, store text, key text, type text, value text)
language plpgsql stable security definer as $$
begin
  if not admits_chat_server_store(to_regclass('prosody.prosody')) then return; end if;
  return query execute '
    select p.host, p."user", p.store, p.key, p.type, p.value from prosody.prosody p
    where p.host = $1 and p."user" = $2'
    using service_domain(), of_user;
end
$$;

comment on function chat_server_values is
  'What the chat server keeps of an account, by key: private XML, block list, nodes of personal events';

create or replace function chat_server_entries(of_user text)
returns table (
  host text, "user" text, store text, sort_id bigint, key text, "when" integer, "with" text, type text,
  value text
)
language plpgsql stable security definer as $$
begin
  if not admits_chat_server_store(to_regclass('prosody.prosodyarchive')) then return; end if;
  return query execute '
    select p.host, p."user", p.store, p.sort_id::bigint, p.key, p."when"::integer, p."with", p.type, p.value
    from prosody.prosodyarchive p
    where p.host = $1 and p."user" = $2'
    using service_domain(), of_user;
end
$$;

comment on function chat_server_entries is
  'What the chat server keeps of an account, in order: offline messages, items of personal events';
