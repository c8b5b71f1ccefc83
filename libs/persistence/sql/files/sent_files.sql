-- As the chat server writes a request for a slot (XEP-0363): attributes in single quotes, in any order, nothing in the element.
create or replace function attribute_of_request(request text, name text) returns text
language sql immutable parallel safe as $$
  select plain_text(substring(request from ' ' || name || '=(''[^'']*'')'))
$$;

comment on function attribute_of_request is 'An attribute of what asked for a slot; null: there is none';

create or replace function sent_files(person text)
returns table (slot text, sent_at timestamptz, name text, type text, bytes bigint)
language plpgsql stable security definer as $$
begin
  if not admits_chat_server_store(to_regclass('prosody.prosodyarchive')) then return; end if;
  return query execute '
    select key, to_timestamp("when"), attribute_of_request(value, ''filename''),
      attribute_of_request(value, ''content-type''), whole_number(attribute_of_request(value, ''size''))
    from prosody.prosodyarchive
    where host = any ($1) and "user" = '''' and store = ''uploads'' and "with" = $2'
    using file_hosts(), person;
end
$$;

comment on function sent_files is 'The files that a person (bare JID) has asked slots for, and that are kept';
