-- The rows go with the account, so that nobody is given the files by a chat server that does not remember them, and no later account of
-- the name inherits them; the bytes go once the chat server has heard of it.
create or replace function depart_files(people text[]) returns void
language plpgsql as $$
declare
  hosts text[];
begin
  if people = '{}' then return; end if;
  hosts := file_hosts();
  if hosts = '{}' then return; end if;
  execute '
    with gone as (
      delete from prosody.prosodyarchive
      where host = any ($1) and "user" = '''' and store = ''uploads'' and "with" = any ($2)
      returning host, key
    )
    insert into departed_file (host, slot) select host, key from gone order by host, key'
    using hosts, people;
end
$$;

comment on function depart_files is
  'Takes the files of these bare JIDs from them, and has the chat server remove them';

create or replace function depart_files_of_account() returns trigger
language plpgsql security definer as $$
begin
  perform depart_files(array[old.username || '@' || service_domain()]);
  return null;
end
$$;

comment on function depart_files_of_account is 'The files of a deleted account go';

-- With the commit, as in move_chat_server_data.sql.
create constraint trigger account_depart_files
after delete on account
deferrable initially deferred
for each row execute function depart_files_of_account();

create or replace function rename_files(old_jid text, new_jid text) returns void
language plpgsql as $$
declare
  hosts constant text[] := file_hosts();
begin
  if hosts = '{}' then return; end if;
  perform depart_files(array[new_jid]); -- of an earlier account
  execute '
    update prosody.prosodyarchive set "with" = $3
    where host = any ($1) and "user" = '''' and store = ''uploads'' and "with" = $2'
    using hosts, old_jid, new_jid;
end
$$;

comment on function rename_files is 'Files go along with a new name';
