-- The rows go at once, so that nobody is given the files by a chat server that does not remember them, and no later account of
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

create or replace function depart_files_of_accounts() returns trigger
language plpgsql security definer as $$
begin
  perform depart_files(array(select username || '@' || service_domain() from old_rows));
  return null;
end
$$;

comment on function depart_files_of_accounts is 'The files of deleted accounts go';

create trigger account_depart_files
after delete on account
referencing old table as old_rows
for each statement execute function depart_files_of_accounts();

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

-- Of accounts that were deleted before files went along with them.
create or replace function depart_stray_files() returns void
language plpgsql as $$
declare
  hosts constant text[] := file_hosts();
  people text[];
begin
  if hosts = '{}' then return; end if;
  execute '
    select coalesce(array_agg(distinct "with"), ''{}'') from prosody.prosodyarchive
    where host = any ($1) and "user" = '''' and store = ''uploads'' and right("with", length($2)) = $2
      and not exists (select from account where username = left("with", -length($2)))'
    into people using hosts, '@' || service_domain();
  perform depart_files(people);
end
$$;

comment on function depart_stray_files is 'The files of people without an account go';
