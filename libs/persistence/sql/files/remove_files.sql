-- As with a deleted account (depart_files.sql), of which only one file may be meant.
create or replace function remove_files(person text, only_slot text) returns integer
language plpgsql security definer as $$
declare
  count integer;
  hosts constant text[] := file_hosts();
begin
  if hosts = '{}' then return 0; end if;
  if not admits_chat_server_store(to_regclass('prosody.prosodyarchive')) then return 0; end if;
  execute '
    with gone as (
      delete from prosody.prosodyarchive
      where host = any ($1) and "user" = '''' and store = ''uploads'' and "with" = $2 and ($3 is null or key = $3)
      returning host, key
    ), departed as (
      insert into departed_file (host, slot) select host, key from gone order by host, key
    )
    select put_event(''file.deleted'', ''/files/'' || path_segment(key)) from gone'
    using hosts, person, only_slot;
  get diagnostics count = row_count;
  return count;
end
$$;

comment on function remove_files is
  'Takes the files of a bare JID, or one of them, and has the chat server remove them; returns how many';
