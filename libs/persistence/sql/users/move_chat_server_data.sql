-- What the stock modules of the chat server keep of an account (offline messages, private XML, block list, personal events)
-- lies in tables of their own storage. Their owner, the chat server's role, lets the owner of this function change them when it attaches.
-- Personal events name those who may do something with them: a later account of the old name would be their owner.
-- Tokens that stand for the password end with the name.
create or replace function move_chat_server_data() returns trigger
language plpgsql security definer as $$
declare
  domain constant text := service_domain();
  old_jid constant text := old.username || '@' || domain;
  new_jid constant text := new.username || '@' || domain;
  kept text;
  what_names_the_account text;
begin
  perform forget_chat_server_stores(old.username, array['fast_tokens', 'auth_tokens']);
  for kept, what_names_the_account in values
    ('prosody.prosody', '
      value = case when store = ''pep'' and type = ''json''
        then replace(value, to_json($4)::text, to_json($5)::text) else value end'),
    ('prosody.prosodyarchive', '
      "with" = case when store like ''pep\_%'' and split_part("with", ''/'', 1) = $4
        then $5 || substr("with", length($4) + 1) else "with" end,
      value = case when store = ''offline'' and type = ''xml''
        then readdressed(value, $4, $5) else value end')
  loop
    if to_regclass(kept) is null then continue; end if; -- never had a chat server
    if not has_table_privilege(kept, 'update') then
      raise warning '% stays with %: the chat server has not attached since the upgrade', kept, old_jid;
      continue;
    end if;
    -- of an earlier account of the new name, of which the chat server may not have heard yet
    execute format('delete from %s where host = $1 and "user" = $2', kept) using domain, new.username;
    execute format('update %s set "user" = $3, %s where host = $1 and "user" = $2',
        kept, what_names_the_account)
      using domain, old.username, new.username, old_jid, new_jid;
  end loop;
  perform rename_files(old_jid, new_jid);
  update departed_account set inherited = true where username = new.username;
  return null;
end
$$;

comment on function move_chat_server_data is
  'What the chat server keeps of an account goes along with a new name';

-- With the commit: the chat server, which would have to wait for these rows, does one thing at a time.
create constraint trigger account_move_chat_server_data
after update of username on account
deferrable initially deferred
for each row when (old.username <> new.username)
execute function move_chat_server_data();

-- No character of a bare JID is written otherwise in XML: neither nodeprep nor domains leave one that is. Ids of stanzas
-- (XEP-0359) name the account, too; in texts quotes are written otherwise.
create or replace function readdressed(stanza text, old_jid text, new_jid text) returns text
language sql immutable parallel safe as $$
  select replace(replace(head,
      ' to=''' || old_jid || '''', ' to=''' || new_jid || ''''),
      ' to=''' || old_jid || '/', ' to=''' || new_jid || '/')
    || replace(substr(stanza, length(head) + 1),
      ' by=''' || old_jid || '''', ' by=''' || new_jid || '''')
  from (select left(stanza, strpos(stanza, '>'))) as first (head)
$$;

comment on function readdressed is
  'A stanza as the chat server stores it, for another receiver';
