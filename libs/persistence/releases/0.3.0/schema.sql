--
-- PostgreSQL database dump
--



SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: engine; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA engine;


--
-- Name: SCHEMA engine; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON SCHEMA engine IS 'What the chat server calls, and all it may use';


--
-- Name: prosody; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA prosody;


--
-- Name: pg_trgm; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;


--
-- Name: EXTENSION pg_trgm; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';


--
-- Name: account_exists(text); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.account_exists(of_user text) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return exists (select from account where username = of_user);
end
$$;


--
-- Name: FUNCTION account_exists(of_user text); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.account_exists(of_user text) IS 'Whether there is an account of this name';


--
-- Name: account_info(text); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.account_info(of_user text) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return (
    select jsonb_build_object(
      'created_at', unix_seconds(created_at),
      'locked', is_locked(of_user))
    from account
    where username = of_user);
end
$$;


--
-- Name: FUNCTION account_info(of_user text); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.account_info(of_user text) IS 'When an account was created, and its lockout; null: no such account';


--
-- Name: accounts(text, integer); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.accounts(after text, amount integer) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return (
    select coalesce(jsonb_agg(username order by username), '[]')
    from (
      select username from account
      where username > coalesce(after, '')
      order by username limit greatest(amount, 0)
    ) page);
end
$$;


--
-- Name: FUNCTION accounts(after text, amount integer); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.accounts(after text, amount integer) IS 'The next page of account names, ascending by code point';


--
-- Name: add_keys(text, text, jsonb); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.add_keys(of_user text, known_key text, keys jsonb) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return add_keys(of_user, known_key, keys);
end
$$;


--
-- Name: FUNCTION add_keys(of_user text, known_key text, keys jsonb); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.add_keys(of_user text, known_key text, keys jsonb) IS 'Adds the keys of the absent hash for the password that a login has shown; false: not any more';


--
-- Name: administrators(); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.administrators() RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return (select coalesce(jsonb_agg(distinct username), '[]') from administrator_name());
end
$$;


--
-- Name: FUNCTION administrators(); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.administrators() IS 'The user names of the administrators, who need not exist';


--
-- Name: append_message(text, text, jsonb); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.append_message(of_service text, of_room text, message jsonb) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  added record;
begin
  insert into room_message (
    room_id, nickname, sender, sender_shown, type, subject, body, stanza)
  select
    id, message ->> 'nickname', message ->> 'sender', can_anyone_discover_jid,
    coalesce(message ->> 'type', 'groupchat'),
    message ->> 'subject', message ->> 'body', message ->> 'stanza'
  from room
  where service = of_service and name = of_room
  returning id, sent_at into added;
  if not found then return null; end if;
  return jsonb_build_object('id', added.id::text, 'sent_at', unix_seconds(added.sent_at));
end
$$;


--
-- Name: FUNCTION append_message(of_service text, of_room text, message jsonb); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.append_message(of_service text, of_room text, message jsonb) IS 'Stores a message; null: no such room';


--
-- Name: archive_message(text, jsonb); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.archive_message(of_user text, message jsonb) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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


--
-- Name: FUNCTION archive_message(of_user text, message jsonb); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.archive_message(of_user text, message jsonb) IS 'Stores what an account has written or been written; null: there is no such account';


--
-- Name: archived_messages(text, jsonb); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.archived_messages(of_user text, query jsonb) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET plan_cache_mode TO 'force_custom_plan'
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  of_id bigint := (select id from message_archive where username = of_user);
  asked record;
  from_at timestamptz;
  from_id bigint;
  to_at timestamptz;
  to_id bigint;
  page archived_message[];
begin
  select * into asked from page_query(query);

  select * into from_at, from_id
  from (values ('-infinity'::timestamptz, 0::bigint)) as _
  where query ->> 'after' is null
  union all
  select sent_at, id from archived_message
  where id = message_id(query ->> 'after') and archive_id = of_id;

  select * into to_at, to_id
  from (values ('infinity'::timestamptz, 9223372036854775807)) as _
  where query ->> 'before' is null
  union all
  select sent_at, id from archived_message
  where id = message_id(query ->> 'before') and archive_id = of_id;

  if from_id is null or to_id is null then return null; end if;

  if query -> 'reverse' = 'true' then
    page := array(
      select message from archived_conversation(of_id, asked.since, asked.until, asked.other, asked.ids) message
      where (sent_at, id) > (from_at, from_id) and (sent_at, id) < (to_at, to_id)
      order by sent_at desc, id desc limit asked.amount);
  else
    page := array(
      select message from archived_conversation(of_id, asked.since, asked.until, asked.other, asked.ids) message
      where (sent_at, id) > (from_at, from_id) and (sent_at, id) < (to_at, to_id)
      order by sent_at, id limit asked.amount);
  end if;

  return jsonb_strip_nulls(jsonb_build_object(
    'total', case when query -> 'total' = 'true' then (
      select count(*) from archived_conversation(of_id, asked.since, asked.until, asked.other, asked.ids)) end,
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id::text,
        'sent_at', unix_seconds(sent_at),
        'contact', contact,
        'stanza', stanza) order by sent_at, id), '[]')
      from unnest(page))));
end
$$;


--
-- Name: FUNCTION archived_messages(of_user text, query jsonb); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.archived_messages(of_user text, query jsonb) IS 'A page of the archive of an account, ascending; null: after or before is not in it';


--
-- Name: credentials(text); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.credentials(of_user text) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return engine.credentials(of_user, false);
end
$$;


--
-- Name: FUNCTION credentials(of_user text); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.credentials(of_user text) IS 'The SCRAM keys of both hashes and the lockout of an account; null: no such account, or none with a password';


--
-- Name: credentials(text, boolean); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.credentials(of_user text, as_stored boolean) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  known jsonb;
  nobodys constant jsonb := jsonb_build_object(
    'salt', base64(decode(repeat('00', 16), 'hex')), 'iterations', 4096,
    'stored_key', base64(decode(repeat('00', 32), 'hex')), 'server_key', base64(decode(repeat('00', 32), 'hex')));
begin
  perform begin_lockout(of_user);
  select jsonb_strip_nulls(jsonb_build_object(
    'locked', is_locked(of_user),
    'departed', departed.username is not null,
    'inherited', coalesce(departed.inherited, false),
    'sha1', case when sha1_stored_key is not null then jsonb_build_object(
      'salt', base64(sha1_salt), 'iterations', sha1_iterations,
      'stored_key', base64(sha1_stored_key), 'server_key', base64(sha1_server_key)) end,
    'sha256', case when sha256_stored_key is not null then jsonb_build_object(
      'salt', base64(sha256_salt), 'iterations', sha256_iterations,
      'stored_key', base64(sha256_stored_key), 'server_key', base64(sha256_server_key)) end))
  into known
  from account
  left join account_credential using (username)
  left join departed_account departed using (username)
  where username = of_user;
  if as_stored then return known; end if;
  if not known ?| array['sha1', 'sha256'] then return null; end if;
  return jsonb_build_object('sha1', nobodys, 'sha256', nobodys) || known;
end
$$;


--
-- Name: FUNCTION credentials(of_user text, as_stored boolean); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.credentials(of_user text, as_stored boolean) IS 'The SCRAM keys and lockout of an account; null: no such account. Not as stored: keys that no password has stand for absent ones';


--
-- Name: delete_account(text); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.delete_account(of_user text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  heir text;
begin
  perform acting(of_user);
  select username into heir from administrator_name()
  where username <> of_user
  order by place limit 1;
  return (
    select roster_owners is not null
    from remove_user(of_user, coalesce(heir, 'admin') || '@' || service_domain(), null));
end
$$;


--
-- Name: FUNCTION delete_account(of_user text); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.delete_account(of_user text) IS 'Deletes an account with its data and all references to it; false: no such account';


--
-- Name: disable_account(text, text); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.disable_account(of_user text, node text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if exists (
    select from lockout where username = of_user and starts_at <= now() and ends_at is null) then
    return true;
  end if;
  return lock_user(of_user, chat_server_entry('disable user ' || of_user, '/lockouts/' || of_user, node));
end
$$;


--
-- Name: FUNCTION disable_account(of_user text, node text); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.disable_account(of_user text, node text) IS 'Locks an account out, as POST of a lockout does; false: no such account';


--
-- Name: enable_account(text, text); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.enable_account(of_user text, node text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if not is_locked(of_user) then
    return engine.account_exists(of_user);
  end if;
  return unlock_user(of_user, chat_server_entry('enable user ' || of_user, '/lockouts/' || of_user, node));
end
$$;


--
-- Name: FUNCTION enable_account(of_user text, node text); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.enable_account(of_user text, node text) IS 'Lets an account in again, as DELETE of its lockout does; false: no such account';


--
-- Name: forgotten(jsonb); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.forgotten(usernames jsonb) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  done integer;
begin
  delete from departed_account
  where username in (select jsonb_array_elements_text(json_list(usernames)));
  get diagnostics done = row_count;
  return done;
end
$$;


--
-- Name: FUNCTION forgotten(usernames jsonb); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.forgotten(usernames jsonb) IS 'Reports that the data of these deleted accounts has been cleared; returns how many were pending';


--
-- Name: hello(integer, text, boolean); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.hello(contract integer, instance text, starting boolean) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  attached constant bigint := 4862177332;
  temporary bigint[];
  first integer := 1;
  other text;
begin
  if contract is distinct from 1 then
    return jsonb_build_object('ok', false, 'reason',
      format('The database speaks contract 1, the chat server asks for %s', contract));
  end if;

  if not pg_try_advisory_lock(attached) then
    select coalesce(nullif(application_name, ''), 'process ' || pid) into other
    from pg_locks join pg_stat_activity using (pid)
    where datname = current_database() and locktype = 'advisory' and objsubid = 1
      and database = datid
      and (classid::bigint << 32) + objid::bigint = attached and granted;
    return jsonb_build_object('ok', false, 'reason',
      format('Another chat server is attached to the database: %s', coalesce(other, 'unknown')));
  end if;
  perform set_config('application_name', coalesce(instance, ''), false);

  if starting then
    temporary := array(select id from room where not persistent);
    while first <= cardinality(temporary)
      and clock_timestamp() < statement_timestamp() + interval '500 ms' loop
      delete from room where id in (
        select id from room
        where id = any (temporary[first:first + 99]) and not persistent
        for update skip locked);
      first := first + 100;
    end loop;
    if exists (select from room where not persistent) then
      return jsonb_build_object('ok', false, 'reason',
        'Temporary rooms of the last run are still being removed');
    end if;
  end if;

  return jsonb_build_object('ok', true, 'contract', 1, 'domain', service_domain(), 'absent', absent_hashes());
end
$$;


--
-- Name: FUNCTION hello(contract integer, instance text, starting boolean); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.hello(contract integer, instance text, starting boolean) IS 'Attaches the one chat server of the database for the length of its session';


--
-- Name: logged_out(text); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.logged_out(of_user text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  insert into message_archive (username, logged_out_at)
  select username, now() from account where username = of_user
  on conflict (username) do update set logged_out_at = excluded.logged_out_at;
  if not found then return false; end if;
  update account set last_seen = now()
  where username = of_user and (last_seen is null or last_seen < now() - interval '1 minute');
  return true;
end
$$;


--
-- Name: FUNCTION logged_out(of_user text); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.logged_out(of_user text) IS 'The last session of an account has ended: what it receives from now on is unread';


--
-- Name: messages(text, text, jsonb); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.messages(of_service text, of_room text, query jsonb) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  of_id bigint := (select id from room where service = of_service and name = of_room);
  asked record;
  from_at timestamptz;
  from_id bigint;
  to_at timestamptz;
  to_id bigint;
  page room_message[];
begin
  if of_id is null then return null; end if;

  select * into asked from page_query(query);

  select * into from_at, from_id
  from (values ('-infinity'::timestamptz, 0::bigint)) as _
  where query ->> 'after' is null
  union all
  select sent_at, id from room_message
  where id = message_id(query ->> 'after') and room_id = of_id;

  select * into to_at, to_id
  from (values ('infinity'::timestamptz, 9223372036854775807)) as _
  where query ->> 'before' is null
  union all
  select sent_at, id from room_message
  where id = message_id(query ->> 'before') and room_id = of_id;

  if from_id is null or to_id is null then return null; end if;

  if query -> 'reverse' = 'true' then
    page := array(
      select message from conversation(of_id, asked.since, asked.until, asked.other, asked.ids) message
      where (sent_at, id) > (from_at, from_id) and (sent_at, id) < (to_at, to_id)
      order by sent_at desc, id desc limit asked.amount);
  else
    page := array(
      select message from conversation(of_id, asked.since, asked.until, asked.other, asked.ids) message
      where (sent_at, id) > (from_at, from_id) and (sent_at, id) < (to_at, to_id)
      order by sent_at, id limit asked.amount);
  end if;

  return jsonb_strip_nulls(jsonb_build_object(
    'total', case when query -> 'total' = 'true' then (
      select count(*) from conversation(of_id, asked.since, asked.until, asked.other, asked.ids)) end,
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id::text,
        'sent_at', unix_seconds(sent_at),
        'nickname', nickname,
        'sender', sender,
        'sender_shown', sender_shown,
        'stanza', stanza) order by sent_at, id), '[]')
      from unnest(page))));
end
$$;


--
-- Name: FUNCTION messages(of_service text, of_room text, query jsonb); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.messages(of_service text, of_room text, query jsonb) IS 'A page of a conversation, ascending; null: no such room, or no such message as after or before';


--
-- Name: missing_accounts(jsonb); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.missing_accounts(usernames jsonb) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return (
    select coalesce(jsonb_agg(asked), '[]')
    from jsonb_array_elements_text(json_list(usernames)) as asked
    where not exists (select from account where username = asked));
end
$$;


--
-- Name: FUNCTION missing_accounts(usernames jsonb); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.missing_accounts(usernames jsonb) IS 'Which of these names have no account';


--
-- Name: pictures(jsonb); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.pictures(usernames jsonb) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return (
    select coalesce(
      jsonb_object_agg(username, coalesce(picture, jsonb_build_object('unknown', xmin::text))), '{}')
    from vcard
    where username in (select jsonb_array_elements_text(json_list(usernames)))
      and picture is distinct from '{}');
end
$$;


--
-- Name: FUNCTION pictures(usernames jsonb); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.pictures(usernames jsonb) IS 'What is known of the pictures of these accounts, of those that may have one; unknown: the state of the vCard';


--
-- Name: public_rooms(text, text, integer); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.public_rooms(of_service text, after text, amount integer) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'name', name, 'natural_name', natural_name)) order by name), '[]')
    from (
      select name, natural_name from room
      where service = of_service and public_room and name > coalesce(after, '')
      order by name limit greatest(amount, 0)
    ) page);
end
$$;


--
-- Name: FUNCTION public_rooms(of_service text, after text, amount integer); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.public_rooms(of_service text, after text, amount integer) IS 'The next page of public rooms, ascending by name';


--
-- Name: put_credentials(text, jsonb); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.put_credentials(of_user text, keys jsonb) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform acting(of_user);
  insert into account_credential
  select given.*
  from account cross join given_credentials(account.username, keys) given
  where account.username = of_user
  on conflict on constraint account_credential_pk do update set (
    sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key,
    sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key
  ) = row (
    excluded.sha1_salt, excluded.sha1_iterations, excluded.sha1_stored_key, excluded.sha1_server_key,
    excluded.sha256_salt, excluded.sha256_iterations, excluded.sha256_stored_key, excluded.sha256_server_key
  );
  return found;
end
$$;


--
-- Name: FUNCTION put_credentials(of_user text, keys jsonb); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.put_credentials(of_user text, keys jsonb) IS 'Sets the password, also of an account that has none; false: no such account';


--
-- Name: put_picture(text, text, jsonb); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.put_picture(of_user text, of_state text, new_picture jsonb) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  update vcard set picture = new_picture where username = of_user and xmin::text = of_state;
  return found;
end
$$;


--
-- Name: FUNCTION put_picture(of_user text, of_state text, new_picture jsonb); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.put_picture(of_user text, of_state text, new_picture jsonb) IS 'Says what the picture of a vCard is; false: it has another state';


--
-- Name: put_room(text, text, jsonb); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.put_room(of_service text, of_room text, state jsonb) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $_$
declare
  stored room;
  given room;
  before jsonb;
  assignments text;
  affiliated boolean := false;
  given_id jsonb := nullif(state -> 'id', 'null');
  given_version jsonb := nullif(state -> 'version', 'null');
begin
  perform note_chat_user(state ->> 'actor');
  select * into stored from room
  where service = of_service and name = of_room
  for no key update;
  if found then
    if given_id <> to_jsonb(stored.id) then return 0; end if;
    if given_version is distinct from to_jsonb(stored.version) then return -stored.version; end if;
  else
    if given_version is not null then return 0; end if;
    perform from chat_service where name = of_service for key share;
    if not found then return 0; end if;
    insert into room (service, name) values (of_service, of_room)
    on conflict on constraint room_service_name_key do nothing
    returning * into stored;
    if not found then
      return -(select version from room where service = of_service and name = of_room);
    end if;
  end if;

  if jsonb_typeof(state -> 'affiliations') = 'object' then
    affiliated := put_room_affiliations(stored.id, state -> 'affiliations');
  end if;

  -- One member per column, except for those that the chat server does not set.
  given := jsonb_populate_record(stored, state - array[
    'actor', 'id', 'service', 'name', 'version', 'creation_date', 'modification_date']);
  before := to_jsonb(stored);
  select string_agg(format('%1$I = ($1).%1$I', name), ', ') into assignments
  from jsonb_each(to_jsonb(given)) as member (name, value)
  where value is distinct from before -> name;
  if affiliated or assignments is not null then
    execute 'update room set ' || concat_ws(', ', assignments, 'modification_date = now()')
      || ' where id = ($1).id returning version'
    into stored.version using given;
  end if;
  return stored.version;
end
$_$;


--
-- Name: FUNCTION put_room(of_service text, of_room text, state jsonb); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.put_room(of_service text, of_room text, state jsonb) IS 'Stores a room; its version, minus the stored one if another is given, 0: no room or service';


--
-- Name: put_roster_item(text, text, jsonb); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.put_roster_item(of_user text, contact text, item jsonb) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  seen record;
  given record;
begin
  perform from account where username = of_user for no key update;
  if not found then return null; end if;

  perform acting(of_user);
  if item is null or jsonb_typeof(item) <> 'object' then
    delete from roster_item where owner = of_user and jid = contact;
  elsif char_length(contact) between 1 and 1024 and strpos(contact, '/') = 0 then
    select * into seen from roster_entry(of_user, contact);
    select
      left(nullif(item ->> 'name', ''), 255) as nickname,
      subscription_code(item ->> 'subscription') as subscription,
      coalesce(item -> 'ask' = 'true', false) as ask,
      coalesce(item -> 'approved' = 'true', false) as approved,
      array(
        select distinct name collate "C"
        from (
          select left(value, 255) as name
          from jsonb_array_elements_text(json_list(item -> 'groups')) as value
        ) named
        where name <> ''
          and not exists (
            select from user_group
            where (user_group.name = named.name or display_name = named.name) and shared)
        order by 1
      ) as groups
    into given;
    if seen.jid is null or seen.stored or given.approved or given.groups <> '{}'
      or given.nickname is distinct from seen.nickname then
      insert into roster_item (owner, jid, nickname, subscription, groups, ask, approved)
      values (of_user, contact, given.nickname, given.subscription, given.groups, given.ask,
              given.approved)
      on conflict on constraint roster_item_pk do update
      set nickname = excluded.nickname, subscription = excluded.subscription,
          groups = excluded.groups, ask = excluded.ask, approved = excluded.approved
      where (roster_item.nickname, roster_item.subscription, roster_item.groups,
             roster_item.ask, roster_item.approved)
        is distinct from (excluded.nickname, excluded.subscription, excluded.groups,
                          excluded.ask, excluded.approved);
    end if;
  end if;

  return roster_version(roster_state(of_user));
end
$$;


--
-- Name: FUNCTION put_roster_item(of_user text, contact text, item jsonb); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.put_roster_item(of_user text, contact text, item jsonb) IS 'Stores or (null) removes a contact; returns the version of the roster; null: no such account';


--
-- Name: put_roster_requests(text, jsonb); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.put_roster_requests(of_user text, requests jsonb) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  given record;
begin
  perform from account where username = of_user for no key update;
  if not found then return false; end if;

  select
    coalesce(array_agg(jid), '{}') as jids,
    coalesce(array_agg(stanza), '{}') as stanzas
  into given
  from (
    select distinct on (jid) jid, stanza
    from jsonb_to_recordset(json_list(requests)) as request (jid text, stanza text)
    where char_length(jid) between 1 and 1024 and stanza is not null
  ) request;

  delete from roster_request where owner = of_user and jid <> all (given.jids);
  insert into roster_request (owner, jid, stanza)
  select of_user, jid, stanza from unnest(given.jids, given.stanzas) as request (jid, stanza)
  on conflict on constraint roster_request_pk do update set stanza = excluded.stanza
  where roster_request.stanza <> excluded.stanza;
  return true;
end
$$;


--
-- Name: FUNCTION put_roster_requests(of_user text, requests jsonb); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.put_roster_requests(of_user text, requests jsonb) IS 'Replaces the pending subscription requests; false: no such account';


--
-- Name: put_vcard(text, text, jsonb); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.put_vcard(of_user text, new_xml text, new_picture jsonb) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform from account where username = of_user for no key update;
  if not found then return false; end if;
  perform acting(of_user);
  if new_xml is null then
    delete from vcard where username = of_user;
  else
    insert into vcard (username, xml, picture) values (of_user, new_xml, new_picture)
    on conflict on constraint vcard_pk do update set xml = excluded.xml, picture = excluded.picture
    where vcard.xml <> excluded.xml;
  end if;
  return true;
end
$$;


--
-- Name: FUNCTION put_vcard(of_user text, new_xml text, new_picture jsonb); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.put_vcard(of_user text, new_xml text, new_picture jsonb) IS 'Stores a vCard and what its picture is, null removes it; false: there is no such account';


--
-- Name: register_account(text, jsonb); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.register_account(of_user text, keys jsonb) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if exists (select from account where username = of_user) then return 'exists'; end if;
  if is_username(of_user) is not true
    or exists (select from administrator_name() where username = of_user) then
    return 'refused';
  end if;
  perform acting(of_user);
  with added as (
    insert into account (username) values (of_user)
    on conflict on constraint account_pk do nothing
    returning username
  )
  insert into account_credential
  select given.* from added cross join given_credentials(added.username, keys) given;
  return case when found then 'created' else 'exists' end;
end
$$;


--
-- Name: FUNCTION register_account(of_user text, keys jsonb); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.register_account(of_user text, keys jsonb) IS 'created, exists, or refused: a name that is invalid or that of an administrator';


--
-- Name: remove_room(text, text, boolean); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.remove_room(of_service text, of_room text, only_temporary boolean) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return engine.remove_room(of_service, of_room, only_temporary, null);
end
$$;


--
-- Name: FUNCTION remove_room(of_service text, of_room text, only_temporary boolean); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.remove_room(of_service text, of_room text, only_temporary boolean) IS 'For chat servers that do not say who removes a room';


--
-- Name: remove_room(text, text, boolean, text); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.remove_room(of_service text, of_room text, only_temporary boolean, actor text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform note_chat_user(actor);
  delete from room
  where service = of_service and name = of_room
    and not (persistent and coalesce(only_temporary, false));
  return found;
end
$$;


--
-- Name: FUNCTION remove_room(of_service text, of_room text, only_temporary boolean, actor text); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.remove_room(of_service text, of_room text, only_temporary boolean, actor text) IS 'Removes a room with its conversation; returns whether it existed';


--
-- Name: room(text, text); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.room(of_service text, of_room text) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return (
    select jsonb_strip_nulls(to_jsonb(room) - 'service' || jsonb_build_object(
      'creation_date', unix_seconds(room.creation_date),
      'modification_date', unix_seconds(room.modification_date),
      'affiliations', (
        select coalesce(jsonb_object_agg(jid, jsonb_build_object(
          'affiliation', affiliation, 'nickname', nickname)), '{}')
        from room_affiliation where room_id = room.id),
      'via_groups', (
        select coalesce(jsonb_object_agg(jid, (affiliations())[first]), '{}')
        from (
          select jid, min(array_position(affiliations(), affiliation)) as first
          from room_group_affiliation join group_member using (group_name)
          where room_id = room.id
          group by jid
        ) person)))
    from room
    where service = of_service and name = of_room);
end
$$;


--
-- Name: FUNCTION room(of_service text, of_room text); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.room(of_service text, of_room text) IS 'All columns of a room, with its affiliations, direct and through groups; null: no such room';


--
-- Name: roster(text); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.roster(of_user text) RETURNS json
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  state jsonb := roster_state(of_user);
begin
  if state is null then return null; end if;
  return json_build_object(
    'version', roster_version(state),
    'state', state,
    'items', roster_items(of_user),
    'requests', roster_requests(of_user));
end
$$;


--
-- Name: FUNCTION roster(of_user text); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.roster(of_user text) IS 'The roster as its owner sees it, with pending requests; null: no such account';


--
-- Name: roster_changes(text, jsonb, jsonb); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.roster_changes(of_user text, known jsonb, also jsonb) RETURNS json
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  state jsonb := roster_state(of_user);
  contacts text[] := contacts_changed_since(of_user, known);
begin
  if state is null or contacts is null then return engine.roster(of_user); end if;
  contacts := array(
    select unnest(contacts) union select jsonb_array_elements_text(json_list(also)));
  return json_build_object(
    'version', roster_version(state),
    'state', state,
    'contacts', contacts,
    'items', roster_items_of(of_user, contacts),
    'requests', roster_requests(of_user));
end
$$;


--
-- Name: FUNCTION roster_changes(of_user text, known jsonb, also jsonb); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.roster_changes(of_user text, known jsonb, also jsonb) IS 'What has changed since a state of a roster: the listed contacts, or everything';


--
-- Name: services(); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.services() RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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


--
-- Name: FUNCTION services(); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.services() IS 'The chat services, ascending by name';


--
-- Name: stale(jsonb); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.stale(live jsonb) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return (
    with checked_room as (
      select
        held.service,
        held.room,
        stored.id is null or stored.id <> held.id as gone,
        stored.version is distinct from held.version as changed
      from jsonb_to_recordset(json_list(live -> 'rooms'))
        as held (service text, room text, id numeric, version numeric)
      left join lateral (
        select id, version from room where room.service = held.service and name = held.room offset 0
      ) stored on true
    ), checked_user as (
      select
        held.username,
        (select true from account where account.username = held.username) is null as gone,
        is_locked(held.username) as locked,
        coalesce((select version from roster where owner = held.username), 0)
          is distinct from held.own as changed
      from jsonb_to_recordset(json_list(live -> 'users')) as held (username text, own numeric)
    ), checked_group as (
      select
        held.id,
        held.version as known,
        (select version from shared_group where shared_group.id = held.id::bigint) as version
      from jsonb_to_recordset(json_list(live -> 'groups')) as held (id numeric, version numeric)
    )
    select jsonb_build_object(
      'rooms', (
        select coalesce(jsonb_agg(
          jsonb_build_object('service', service, 'room', room, 'gone', gone)
          order by service, room), '[]')
        from checked_room where gone or changed),
      'rosters', coalesce(
        jsonb_agg(username order by username) filter (where changed and not gone), '[]'),
      'groups', (
        select coalesce(jsonb_agg(
          jsonb_strip_nulls(jsonb_build_object('id', id, 'version', version)) order by id), '[]')
        from checked_group where version is distinct from known),
      'locked', coalesce(jsonb_agg(username order by username) filter (where locked), '[]'),
      'gone', coalesce(jsonb_agg(username order by username) filter (where gone), '[]'),
      'departed', (
        select coalesce(jsonb_agg(username order by username), '[]')
        from (select username from departed_account order by username limit 100) waiting),
      'services', live ? 'services' and (
        array(select name from chat_service order by name) <>
        array(
          select distinct name collate "C"
          from jsonb_array_elements_text(json_list(live -> 'services')) as name
          order by 1)),
      'absent', absent_hashes())
      || case
        when live ? 'administrators' and engine.administrators() <> json_list(live -> 'administrators')
          then jsonb_build_object('administrators', engine.administrators())
        else '{}'
      end
    from checked_user);
end
$$;


--
-- Name: FUNCTION stale(live jsonb); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.stale(live jsonb) IS 'Which live rooms, users, shared groups, services and administrators differ from the stored ones, and which hashes an account lacks';


--
-- Name: unanswered(text); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.unanswered(of_jid text) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return (select coalesce(jsonb_agg(owner), '[]') from roster_request where jid = of_jid);
end
$$;


--
-- Name: FUNCTION unanswered(of_jid text); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.unanswered(of_jid text) IS 'The contacts that have not yet answered a subscription request of the user';


--
-- Name: vcard(text); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.vcard(of_user text) RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return (select xml from vcard where username = of_user);
end
$$;


--
-- Name: FUNCTION vcard(of_user text); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.vcard(of_user text) IS 'The vCard as XML; null: none';


--
-- Name: absent_hashes(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.absent_hashes() RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET enable_seqscan TO 'off'
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return to_jsonb(array_remove(array[
    case when exists (select from account_credential where sha1_stored_key is null) then 'sha1' end,
    case when exists (select from account_credential where sha256_stored_key is null)
      and not exists (select from system_property where key = 'xmpp.auth.offerSha256' and value = 'always')
      then 'sha256' end], null));
end
$$;


--
-- Name: FUNCTION absent_hashes(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.absent_hashes() IS 'Hashes that are not to be offered at logins, because an account lacks their keys';


--
-- Name: account_events(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.account_events() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  columns text[];
begin
  if tg_op = 'DELETE' then
    perform put_event('user.deleted', '/users/' || path_segment(old.username));
    return null;
  end if;
  new.last_seen := old.last_seen;
  if new is not distinct from old then return null; end if;
  if old.username <> new.username then
    perform put_event('user.renamed', '/users/' || path_segment(new.username), '{username}',
      '/users/' || path_segment(old.username));
  end if;
  columns := changed_columns(to_jsonb(old), to_jsonb(new), '{username,created_at}');
  if columns <> '{}' then
    perform put_event('user.updated', '/users/' || path_segment(new.username), columns);
  end if;
  return null;
end
$$;


--
-- Name: FUNCTION account_events(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.account_events() IS 'Events of a changed or deleted account';


--
-- Name: acting(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.acting(of_user text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform note_chat_user(of_user || '@' || service_domain());
end
$$;


--
-- Name: FUNCTION acting(of_user text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.acting(of_user text) IS 'Says that the owner of an account makes the changes, unless somebody else does';


--
-- Name: add_keys(text, text, jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.add_keys(of_user text, known_key text, keys jsonb) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform set_config('chat_admin.same_password', 'on', true);
  update account_credential known set (
    sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key,
    sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key
  ) = (
    select
      coalesce(given.sha1_salt, known.sha1_salt),
      coalesce(given.sha1_iterations, known.sha1_iterations),
      coalesce(given.sha1_stored_key, known.sha1_stored_key),
      coalesce(given.sha1_server_key, known.sha1_server_key),
      coalesce(given.sha256_salt, known.sha256_salt),
      coalesce(given.sha256_iterations, known.sha256_iterations),
      coalesce(given.sha256_stored_key, known.sha256_stored_key),
      coalesce(given.sha256_server_key, known.sha256_server_key)
    from given_credentials(of_user, keys) given
  )
  where username = of_user
    and num_nulls(sha1_stored_key, sha256_stored_key) = 1
    and coalesce(sha1_stored_key, sha256_stored_key) = decode(known_key, 'base64');
  return found;
end
$$;


--
-- Name: FUNCTION add_keys(of_user text, known_key text, keys jsonb); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.add_keys(of_user text, known_key text, keys jsonb) IS 'Adds the keys of the absent hash for the same password; false: none is absent, or the stored key is not the known one any more';


--
-- Name: add_roster_item(text, text, text, smallint, text[], jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.add_roster_item(of_owner text, contact text, nickname text, subscription smallint, groups text[], entry jsonb) RETURNS text
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform from account where username = of_owner for no key update;
  if not found then return 'no owner'; end if;
  if exists (select from roster_entry(of_owner, contact)) then return 'exists'; end if;
  if exists (select from user_group where (name = any (groups) or display_name = any (groups)) and shared) then return 'shared group'; end if;
  if subscription is not null then
    perform note_origin(entry -> 'origin');
    insert into roster_item (owner, jid, nickname, subscription, groups)
    values (of_owner, contact, nickname, subscription, groups)
    on conflict on constraint roster_item_pk do nothing;
    if not found then return 'exists'; end if;
  end if;
  perform append_audit_entry(entry);
  return 'added';
end
$$;


--
-- Name: FUNCTION add_roster_item(of_owner text, contact text, nickname text, subscription smallint, groups text[], entry jsonb); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.add_roster_item(of_owner text, contact text, nickname text, subscription smallint, groups text[], entry jsonb) IS 'Adds a contact (no subscription: only checks whether it could); returns "added", or what stands in the way';


--
-- Name: administrator_name(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.administrator_name(OUT place bigint, OUT username text) RETURNS SETOF record
    LANGUAGE sql STABLE
    AS $$
  select place, local_username(jid, service_domain())
  from listed_jid()
  where strpos(entry, '/') = 0 and is_username(local_username(jid, service_domain()))
  union all
  select 1, 'admin' where not exists (select from listed_jid())
$$;


--
-- Name: FUNCTION administrator_name(OUT place bigint, OUT username text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.administrator_name(OUT place bigint, OUT username text) IS 'User names of the administrators, who need not exist; "admin" while none is listed';


--
-- Name: admit_chat_admin(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.admit_chat_admin(role_name text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  owner text := (select nspowner::regrole from pg_namespace where nspname = 'engine');
begin
  -- Serialises concurrent calls.
  perform pg_advisory_xact_lock(4862177333);
  execute format('grant connect, temporary on database %I to %I', current_database(), role_name);
  execute format('grant usage on schema public, engine to %I', role_name);
  execute format(
    'grant select, insert, update, delete on all tables in schema public to %I', role_name);
  execute format(
    'revoke insert, update, delete on schema_migration, schema_object, schema_state from %I', role_name);
  execute format('grant usage, select on all sequences in schema public to %I', role_name);
  execute format('grant execute on function engine.put_credentials(text, jsonb) to %I', role_name);
  execute format(
    'alter default privileges for role %s in schema public grant select, insert, update, delete on tables to %I',
    owner, role_name);
  execute format(
    'alter default privileges for role %s in schema public grant usage, select on sequences to %I',
    owner, role_name);
end
$$;


--
-- Name: FUNCTION admit_chat_admin(role_name text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.admit_chat_admin(role_name text) IS 'Admits a login role as the services: rows of all tables, but not the schema';


--
-- Name: admit_chat_engine(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.admit_chat_engine(role_name text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  owner text := (select nspowner::regrole from pg_namespace where nspname = 'engine');
begin
  -- Serialises concurrent calls.
  perform pg_advisory_xact_lock(4862177333);
  execute format('grant connect on database %I to %I', current_database(), role_name);
  execute format('grant usage on schema engine to %I', role_name);
  execute format('grant execute on all functions in schema engine to %I', role_name);
  execute format(
    'alter default privileges for role %s in schema engine grant execute on functions to %I',
    owner, role_name);
  if to_regnamespace('prosody') is null then create schema prosody; end if;
  execute format('grant usage, create on schema prosody to %I', role_name);
  begin
    execute format(
      'alter role %I in database %I set search_path = prosody', role_name, current_database());
  exception when insufficient_privilege then
    raise notice 'The search path of % is not set: let it connect with the option search_path=prosody',
      role_name;
  end;
  if has_schema_privilege(role_name, 'public', 'create') then
    raise warning 'The role % may create objects in the schema public, and so act with the rights of %: take this right away',
      role_name, owner;
  end if;
end
$$;


--
-- Name: FUNCTION admit_chat_engine(role_name text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.admit_chat_engine(role_name text) IS 'Admits a login role as the chat server: functions of the schema engine, and the schema prosody';


--
-- Name: admits_chat_server_store(regclass); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.admits_chat_server_store(store regclass) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
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


--
-- Name: FUNCTION admits_chat_server_store(store regclass); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.admits_chat_server_store(store regclass) IS 'Whether a table of the chat server''s storage is there; an error if it may not be read';


--
-- Name: affiliation_events(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.affiliation_events() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  origin jsonb;
  old_states jsonb = '[]';
  new_states jsonb = '[]';
begin
  if tg_op <> 'INSERT' then old_states := (select coalesce(jsonb_agg(to_jsonb(old_rows)), '[]') from old_rows); end if;
  if tg_op <> 'DELETE' then new_states := (select coalesce(jsonb_agg(to_jsonb(new_rows)), '[]') from new_rows); end if;
  if old_states = '[]' and new_states = '[]' then return null; end if;
  origin := change_origin();
  -- those of a deleted room go without an event
  perform put_event('room.updated', room_path(service, name),
    origin => coalesce(origin -> 'by' -> room_id::text, origin),
    added => coalesce(array_agg(entry order by entry) filter (where is_new), '{}'),
    removed => coalesce(array_agg(entry order by entry) filter (where not is_new), '{}'))
  from (
    select room_id, entry, bool_and(is_new) as is_new
    from (
      select room_id, affiliation || ':' || coalesce(jid, chr(9) || group_name) as entry, true as is_new
      from jsonb_to_recordset(new_states)
        as state (room_id bigint, jid text, group_name text, affiliation text)
      union all
      select room_id, affiliation || ':' || coalesce(jid, chr(9) || group_name), false
      from jsonb_to_recordset(old_states)
        as state (room_id bigint, jid text, group_name text, affiliation text)
    ) states
    group by room_id, entry having count(*) = 1
  ) differences
  cross join lateral (select service, name from room where id = room_id offset 0) changed
  group by room_id, service, name;
  return null;
end
$$;


--
-- Name: FUNCTION affiliation_events(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.affiliation_events() IS 'Events of rooms whose affiliations change';


--
-- Name: affiliations(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.affiliations() RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select array['owner', 'admin', 'outcast', 'member']
$$;


--
-- Name: FUNCTION affiliations(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.affiliations() IS 'By precedence if a person holds several';


--
-- Name: agree_on_visibility(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.agree_on_visibility() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  former text := 'nobody';
begin
  if tg_op = 'UPDATE' then
    former := coalesce(old.visibility, case when old.shared then 'members' else 'nobody' end);
    if new.visibility is not distinct from old.visibility then new.visibility := former; end if;
  end if;
  if new.visibility is null or new.visibility = former and tg_op = 'UPDATE' then
    if not new.shared then
      new.visibility := 'nobody';
    elsif coalesce(new.visibility, 'nobody') = 'nobody' then
      new.visibility := 'members';
    end if;
  end if;
  new.shared := new.visibility <> 'nobody';
  if new.visibility <> 'groups' then new.visible_to := '{}'; end if;
  if new.display_name = new.name then new.display_name := null; end if;
  return new;
end
$$;


--
-- Name: FUNCTION agree_on_visibility(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.agree_on_visibility() IS 'Keeps shared and visibility of a group in step, whichever is written: shared turns nobody into members, not shared anything into nobody';


--
-- Name: append_audit_entry(jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.append_audit_entry(entry jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform note_origin(entry -> 'origin');
  if entry ->> 'summary' is null then return; end if;
  insert into audit_entry (username, occurred_at, summary, node, details)
  values (
    entry ->> 'username',
    date_trunc('second', (entry ->> 'timestamp')::timestamptz),
    entry ->> 'summary',
    entry ->> 'node',
    entry ->> 'details');
end
$$;


--
-- Name: FUNCTION append_audit_entry(entry jsonb); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.append_audit_entry(entry jsonb) IS 'Says who makes the change that calls it, and writes its audit entry if one is owed; null: neither';


--
-- Name: append_lockout_end(text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.append_lockout_end(of_user text, node text) RETURNS void
    LANGUAGE sql
    AS $$
  select append_audit_entry(jsonb_build_object(
    'username', 'service',
    'timestamp', now(),
    'summary', 'END lockout ' || of_user,
    'node', node,
    'details', 'object=/lockouts/' || of_user || '; outcome=200'))
$$;


--
-- Name: FUNCTION append_lockout_end(of_user text, node text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.append_lockout_end(of_user text, node text) IS 'The audit entry of a lockout that has ended by itself';


--
-- Name: archive_of_account(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.archive_of_account(of_user text) RETURNS bigint
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  found_id bigint := (select id from message_archive where username = of_user);
begin
  if found_id is not null then return found_id; end if;
  insert into message_archive (username)
  select username from account where username = of_user
  on conflict do nothing;
  return (select id from message_archive where username = of_user);
end
$$;


--
-- Name: FUNCTION archive_of_account(of_user text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.archive_of_account(of_user text) IS 'The archive of an account, made when it is missing; null: there is no such account';


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: archived_message; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.archived_message (
    id bigint NOT NULL,
    archive_id bigint NOT NULL,
    sent_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    contact text NOT NULL COLLATE pg_catalog."C",
    received boolean NOT NULL,
    stanza text NOT NULL
);


--
-- Name: archived_conversation(bigint, timestamp with time zone, timestamp with time zone, text, bigint[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.archived_conversation(of_archive bigint, since timestamp with time zone, until timestamp with time zone, other text, ids bigint[]) RETURNS SETOF public.archived_message
    LANGUAGE sql STABLE
    AS $$
  select * from archived_message
  where archive_id = of_archive
    and (since is null or sent_at >= since)
    and (until is null or sent_at <= until)
    and (other is null or contact = other)
    and (ids is null or id = any (ids))
$$;


--
-- Name: FUNCTION archived_conversation(of_archive bigint, since timestamp with time zone, until timestamp with time zone, other text, ids bigint[]); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.archived_conversation(of_archive bigint, since timestamp with time zone, until timestamp with time zone, other text, ids bigint[]) IS 'What an account has written and been written; null limits nothing';


--
-- Name: base64(bytea); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.base64(bytes bytea) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select translate(encode(bytes, 'base64'), e'\n', '')
$$;


--
-- Name: FUNCTION base64(bytes bytea); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.base64(bytes bytea) IS 'Base64 without the line breaks of encode()';


--
-- Name: begin_lockout(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.begin_lockout(of_user text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if exists (select from lockout where username = of_user and not began and starts_at <= now()) then
    update lockout set began = true where username = of_user and not began and starts_at <= now();
  end if;
end
$$;


--
-- Name: FUNCTION begin_lockout(of_user text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.begin_lockout(of_user text) IS 'Ends what the lockout of a user, over or not, ends at its start, if nobody has done so yet';


--
-- Name: begin_lockouts(integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.begin_lockouts(most integer) RETURNS text[]
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  begun text[];
begin
  with started as (
    update lockout set began = true where username in (
      select username from lockout where not began and starts_at <= now()
      order by starts_at limit most for update skip locked)
    returning username)
  select array_agg(username) into begun from started;
  return coalesce(begun, '{}');
end
$$;


--
-- Name: FUNCTION begin_lockouts(most integer); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.begin_lockouts(most integer) IS 'Ends what lockouts end at their start, once for each; whose they are';


--
-- Name: change_origin(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.change_origin() RETURNS jsonb
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
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


--
-- Name: FUNCTION change_origin(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.change_origin() IS 'Who makes the changes of this transaction; wakes those who publish events';


--
-- Name: changed_columns(jsonb, jsonb, text[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.changed_columns(before jsonb, after jsonb, ignored text[]) RETURNS text[]
    LANGUAGE sql IMMUTABLE
    AS $$
  select array(
    select key from jsonb_each(after)
    where value is distinct from before -> key and key <> all (ignored) order by key)
$$;


--
-- Name: FUNCTION changed_columns(before jsonb, after jsonb, ignored text[]); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.changed_columns(before jsonb, after jsonb, ignored text[]) IS 'In which columns two states of a row differ';


--
-- Name: chat_server_entries(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.chat_server_entries(of_user text) RETURNS TABLE(host text, "user" text, store text, sort_id bigint, key text, "when" integer, "with" text, type text, value text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $_$
begin
  if not admits_chat_server_store(to_regclass('prosody.prosodyarchive')) then return; end if;
  return query execute '
    select p.host, p."user", p.store, p.sort_id::bigint, p.key, p."when"::integer, p."with", p.type, p.value
    from prosody.prosodyarchive p
    where p.host = $1 and p."user" = $2'
    using service_domain(), of_user;
end
$_$;


--
-- Name: FUNCTION chat_server_entries(of_user text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.chat_server_entries(of_user text) IS 'What the chat server keeps of an account, in order: offline messages, items of personal events';


--
-- Name: chat_server_entry(text, text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.chat_server_entry(summary text, object text, node text) RETURNS jsonb
    LANGUAGE sql STABLE
    AS $$
  select jsonb_build_object(
    'username', 'chat server',
    'origin', jsonb_build_object('actor', 'chat server', 'source', 'service'),
    'timestamp', now(),
    'summary', summary,
    'node', node,
    'details', 'object=' || object || '; outcome=200')
$$;


--
-- Name: FUNCTION chat_server_entry(summary text, object text, node text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.chat_server_entry(summary text, object text, node text) IS 'The audit entry of a change that an operator of the chat server makes there';


--
-- Name: chat_server_values(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.chat_server_values(of_user text) RETURNS TABLE(host text, "user" text, store text, key text, type text, value text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $_$
begin
  if not admits_chat_server_store(to_regclass('prosody.prosody')) then return; end if;
  return query execute '
    select p.host, p."user", p.store, p.key, p.type, p.value from prosody.prosody p
    where p.host = $1 and p."user" = $2'
    using service_domain(), of_user;
end
$_$;


--
-- Name: FUNCTION chat_server_values(of_user text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.chat_server_values(of_user text) IS 'What the chat server keeps of an account, by key: private XML, block list, nodes of personal events';


--
-- Name: contact_events(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.contact_events() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  -- What else a row holds belongs to the chat server. A new name of the owner is none of the roster.
  if (old.jid, old.nickname, old.subscription, old.groups)
    is not distinct from (new.jid, new.nickname, new.subscription, new.groups) then return null; end if;
  perform put_event('roster.updated', '/users/' || path_segment(new.owner) || '/roster');
  return null;
end
$$;


--
-- Name: FUNCTION contact_events(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.contact_events() IS 'Events of a changed contact';


--
-- Name: contacts_changed_since(text, jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.contacts_changed_since(of_owner text, known jsonb) RETURNS text[]
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode TO 'force_generic_plan'
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return (
    with seen as materialized (
      select * from seen_groups(of_owner || '@' || service_domain())
    ), part (known, version, changed_since, changed) as (
      select
        own.known,
        coalesce(version, 0),
        case own.known when 0 then 0 else changed_since end,
        case own.known when 0 then array(select jid from roster_item where owner = of_owner)
        else changed end
      from account left join roster on owner = username
      cross join (select (known ->> 'own')::bigint as known) own
      where username = of_owner
      union all
      select (known -> 'groups' ->> id::text)::bigint, version, changed_since, changed from seen
      union all
      select null, null, null, null
      from jsonb_object_keys(known -> 'groups') as known_id
      where known_id not in (select id::text from seen)
    )
    select case
      when bool_and(coalesce(part.known between part.changed_since and part.version, false))
      then array(
        select distinct jid
        from part moved, unnest(moved.changed) as jid
        where moved.known < moved.version)
    end
    from part);
end
$$;


--
-- Name: FUNCTION contacts_changed_since(of_owner text, known jsonb); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.contacts_changed_since(of_owner text, known jsonb) IS 'Who may differ in a roster from what it showed in this state; null: that is not remembered';


--
-- Name: room_message; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.room_message (
    id bigint NOT NULL,
    room_id bigint NOT NULL,
    sent_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    nickname text,
    sender text COLLATE pg_catalog."C",
    type text DEFAULT 'groupchat'::text NOT NULL,
    subject text,
    body text,
    stanza text,
    sender_shown boolean DEFAULT false NOT NULL
);


--
-- Name: conversation(bigint, timestamp with time zone, timestamp with time zone, text, bigint[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.conversation(of_room bigint, since timestamp with time zone, until timestamp with time zone, speaker text, ids bigint[]) RETURNS SETOF public.room_message
    LANGUAGE sql STABLE
    AS $$
  select * from room_message
  where room_id = of_room
    and stanza is not null
    and (since is null or sent_at >= since)
    and (until is null or sent_at <= until)
    and (speaker is null or nickname = speaker)
    and (ids is null or id = any (ids))
$$;


--
-- Name: FUNCTION conversation(of_room bigint, since timestamp with time zone, until timestamp with time zone, speaker text, ids bigint[]); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.conversation(of_room bigint, since timestamp with time zone, until timestamp with time zone, speaker text, ids bigint[]) IS 'The messages of a room, as stanzas; null bounds are unlimited';


--
-- Name: drop_roster_requests_of_account(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.drop_roster_requests_of_account() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  gone text[];
  owners text[];
begin
  if tg_op = 'DELETE' then
    gone := array(select username from old_rows);
  else
    gone := array(select username from old_rows except select username from new_rows);
  end if;
  if gone = '{}' then return null; end if;

  gone := array(select name || '@' || service_domain() from unnest(gone) as name);
  with dropped as (
    delete from roster_request where jid = any (gone) returning owner
  )
  select array_agg(distinct owner) into owners from dropped;
  if owners is not null then perform move_rosters(owners, '{}'); end if;
  return null;
end
$$;


--
-- Name: FUNCTION drop_roster_requests_of_account(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.drop_roster_requests_of_account() IS 'Deletes the requests of accounts that are deleted or renamed';


--
-- Name: end_lockout(text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.end_lockout(of_user text, node text) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform from account where username = of_user for no key update;
  if not found then return false; end if;
  delete from lockout where username = of_user and ends_at <= clock_timestamp();
  if found then perform append_lockout_end(of_user, node); end if;
  return true;
end
$$;


--
-- Name: FUNCTION end_lockout(of_user text, node text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.end_lockout(of_user text, node text) IS 'Locks the row of a user, and removes the lockout if it has ended; false: no such user';


--
-- Name: end_lockouts(integer, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.end_lockouts(most integer, node text) RETURNS text[]
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  ended text[];
begin
  with gone as (
    delete from lockout where username in (
      select username from lockout where ends_at <= now()
      order by ends_at limit most for update skip locked)
    returning username)
  select array_agg(username) into ended from gone;
  perform append_lockout_end(of_user, node) from unnest(ended) as of_user;
  return coalesce(ended, '{}');
end
$$;


--
-- Name: FUNCTION end_lockouts(most integer, node text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.end_lockouts(most integer, node text) IS 'Removes lockouts that have ended; whose they were';


--
-- Name: end_sessions_of_former_name(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.end_sessions_of_former_name() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  delete from console_session where principal_id = 'basic:' || old.username;
  return null;
end
$$;


--
-- Name: FUNCTION end_sessions_of_former_name(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.end_sessions_of_former_name() IS 'Ends the sessions of a user who is renamed';


--
-- Name: end_sessions_of_key(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.end_sessions_of_key() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  delete from console_session where principal_id = 'key:' || new.id;
  return null;
end
$$;


--
-- Name: FUNCTION end_sessions_of_key(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.end_sessions_of_key() IS 'Ends the sessions of an expired key that is revived';


--
-- Name: end_sessions_of_locked(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.end_sessions_of_locked() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  delete from console_session where principal_id = 'basic:' || new.username;
  return null;
end
$$;


--
-- Name: FUNCTION end_sessions_of_locked(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.end_sessions_of_locked() IS 'Ends the sessions of a user who is locked out';


--
-- Name: end_sessions_of_property(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.end_sessions_of_property() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  case coalesce(new.key, old.key)
    when 'admin.authorizedJIDs' then
      delete from console_session
      where kind = 'login'
        and not exists (select from administrator_name() where username = console_session.subject);
    when 'plugin.restapi.secret', 'plugin.restapi.secret.former' then
      delete from console_session where kind = 'secret' and not is_api_secret(proof);
    else null;
  end case;
  return null;
end
$$;


--
-- Name: FUNCTION end_sessions_of_property(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.end_sessions_of_property() IS 'Ends the sessions of who administers no more, and of secrets that count no more';


--
-- Name: first_password_events(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.first_password_events() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if not exists (
    select from new_rows join account using (username) where created_at <> now()) then return null; end if;
  perform put_event('user.password_changed', '/users/' || path_segment(username))
  from new_rows join account using (username)
  where created_at <> now();
  return null;
end
$$;


--
-- Name: FUNCTION first_password_events(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.first_password_events() IS 'Events of accounts that get their first password later';


--
-- Name: flat(jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.flat(lists jsonb) RETURNS text[]
    LANGUAGE sql IMMUTABLE
    AS $$
  select array(
    select distinct entry
    from jsonb_array_elements(lists) as list, jsonb_array_elements_text(list) as entry
    order by entry)
$$;


--
-- Name: FUNCTION flat(lists jsonb); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.flat(lists jsonb) IS 'The different texts of lists of texts, in order';


--
-- Name: forget_chat_server_data(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.forget_chat_server_data() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform forget_chat_server_stores(
    case when tg_op = 'DELETE' then old.username else new.username end, tg_argv);
  return null;
end
$$;


--
-- Name: FUNCTION forget_chat_server_data(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.forget_chat_server_data() IS 'Removes what the chat server keeps of the account of a row; the arguments name the stores';


--
-- Name: forget_chat_server_stores(text, text[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.forget_chat_server_stores(of_user text, stores text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $_$
begin
  if to_regclass('prosody.prosody') is null then return; end if; -- never had a chat server
  if not has_table_privilege('prosody.prosody', 'delete') then return; end if; -- nor one that keeps these
  execute 'delete from prosody.prosody where host = $1 and "user" = $2 and store = any ($3)'
    using service_domain(), of_user, stores;
end
$_$;


--
-- Name: FUNCTION forget_chat_server_stores(of_user text, stores text[]); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.forget_chat_server_stores(of_user text, stores text[]) IS 'Removes what the chat server keeps of an account in these of its stores';


--
-- Name: forget_contact(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.forget_contact(gone text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform from roster where gone = any (changed) order by owner for no key update;
  update roster set changed_since = version, changed = '{}' where gone = any (changed);

  perform from shared_group where gone = any (changed) order by group_name for no key update;
  update shared_group set changed_since = version, changed = '{}' where gone = any (changed);
end
$$;


--
-- Name: FUNCTION forget_contact(gone text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.forget_contact(gone text) IS 'Removes a contact from what is remembered of changed rosters and shared groups';


--
-- Name: forget_picture(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.forget_picture() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if new.xml <> old.xml and new.picture is not distinct from old.picture then
    new.picture := null;
  end if;
  return new;
end
$$;


--
-- Name: FUNCTION forget_picture(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.forget_picture() IS 'Another vCard has another picture, unless its writer says which';


--
-- Name: forget_visible_to(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.forget_visible_to() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  update user_group set visible_to = array_remove(visible_to, old.name)
  where visibility = 'groups' and visible_to @> array[old.name] collate "default";
  return null;
end
$$;


--
-- Name: FUNCTION forget_visible_to(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.forget_visible_to() IS 'A later group of the name of one that is deleted sees nothing because of that';


--
-- Name: give_owner(bigint[], text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.give_owner(ids bigint[], heir text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if cardinality(ids) = 0 then return; end if;
  insert into room_affiliation (room_id, jid, affiliation)
  select id, heir, 'owner' from room
  where id = any (ids)
    and (select room_id from room_affiliation
         where room_id = id and affiliation = 'owner' limit 1) is null
    and (select room_id from room_group_affiliation
         where room_id = id and affiliation = 'owner' limit 1) is null
  order by id
  on conflict on constraint room_affiliation_pk do update set affiliation = 'owner';
end
$$;


--
-- Name: FUNCTION give_owner(ids bigint[], heir text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.give_owner(ids bigint[], heir text) IS 'Gives an owner to those of the rooms that have none';


--
-- Name: account_credential; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.account_credential (
    username text NOT NULL COLLATE pg_catalog."C",
    sha1_salt bytea,
    sha1_iterations integer,
    sha1_stored_key bytea,
    sha1_server_key bytea,
    sha256_salt bytea,
    sha256_iterations integer,
    sha256_stored_key bytea,
    sha256_server_key bytea,
    CONSTRAINT account_credential_hashes_check CHECK ((num_nonnulls(sha1_stored_key, sha256_stored_key) > 0)),
    CONSTRAINT account_credential_sha1_check CHECK ((num_nulls(sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key) = ANY (ARRAY[0, 4]))),
    CONSTRAINT account_credential_sha256_check CHECK ((num_nulls(sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key) = ANY (ARRAY[0, 4])))
);


--
-- Name: given_credentials(text, jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.given_credentials(of_user text, keys jsonb) RETURNS public.account_credential
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select
    of_user,
    decode(keys #>> '{sha1,salt}', 'base64'),
    (keys #>> '{sha1,iterations}')::numeric::integer,
    decode(keys #>> '{sha1,stored_key}', 'base64'),
    decode(keys #>> '{sha1,server_key}', 'base64'),
    decode(keys #>> '{sha256,salt}', 'base64'),
    (keys #>> '{sha256,iterations}')::numeric::integer,
    decode(keys #>> '{sha256,stored_key}', 'base64'),
    decode(keys #>> '{sha256,server_key}', 'base64')
$$;


--
-- Name: FUNCTION given_credentials(of_user text, keys jsonb); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.given_credentials(of_user text, keys jsonb) IS 'SCRAM keys from the chat server, in their stored form';


--
-- Name: group_entry(boolean, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.group_entry(is_admin boolean, jid text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case when is_admin then 'admin:' else 'member:' end || jid
$$;


--
-- Name: FUNCTION group_entry(is_admin boolean, jid text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.group_entry(is_admin boolean, jid text) IS 'A person of a group, as events name them';


--
-- Name: group_member_events(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.group_member_events() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if tg_op = 'INSERT' then
    perform put_event('group.updated', '/groups/' || path_segment(group_name),
      added => array_agg(group_entry(is_admin, jid) order by jid))
    from new_rows group by group_name;
  elsif tg_op = 'DELETE' then
    -- those of a deleted group go without an event
    perform put_event('group.updated', '/groups/' || path_segment(group_name), removed => entries)
    from (
      select group_name, array_agg(group_entry(is_admin, jid) order by jid) as entries
      from old_rows group by group_name
    ) left_groups
    where exists (select from user_group where name = group_name);
  else
    perform put_event('group.updated', '/groups/' || path_segment(group_name),
      added => coalesce(array_agg(entry order by entry) filter (where is_new), '{}'),
      removed => coalesce(array_agg(entry order by entry) filter (where not is_new), '{}'))
    from (
      select group_name, entry, bool_and(is_new) as is_new
      from (
        select group_name, group_entry(is_admin, jid) as entry, true as is_new from new_rows
        union all
        select group_name, group_entry(is_admin, jid), false from old_rows
      ) states
      group by group_name, entry having count(*) = 1
    ) differences
    group by group_name;
  end if;
  return null;
end
$$;


--
-- Name: FUNCTION group_member_events(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.group_member_events() IS 'Events of groups whose people change';


--
-- Name: groups_shown_to(text[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.groups_shown_to(names text[]) RETURNS TABLE(name text, visibility text, visible_to text[], display_name text)
    LANGUAGE plpgsql STABLE ROWS 1
    SET enable_seqscan TO 'off'
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return query
    select found.name, found.visibility, found.visible_to, found.display_name
    from user_group found
    where found.visibility = 'everybody'
    union all
    select found.name, found.visibility, found.visible_to, found.display_name
    from user_group found
    where found.visibility = 'groups' and found.visible_to && names collate "default";
end
$$;


--
-- Name: FUNCTION groups_shown_to(names text[]); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.groups_shown_to(names text[]) IS 'The shared groups that are shown to everybody, or to the people of one of these groups';


--
-- Name: hold_property_tree(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.hold_property_tree(of_key text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform pg_advisory_xact_lock(
    'system_property'::regclass::oid::integer, hashtext(split_part(of_key, '.', 1)));
end
$$;


--
-- Name: FUNCTION hold_property_tree(of_key text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.hold_property_tree(of_key text) IS 'Waits for others who change the tree of a key, of rows that do not exist yet, too, which cannot be locked';


--
-- Name: is_api_secret(bytea); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.is_api_secret(offered bytea) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  former text;
begin
  if exists (
    select from system_property
    where key = 'plugin.restapi.secret' and value <> ''
      and sha256(convert_to(value, 'UTF8')) = offered) then
    return true;
  end if;
  select value into former from system_property where key = 'plugin.restapi.secret.former';
  return coalesce(
    former ~ '^\S+ .'
      and sha256(convert_to(substr(former, strpos(former, ' ') + 1), 'UTF8')) = offered,
    false);
end
$$;


--
-- Name: FUNCTION is_api_secret(offered bytea); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.is_api_secret(offered bytea) IS 'Whether this is the SHA-256 of the shared secret of the API, or of the one before';


--
-- Name: is_locked(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.is_locked(of_user text) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  select exists (
    select from lockout
    where username = of_user and starts_at <= now() and (ends_at is null or ends_at > now()))
$$;


--
-- Name: FUNCTION is_locked(of_user text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.is_locked(of_user text) IS 'Whether a user is locked out now';


--
-- Name: is_other_password(public.account_credential, public.account_credential); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.is_other_password(former public.account_credential, current public.account_credential) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  select (former.sha1_stored_key, former.sha256_stored_key)
      is distinct from (current.sha1_stored_key, current.sha256_stored_key)
    and current_setting('chat_admin.same_password', true) is distinct from 'on'
$$;


--
-- Name: FUNCTION is_other_password(former public.account_credential, current public.account_credential); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.is_other_password(former public.account_credential, current public.account_credential) IS 'Whether a password has been changed; keys that are added for the same one change none';


--
-- Name: is_username(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.is_username(name text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select char_length(name) between 1 and 64
    and name !~ '[\x01-\x20"&''/:<>@\x7f]'
    and name = lower(name)
    and name is nfkc normalized
    and name not in ('.', '..') -- not addressable in a URL path
$$;


--
-- Name: FUNCTION is_username(name text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.is_username(name text) IS 'Whether a prepared text is a valid account name';


--
-- Name: job_events(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.job_events() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform put_event(
    'job.finished', '/jobs/' || new.id,
    origin => jsonb_build_object('actor', new.maker_name, 'source', 'job', 'request', null));
  return null;
end
$$;


--
-- Name: FUNCTION job_events(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.job_events() IS 'Tells that a job has ended, whatever ended it';


--
-- Name: join_groups(text, text, text[], text[], boolean, jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.join_groups(of_user text, member text, names text[], creatable text[], share boolean, entry jsonb, OUT existed boolean, OUT refused text, OUT changed text[]) RETURNS record
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  missing text[];
begin
  perform from account where username = of_user for no key update;
  existed := found;
  if not existed then return; end if;

  missing := missing_groups(names);
  select name into refused from unnest(missing) with ordinality as _ (name, place)
  where name <> all (creatable) order by place limit 1;
  if refused is not null then return; end if;

  perform note_origin(entry -> 'origin');
  insert into user_group (name, description, shared)
  select name, '', share from unnest(missing) as name order by name collate "C"
  on conflict on constraint user_group_pk do nothing;

  -- Waits for concurrent removals and skips the removed groups.
  with existing as materialized (
    select name from user_group where name = any (names) order by name for key share
  ), joined as (
    insert into group_member (group_name, jid, is_admin)
    select name, member, false from existing
    on conflict on constraint group_member_pk do nothing
    returning group_name
  )
  select coalesce(array_agg(group_name), '{}') into changed from joined;
  perform append_audit_entry(entry);
end
$$;


--
-- Name: FUNCTION join_groups(of_user text, member text, names text[], creatable text[], share boolean, entry jsonb, OUT existed boolean, OUT refused text, OUT changed text[]); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.join_groups(of_user text, member text, names text[], creatable text[], share boolean, entry jsonb, OUT existed boolean, OUT refused text, OUT changed text[]) IS 'Makes a user a member of groups, creating missing ones, shared or not, unless the name of one is refused';


--
-- Name: json_list(jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.json_list(value jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case jsonb_typeof(value) when 'array' then value else '[]' end
$$;


--
-- Name: FUNCTION json_list(value jsonb); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.json_list(value jsonb) IS 'A JSON array unchanged, anything else as an empty one: Lua encodes an empty list as an object';


--
-- Name: key_events(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.key_events() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  object constant text := '/keys/' || path_segment(case when tg_op = 'DELETE' then old.id else new.id end);
  columns text[];
begin
  if tg_op = 'INSERT' then
    perform put_event('key.created', object);
  elsif tg_op = 'DELETE' then
    perform put_event('key.deleted', object);
  elsif old.digest <> new.digest then
    perform put_event('key.rotated', object);
  else
    columns := changed_columns(to_jsonb(old), to_jsonb(new),
      '{id,created_at,created_by,digest,previous_digest,previous_until,last_used,last_address}');
    if columns <> '{}' then perform put_event('key.updated', object, columns); end if;
  end if;
  return null;
end
$$;


--
-- Name: FUNCTION key_events(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.key_events() IS 'Events of a key';


--
-- Name: lacking(text[], text[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.lacking(given text[], others text[]) RETURNS text[]
    LANGUAGE sql IMMUTABLE
    AS $$
  select array(select entry from unnest(given) as entry where entry <> all (others) order by entry)
$$;


--
-- Name: FUNCTION lacking(given text[], others text[]); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.lacking(given text[], others text[]) IS 'Those of the given texts that are not among others';


--
-- Name: leave_groups(text, text, text[], jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.leave_groups(of_user text, member text, names text[], entry jsonb, OUT existed boolean, OUT missing text, OUT changed text[]) RETURNS record
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform from account where username = of_user for no key update;
  existed := found;
  if not existed then return; end if;

  missing := (missing_groups(names))[1];
  if missing is not null then return; end if;

  perform note_origin(entry -> 'origin');
  with removed as (
    delete from group_member where group_name = any (names) and jid = member returning group_name
  )
  select coalesce(array_agg(group_name), '{}') into changed from removed;
  perform append_audit_entry(entry);
end
$$;


--
-- Name: FUNCTION leave_groups(of_user text, member text, names text[], entry jsonb, OUT existed boolean, OUT missing text, OUT changed text[]); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.leave_groups(of_user text, member text, names text[], entry jsonb, OUT existed boolean, OUT missing text, OUT changed text[]) IS 'Removes a user from groups, unless one of them is missing';


--
-- Name: listed_jid(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.listed_jid(OUT place bigint, OUT jid text, OUT entry text) RETURNS SETOF record
    LANGUAGE sql STABLE
    AS $$
  select place, lower(normalize(split_part(entry, '/', 1), nfkc)), entry
  from system_property,
       regexp_split_to_table(value, '[\s,]+') with ordinality as _ (entry, place)
  where key = 'admin.authorizedJIDs' and entry <> ''
$$;


--
-- Name: FUNCTION listed_jid(OUT place bigint, OUT jid text, OUT entry text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.listed_jid(OUT place bigint, OUT jid text, OUT entry text) IS 'The entries of the list of administrators';


--
-- Name: local_username(text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.local_username(jid text, domain text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case
    when right(jid, length(domain) + 1) = '@' || domain then left(jid, -length(domain) - 1)
  end
$$;


--
-- Name: FUNCTION local_username(jid text, domain text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.local_username(jid text, domain text) IS 'The localpart of a bare JID of the domain, null for any other JID';


--
-- Name: lock_user(text, jsonb, text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.lock_user(of_user text, entry jsonb, by_author text DEFAULT NULL::text, node text DEFAULT NULL::text) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  moment constant timestamptz := date_trunc('milliseconds', clock_timestamp());
  known record;
begin
  perform from account where username = of_user for no key update;
  if not found then return false; end if;
  perform note_origin(entry -> 'origin');
  loop
    insert into lockout (username, author, locked_at, starts_at)
    values (of_user, coalesce(by_author, entry ->> 'username'), moment, moment)
    on conflict on constraint lockout_pk do nothing;
    exit when found;
    select starts_at <= moment and ends_at is null and began as lasts into known
    from lockout where username = of_user;
    exit when known.lasts;
    perform end_lockout(of_user, coalesce(node, entry ->> 'node'));
    update lockout set starts_at = least(starts_at, moment), ends_at = null, began = true
    where username = of_user;
    exit when found;
  end loop;
  perform append_audit_entry(entry);
  return true;
end
$$;


--
-- Name: FUNCTION lock_user(of_user text, entry jsonb, by_author text, node text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.lock_user(of_user text, entry jsonb, by_author text, node text) IS 'Locks a user out now and without end; what else is known of a lockout stays. false: no such user';


--
-- Name: lockout_events(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.lockout_events() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  state constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  object constant text := '/lockouts/' || path_segment(state ->> 'username');
  due constant timestamptz := (state ->> 'ends_at')::timestamptz;
  columns text[];
begin
  if tg_op = 'INSERT' then
    perform put_event('lockout.created', object);
  elsif tg_op = 'UPDATE' then
    columns := changed_columns(to_jsonb(old), state, '{username,locked_at,author,began}');
    if columns <> '{}' then perform put_event('lockout.updated', object, columns); end if;
  elsif not exists (select from account where username = old.username) then
    null; -- goes with its owner
  elsif due <= clock_timestamp() then
    perform put_event('lockout.ended', object, moment => due, origin => change_origin() - array['actor', 'source', 'request']);
  else
    perform put_event('lockout.ended', object);
  end if;
  return null;
end
$$;


--
-- Name: FUNCTION lockout_events(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.lockout_events() IS 'Events of a lockout';


--
-- Name: message_id(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.message_id(value text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $_$
  select case when value ~ '^[0-9]{1,18}$' then value::bigint end
$_$;


--
-- Name: FUNCTION message_id(value text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.message_id(value text) IS 'The numeric id of a message from the id that a client has sent; null for any other text';


--
-- Name: missing_groups(text[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.missing_groups(names text[]) RETURNS text[]
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  existing text[] := array(
    select name from user_group where name = any (names) order by name for key share
  );
begin
  return array(
    select name from unnest(names) with ordinality as _ (name, place)
    where name <> all (existing) order by place);
end
$$;


--
-- Name: FUNCTION missing_groups(names text[]); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.missing_groups(names text[]) IS 'Those of the names that no group has; the others are locked against removal';


--
-- Name: moment_of(jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.moment_of(seconds jsonb) RETURNS timestamp with time zone
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case
    when jsonb_typeof(seconds) = 'number' then
      to_timestamp(least(greatest((seconds #>> '{}')::numeric, 0), 253402300799)::double precision)
  end
$$;


--
-- Name: FUNCTION moment_of(seconds jsonb); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.moment_of(seconds jsonb) IS 'Seconds since the epoch as a timestamp, up to the year 9999; null unless a number';


--
-- Name: move_chat_server_data(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.move_chat_server_data() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $_$
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
  update departed_account set inherited = true where username = new.username;
  return null;
end
$_$;


--
-- Name: FUNCTION move_chat_server_data(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.move_chat_server_data() IS 'What the chat server keeps of an account goes along with a new name';


--
-- Name: move_room(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.move_room() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  new.version := old.version + 1;
  return new;
end
$$;


--
-- Name: FUNCTION move_room(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.move_room() IS 'Every update of a room increments its version';


--
-- Name: move_roster_of_item(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.move_roster_of_item() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  -- Deeper: cascaded by the foreign key, which the triggers on account handle.
  if pg_trigger_depth() > 1 then return null; end if;
  if tg_op = 'INSERT' then
    perform move_rosters(
      array(select distinct owner from new_rows), array(select distinct jid from new_rows));
  elsif tg_op = 'DELETE' then
    perform move_rosters(
      array(select distinct owner from old_rows), array(select distinct jid from old_rows));
  else
    perform move_rosters(
      array(select owner from new_rows union select owner from old_rows),
      array(select jid from new_rows union select jid from old_rows));
  end if;
  return null;
end
$$;


--
-- Name: FUNCTION move_roster_of_item(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.move_roster_of_item() IS 'Moves the rosters whose stored items change';


--
-- Name: move_rosters(text[], text[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.move_rosters(owners text[], contacts text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if cardinality(owners) = 0 then return; end if;

  with kept as materialized (
    select username from account
    where username = any (owners)
    order by username for key share
  ), moved as materialized (
    select username, nextval('roster_version_seq') as version from kept
  )
  insert into roster as known (owner, version, changed_since, changed)
  select username, version, version, '{}' from moved
  order by username
  on conflict on constraint roster_pk do update
  set version = nextval('roster_version_seq'),
      (changed_since, changed) = (
        select since, remembered.changed
        from remembered_changes(known.version, contacts, known.changed_since, known.changed)
          as remembered);
end
$$;


--
-- Name: FUNCTION move_rosters(owners text[], contacts text[]); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.move_rosters(owners text[], contacts text[]) IS 'Gives new versions to rosters in which contacts have changed; skips owners without account';


--
-- Name: move_rosters_of(text[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.move_rosters_of(people text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  domain text := service_domain();
begin
  perform move_rosters(array(select local_username(jid, domain) from unnest(people) as jid), '{}');
end
$$;


--
-- Name: FUNCTION move_rosters_of(people text[]); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.move_rosters_of(people text[]) IS 'Gives new versions to the rosters of those of these JIDs who see more groups than before';


--
-- Name: move_shared_groups(text[], text[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.move_shared_groups(names text[], contacts text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform from shared_group
  where group_name = any (names)
  order by group_name for no key update;
  if not found then return; end if;

  update shared_group as known
  set version = nextval('roster_version_seq'),
      (changed_since, changed) = (
        select since, remembered.changed
        from remembered_changes(known.version, contacts, known.changed_since, known.changed)
          as remembered)
  where group_name = any (names);
end
$$;


--
-- Name: FUNCTION move_shared_groups(names text[], contacts text[]); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.move_shared_groups(names text[], contacts text[]) IS 'Gives new versions to groups, if shared, whose people or their names have changed';


--
-- Name: move_shared_groups_of_members(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.move_shared_groups_of_members() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  names text[];
  people text[];
  joins boolean[];
  newcomers text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(group_name), array_agg(jid), array_agg(true) into names, people, joins
    from new_rows;
  elsif tg_op = 'DELETE' then
    select array_agg(group_name), array_agg(jid), array_agg(false) into names, people, joins
    from old_rows;
  else
    select array_agg(group_name), array_agg(jid), array_agg(is_new) into names, people, joins
    from (
      select group_name, jid, true as is_new
      from (select group_name, jid from new_rows except select group_name, jid from old_rows) _
      union all
      select group_name, jid, false
      from (select group_name, jid from old_rows except select group_name, jid from new_rows) _
    ) changed;
  end if;
  if names is null then return null; end if;

  select array_agg(distinct name), array_agg(distinct jid),
    array_agg(distinct jid) filter (where is_new)
  into names, people, newcomers
  from unnest(names, people, joins) as changed (name, jid, is_new)
  where name = any (array(
    select group_name from shared_group where group_name = any (names)
    union all
    select unnest(visible_to) from groups_shown_to(names)));
  if names is null then return null; end if;
  names := array(
    select unnest(names)
    union
    select name from groups_shown_to(names) where visibility = 'groups');

  perform move_shared_groups(names, people);
  if newcomers is not null then perform move_rosters_of(newcomers); end if;
  return null;
end
$$;


--
-- Name: FUNCTION move_shared_groups_of_members(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.move_shared_groups_of_members() IS 'Moves the shared groups that people join or leave, or that are renamed';


--
-- Name: move_shared_groups_showing_account(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.move_shared_groups_showing_account() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  people text[];
  names text[];
begin
  if tg_op = 'INSERT' then
    people := array(select username from new_rows);
  elsif tg_op = 'DELETE' then
    people := array(select username from old_rows);
  else
    people := array(
      (select username from (select username, name from new_rows
                             except select username, name from old_rows) _)
      union
      (select username from (select username, name from old_rows
                             except select username, name from new_rows) _)
    );
  end if;
  if people = '{}' then return null; end if;

  people := array(select name || '@' || service_domain() from unnest(people) as name);
  with joined as materialized (
    select group_name, jid from group_member where jid = any (people)
  )
  select array_agg(distinct group_name), array_agg(distinct jid) filter (where jid is not null)
  into names, people
  from (
    select group_name, jid from joined
    union all
    select shown.name, person
    from groups_shown_to(array(select group_name from joined)) as shown
    left join unnest(people) as person on shown.visibility = 'everybody'
  ) related;
  if names is not null then perform move_shared_groups(names, people); end if;
  return null;
end
$$;


--
-- Name: FUNCTION move_shared_groups_showing_account(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.move_shared_groups_showing_account() IS 'Moves the shared groups of accounts that are created, deleted, renamed, or change their display names';


--
-- Name: new_account_events(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.new_account_events() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  origin jsonb;
begin
  if not exists (select from new_rows) then return null; end if;
  origin := change_origin();
  insert into event_outbox (type, object, origin)
  select 'user.created', '/users/' || path_segment(username), coalesce(origin -> 'by' -> username, origin)
  from new_rows;
  return null;
end
$$;


--
-- Name: FUNCTION new_account_events(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.new_account_events() IS 'Events of new accounts';


--
-- Name: note_chat_user(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_chat_user(jid text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if jid is null or current_setting('chat_admin.origin', true) <> '' then return; end if;
  perform note_origin(jsonb_build_object('actor', jid, 'source', 'chat'));
end
$$;


--
-- Name: FUNCTION note_chat_user(jid text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.note_chat_user(jid text) IS 'Says that a chat user makes the changes, unless somebody else does';


--
-- Name: note_departed_accounts(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_departed_accounts() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  gone text[];
begin
  if to_regnamespace('prosody') is null then return null; end if; -- never had a chat server
  if tg_op = 'DELETE' then
    gone := array(select username from old_rows);
  else
    gone := array(select username from old_rows except select username from new_rows);
  end if;
  if gone = '{}' then return null; end if;

  insert into departed_account (username)
  select name from unnest(gone) as name
  order by 1
  on conflict (username) do update set inherited = false;
  return null;
end
$$;


--
-- Name: FUNCTION note_departed_accounts(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.note_departed_accounts() IS 'Keeps the names of deleted accounts until the chat server has cleared their data';


--
-- Name: note_origin(jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_origin(origin jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if origin is null then return; end if;
  perform set_config('chat_admin.origin', origin::text, true);
end
$$;


--
-- Name: FUNCTION note_origin(origin jsonb); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.note_origin(origin jsonb) IS 'Says who makes the changes of this transaction; null: what is known stays';


--
-- Name: note_property_change(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_property_change() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  origin constant jsonb := nullif(current_setting('chat_admin.origin', true), '');
begin
  if origin is not null and (tg_op = 'INSERT' or new.value <> old.value) then
    new.changed_at := now();
    new.changed_by := origin ->> 'actor';
  end if;
  return new;
end
$$;


--
-- Name: FUNCTION note_property_change(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.note_property_change() IS 'Notes who changes a property, and when; what nobody knows the author of leaves that as it is';


--
-- Name: notify_keys(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.notify_keys() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform pg_notify('chat_admin_change', 'keys');
  return null;
end
$$;


--
-- Name: FUNCTION notify_keys(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.notify_keys() IS 'Notifies all instances of changed keys; not of their use';


--
-- Name: notify_login_rows(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.notify_login_rows() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if tg_op = 'DELETE' then
    perform notify_logins(array(select username from old_rows));
  else
    perform notify_logins(array(select username from new_rows));
  end if;
  return null;
end
$$;


--
-- Name: FUNCTION notify_login_rows(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.notify_login_rows() IS 'Reports the users whose rows have changed';


--
-- Name: notify_logins(text[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.notify_logins(usernames text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  username text;
begin
  if cardinality(usernames) > 50 then
    perform pg_notify('chat_admin_change', 'login:');
    return;
  end if;
  foreach username in array usernames loop
    perform pg_notify('chat_admin_change', 'login:' || username);
  end loop;
end
$$;


--
-- Name: FUNCTION notify_logins(usernames text[]); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.notify_logins(usernames text[]) IS 'Notifies all instances that cached logins of these users may be invalid';


--
-- Name: notify_properties(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.notify_properties() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform pg_notify('chat_admin_change', 'properties');
  return null;
end
$$;


--
-- Name: FUNCTION notify_properties(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.notify_properties() IS 'Notifies all instances of changed system properties';


--
-- Name: notify_renamed_logins(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.notify_renamed_logins() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform notify_logins(array(
    (select username from new_rows except select username from old_rows)
    union all
    (select username from old_rows except select username from new_rows)
  ));
  return null;
end
$$;


--
-- Name: FUNCTION notify_renamed_logins(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.notify_renamed_logins() IS 'Reports the old and the new name of renamed users';


--
-- Name: notify_schema(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.notify_schema() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform pg_notify('chat_admin_change', 'schema');
  return null;
end
$$;


--
-- Name: FUNCTION notify_schema(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.notify_schema() IS 'Notifies all instances that the schema is of another level';


--
-- Name: page_query(jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.page_query(query jsonb) RETURNS TABLE(since timestamp with time zone, until timestamp with time zone, other text, ids bigint[], amount bigint)
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select
    moment_of(query -> 'start'),
    moment_of(query -> 'end'),
    query ->> 'with',
    case when jsonb_typeof(query -> 'ids') = 'array' then
      array(select message_id(id) from jsonb_array_elements_text(query -> 'ids') as id)
    end,
    case when jsonb_typeof(query -> 'limit') = 'number'
      then least(greatest((query ->> 'limit')::numeric, 0), 1000)::bigint
      else 1000
    end
$$;


--
-- Name: FUNCTION page_query(query jsonb); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.page_query(query jsonb) IS 'What a chat server asks of messages: their bounds, null for none, and how many at most';


--
-- Name: password_events(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.password_events() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if not is_other_password(old, new) then return null; end if;
  perform put_event('user.password_changed', '/users/' || path_segment(new.username));
  return null;
end
$$;


--
-- Name: FUNCTION password_events(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.password_events() IS 'Events of a changed password';


--
-- Name: path_segment(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.path_segment(name text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $_$
begin
  if name ~ '^[A-Za-z0-9_.!~*''()-]*$' then return name; end if;
  return (
    select string_agg(
      case when byte ~ '^(4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae]|3[0-9]|2[1789ade])$'
        then convert_from(decode(byte, 'hex'), 'UTF8') else '%' || upper(byte) end, '' order by place)
    from regexp_matches(encode(convert_to(name, 'UTF8'), 'hex'), '..', 'g') with ordinality as one (hit, place),
      lateral (select hit[1]) as two (byte));
end
$_$;


--
-- Name: FUNCTION path_segment(name text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.path_segment(name text) IS 'A name as it stands in a path, as encodeURIComponent() writes it';


--
-- Name: property_events(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.property_events() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if tg_op = 'DELETE' then
    perform put_event('property.deleted', '/system/properties/' || path_segment(old.key));
  elsif tg_op = 'INSERT' or old.value <> new.value then
    perform put_event('property.updated', '/system/properties/' || path_segment(new.key), '{value}');
  end if;
  return null;
end
$$;


--
-- Name: FUNCTION property_events(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.property_events() IS 'Events of a system property';


--
-- Name: publish_events(integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.publish_events(most integer, OUT published integer, OUT last bigint, OUT rest boolean) RETURNS record
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  batch bigint[];
begin
  published := 0;
  rest := false;
  if not pg_try_advisory_xact_lock('event_state'::regclass::oid::integer, 0) then
    published := -1; -- somebody else is at it
    return;
  end if;
  batch := array(select seq from event_outbox order by seq limit most);
  if batch = '{}' then return; end if;
  rest := cardinality(batch) = most;

  with chosen as materialized (
    select distinct xid, object from event_outbox where seq = any (batch)
  ), taken as (
    delete from event_outbox using chosen
    where event_outbox.xid = chosen.xid and event_outbox.object = chosen.object
    returning event_outbox.*
  ), whole as (
    select
      min(seq) as place, xid, type, object, min(previous) as previous, min(occurred_at) as occurred_at,
      (array_agg(origin order by seq))[1] as origin,
      case count(*) when 1 then min(columns) else flat(jsonb_agg(columns)) end as columns,
      case count(*) when 1 then min(added) else lacking(flat(jsonb_agg(added)), flat(jsonb_agg(removed))) end as added,
      case count(*) when 1 then min(removed) else lacking(flat(jsonb_agg(removed)), flat(jsonb_agg(added))) end as removed,
      sum(more)::integer as more,
      bool_or(type like '%.created' or type like '%.deleted') over (partition by xid, object) as is_end
    from taken
    group by xid, type, object
  ), told as (
    select *, row_number() over (order by place) as number
    from whole
    where type like any (array['%.created', '%.deleted', '%.renamed', '%.ended']) or (
      not is_end and (
        type not in ('room.updated', 'group.updated')
        or columns <> '{}' or added <> '{}' or removed <> '{}' or more > 0))
  ), stored as (
    insert into event (
      id, type, occurred_at, actor, source, request, object, previous, columns, added, removed, more,
      traceparent)
    select
      last_id + number, type, occurred_at,
      coalesce(origin ->> 'actor', 'service'), coalesce(origin ->> 'source', 'service'), origin ->> 'request',
      object, previous, columns,
      added[1:100], removed[1:100 - least(cardinality(added), 100)],
      more + greatest(cardinality(added) + cardinality(removed) - 100, 0),
      origin ->> 'traceparent'
    from told cross join event_state
    returning 1
  )
  select count(*) into published from stored;
  update event_state set last_id = last_id + published returning last_id into last;
  if published > 0 then perform pg_notify('chat_admin_change', 'events:' || last); end if;
end
$$;


--
-- Name: FUNCTION publish_events(most integer, OUT published integer, OUT last bigint, OUT rest boolean); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.publish_events(most integer, OUT published integer, OUT last bigint, OUT rest boolean) IS 'Gives ids to events of committed changes; published: how many, -1 while somebody else does it; last: the newest id; rest: there may be more';


--
-- Name: put_event(text, text, text[], text, jsonb, text[], text[], timestamp with time zone); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.put_event(of_type text, of_object text, columns text[] DEFAULT '{}'::text[], former text DEFAULT NULL::text, origin jsonb DEFAULT NULL::jsonb, added text[] DEFAULT '{}'::text[], removed text[] DEFAULT '{}'::text[], moment timestamp with time zone DEFAULT now()) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  insert into event_outbox (type, occurred_at, object, previous, columns, added, removed, more, origin)
  values (
    of_type, moment, of_object, former, columns, added[1:100], removed[1:100],
    greatest(cardinality(added) - 100, 0) + greatest(cardinality(removed) - 100, 0),
    coalesce(origin, change_origin()));
end
$$;


--
-- Name: FUNCTION put_event(of_type text, of_object text, columns text[], former text, origin jsonb, added text[], removed text[], moment timestamp with time zone); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.put_event(of_type text, of_object text, columns text[], former text, origin jsonb, added text[], removed text[], moment timestamp with time zone) IS 'Writes an event, which is published after the commit; no origin: that of the transaction';


--
-- Name: put_property(text, text, boolean, boolean, jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.put_property(of_key text, given text, must_exist boolean, keep boolean, entry jsonb) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform hold_property_tree(of_key);
  if must_exist and not exists (select from system_property where key = of_key) then
    return false;
  end if;
  perform note_origin(entry -> 'origin');
  insert into system_property (key, value) values (of_key, given)
  on conflict (key) do update set value = excluded.value
  where not keep and system_property.value <> excluded.value;
  perform append_audit_entry(entry);
  return true;
end
$$;


--
-- Name: FUNCTION put_property(of_key text, given text, must_exist boolean, keep boolean, entry jsonb); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.put_property(of_key text, given text, must_exist boolean, keep boolean, entry jsonb) IS 'Stores a property, or overwrites it unless its value is to be kept; false: it must exist and does not';


--
-- Name: put_room_affiliations(bigint, jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.put_room_affiliations(of_room bigint, given jsonb) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  people record;
  dropped bigint;
  changed bigint;
begin
  select
    coalesce(array_agg(jid), '{}') as jids,
    coalesce(array_agg(entry ->> 'affiliation'), '{}') as held,
    coalesce(array_agg(
      case when entry ->> 'affiliation' <> 'outcast' then nullif(entry ->> 'nickname', '') end
    ), '{}') as nicknames
  into people
  from jsonb_each(given) as person (jid, entry)
  where entry ->> 'affiliation' = any (affiliations())
    and octet_length(jid) between 1 and 2047
    and strpos(jid, '/') = 0;

  delete from room_affiliation where room_id = of_room and jid <> all (people.jids);
  get diagnostics dropped = row_count;

  insert into room_affiliation (room_id, jid, affiliation, nickname)
  select of_room, jid, affiliation, nickname
  from unnest(people.jids, people.held, people.nicknames) as person (jid, affiliation, nickname)
  on conflict on constraint room_affiliation_pk do update
  set affiliation = excluded.affiliation, nickname = excluded.nickname
  where (room_affiliation.affiliation, room_affiliation.nickname)
    is distinct from (excluded.affiliation, excluded.nickname);
  get diagnostics changed = row_count;

  return dropped + changed > 0;
end
$$;


--
-- Name: FUNCTION put_room_affiliations(of_room bigint, given jsonb); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.put_room_affiliations(of_room bigint, given jsonb) IS 'Replaces the direct affiliations of a room; returns whether anything has changed';


--
-- Name: readdressed(text, text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.readdressed(stanza text, old_jid text, new_jid text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select replace(replace(head,
      ' to=''' || old_jid || '''', ' to=''' || new_jid || ''''),
      ' to=''' || old_jid || '/', ' to=''' || new_jid || '/')
    || replace(substr(stanza, length(head) + 1),
      ' by=''' || old_jid || '''', ' by=''' || new_jid || '''')
  from (select left(stanza, strpos(stanza, '>'))) as first (head)
$$;


--
-- Name: FUNCTION readdressed(stanza text, old_jid text, new_jid text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.readdressed(stanza text, old_jid text, new_jid text) IS 'A stanza as the chat server stores it, for another receiver';


--
-- Name: remembered_changes(bigint, text[], bigint, text[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.remembered_changes(version bigint, contacts text[], INOUT since bigint, INOUT changed text[]) RETURNS record
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  most constant integer := 32;
begin
  if contacts <@ changed then return; end if;
  if cardinality(changed || contacts) <= most then
    changed := changed || contacts;
  elsif cardinality(contacts) <= most then
    since := version;
    changed := contacts;
  else
    since := version + 1;
    changed := '{}';
  end if;
end
$$;


--
-- Name: FUNCTION remembered_changes(version bigint, contacts text[], INOUT since bigint, INOUT changed text[]); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.remembered_changes(version bigint, contacts text[], INOUT since bigint, INOUT changed text[]) IS 'What is remembered of a roster or shared group of this version once these contacts change';


--
-- Name: remove_chat_service(text, jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.remove_chat_service(of_service text, entry jsonb) RETURNS text
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform from chat_service where name = of_service for update;
  if not found then return 'missing'; end if;
  if exists (select from room where service = of_service) then return 'occupied'; end if;
  perform note_origin(entry -> 'origin');
  delete from chat_service where name = of_service;
  perform append_audit_entry(entry);
  return 'removed';
end
$$;


--
-- Name: FUNCTION remove_chat_service(of_service text, entry jsonb); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.remove_chat_service(of_service text, entry jsonb) IS 'Removes a chat service without rooms: removed, missing or occupied';


--
-- Name: remove_jid_references(text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.remove_jid_references(gone text, heir text, OUT roster_owners text[], OUT group_names text[], OUT rooms jsonb) RETURNS record
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  touched bigint[];
  owned bigint[];
begin
  with dropped as (
    delete from roster_item where jid = gone returning owner
  )
  select coalesce(array_agg(owner), '{}') into roster_owners from dropped;

  with dropped as (
    delete from group_member where jid = gone returning group_name
  )
  select coalesce(array_agg(group_name), '{}') into group_names from dropped;

  -- Affiliation changes lock the room first; concurrent changes are visible after this.
  touched := array(select room_id from room_affiliation where jid = gone);
  perform from room where id = any (touched) order by id for no key update;

  with dropped as (
    delete from room_affiliation where jid = gone returning room_id, affiliation
  )
  select
    coalesce(array_agg(room_id), '{}'),
    coalesce(array_agg(room_id) filter (where affiliation = 'owner'), '{}')
  into touched, owned
  from dropped;

  select coalesce(jsonb_agg(jsonb_build_object('service', service, 'room', name)), '[]')
  into rooms
  from room where id = any (touched);

  perform give_owner(owned, heir);
end
$$;


--
-- Name: FUNCTION remove_jid_references(gone text, heir text, OUT roster_owners text[], OUT group_names text[], OUT rooms jsonb); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.remove_jid_references(gone text, heir text, OUT roster_owners text[], OUT group_names text[], OUT rooms jsonb) IS 'Removes all references to a JID outside its account; rooms left without an owner go to the heir';


--
-- Name: remove_user(text, text, jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.remove_user(of_user text, heir text, entry jsonb, OUT roster_owners text[], OUT group_names text[], OUT rooms jsonb) RETURNS record
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  gone text := of_user || '@' || service_domain();
begin
  perform note_origin(entry -> 'origin');
  delete from account where username = of_user;
  if not found then return; end if;
  select removed.roster_owners, removed.group_names, removed.rooms
  into roster_owners, group_names, rooms
  from remove_jid_references(gone, heir) as removed;
  perform replace_administrator(gone, null);
  perform append_audit_entry(entry);
end
$$;


--
-- Name: FUNCTION remove_user(of_user text, heir text, entry jsonb, OUT roster_owners text[], OUT group_names text[], OUT rooms jsonb); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.remove_user(of_user text, heir text, entry jsonb, OUT roster_owners text[], OUT group_names text[], OUT rooms jsonb) IS 'Deletes an account with its data and all references to it; nulls: no such account';


--
-- Name: rename_jid_references(text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.rename_jid_references(old_jid text, new_jid text, OUT roster_owners text[], OUT group_names text[], OUT rooms jsonb) RETURNS record
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  names constant text[] := array[old_jid, new_jid];
  touched bigint[];
  owned bigint[];
begin
  perform from roster_item where jid = any (names) order by owner, jid for update;
  perform from group_member where jid = any (names) order by group_name, jid for update;
  touched := array(select room_id from room_affiliation where jid = any (names));
  perform from room where id = any (touched) order by id for no key update;

  -- Nobody becomes a contact of their own by a new name.
  delete from roster_item
  where jid = new_jid
    and (owner = local_username(new_jid, service_domain())
         or owner in (select owner from roster_item where jid = old_jid));
  with renamed as (
    update roster_item set jid = new_jid where jid = old_jid returning owner
  )
  select coalesce(array_agg(owner), '{}') into roster_owners from renamed;

  delete from group_member
  where jid = new_jid
    and group_name in (select group_name from group_member where jid = old_jid);
  with renamed as (
    update group_member set jid = new_jid where jid = old_jid returning group_name
  )
  select coalesce(array_agg(group_name), '{}') into group_names from renamed;

  with dropped as (
    delete from room_affiliation
    where jid = new_jid and room_id in (select room_id from room_affiliation where jid = old_jid)
    returning room_id, affiliation
  )
  select coalesce(array_agg(room_id) filter (where affiliation = 'owner'), '{}') into owned
  from dropped;
  with renamed as (
    update room_affiliation set jid = new_jid where jid = old_jid returning room_id
  )
  select coalesce(array_agg(room_id), '{}') into touched from renamed;
  select coalesce(jsonb_agg(jsonb_build_object('service', service, 'room', name)), '[]')
  into rooms
  from room where id = any (touched);
  -- If the replaced entry was the only owner, the renamed user becomes owner.
  perform give_owner(owned, new_jid);

  perform replace_administrator(old_jid, new_jid);
end
$$;


--
-- Name: FUNCTION rename_jid_references(old_jid text, new_jid text, OUT roster_owners text[], OUT group_names text[], OUT rooms jsonb); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.rename_jid_references(old_jid text, new_jid text, OUT roster_owners text[], OUT group_names text[], OUT rooms jsonb) IS 'Gives a new name to all references to a JID outside its account; entries of that name give way';


--
-- Name: rename_user(text, text, jsonb, jsonb, jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.rename_user(old_name text, new_name text, change jsonb, keys jsonb, entry jsonb, OUT roster_owners text[], OUT group_names text[], OUT rooms jsonb) RETURNS record
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $_$
declare
  domain constant text := service_domain();
  columns text;
begin
  perform from account where username = old_name for no key update;
  if not found then return; end if;
  perform note_origin(entry -> 'origin');
  select coalesce(string_agg(', ' || quote_ident(key), ''), '') into columns
  from jsonb_object_keys(change) as key;
  execute format(
      'update account set (username%1$s) = (select $2%1$s from jsonb_populate_record(account, $1))
       where username = $3', columns)
    using change, new_name, old_name;
  if keys is not null then perform engine.put_credentials(new_name, keys); end if;
  select renamed.roster_owners, renamed.group_names, renamed.rooms
  into roster_owners, group_names, rooms
  from rename_jid_references(old_name || '@' || domain, new_name || '@' || domain) as renamed;
  perform append_audit_entry(entry);
end
$_$;


--
-- Name: FUNCTION rename_user(old_name text, new_name text, change jsonb, keys jsonb, entry jsonb, OUT roster_owners text[], OUT group_names text[], OUT rooms jsonb); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.rename_user(old_name text, new_name text, change jsonb, keys jsonb, entry jsonb, OUT roster_owners text[], OUT group_names text[], OUT rooms jsonb) IS 'Gives an account, all that belongs to it and all references to it another name, and changes it; nulls: no such account';


--
-- Name: replace_administrator(text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.replace_administrator(old_jid text, new_jid text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if not exists (select from listed_jid() where jid = old_jid) then return; end if;
  perform from system_property where key = 'admin.authorizedJIDs' for no key update;
  update system_property
  set value = (
    select coalesce(string_agg(case jid when old_jid then new_jid else entry end, ',' order by place), '')
    from listed_jid() where jid <> old_jid or new_jid is not null)
  where key = 'admin.authorizedJIDs';
end
$$;


--
-- Name: FUNCTION replace_administrator(old_jid text, new_jid text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.replace_administrator(old_jid text, new_jid text) IS 'Replaces a JID in the list of administrators; null: removes it';


--
-- Name: room_events(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.room_events() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  columns text[];
begin
  if tg_op = 'INSERT' then
    perform put_event('room.created', room_path(new.service, new.name));
  elsif tg_op = 'DELETE' then
    perform put_event('room.deleted', room_path(old.service, old.name));
  else
    -- changed affiliations move only the version
    new.version := old.version;
    new.modification_date := old.modification_date;
    if new is not distinct from old then return null; end if;
    columns := changed_columns(to_jsonb(old), to_jsonb(new), '{id}');
    perform put_event('room.updated', room_path(new.service, new.name), columns);
  end if;
  return null;
end
$$;


--
-- Name: FUNCTION room_events(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.room_events() IS 'Events of a room';


--
-- Name: room_path(text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.room_path(service text, name text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return '/chatrooms/' || path_segment(name) || '?servicename=' || path_segment(service);
end
$$;


--
-- Name: FUNCTION room_path(service text, name text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.room_path(service text, name text) IS 'Where the API has a room';


--
-- Name: roster_entry(text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.roster_entry(of_owner text, only_jid text DEFAULT NULL::text) RETURNS TABLE(jid text, nickname text, subscription smallint, groups text[], stored boolean, shared_groups text[])
    LANGUAGE sql STABLE
    AS $$
  select
    coalesce(item.jid, brought.jid),
    case when item.jid is null then brought.nickname else item.nickname end,
    coalesce(item.subscription, 0::smallint) | coalesce(brought.subscription, 0::smallint),
    coalesce(item.groups, '{}'),
    item.jid is not null,
    coalesce(brought.shared_groups, '{}')
  from (
    select * from roster_item
    where roster_item.owner = of_owner and (only_jid is null or roster_item.jid = only_jid)
  ) item
  full join shared_contact(of_owner, only_jid) brought on brought.jid = item.jid
  where item.jid is not null or brought.subscription <> 2
$$;


--
-- Name: FUNCTION roster_entry(of_owner text, only_jid text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.roster_entry(of_owner text, only_jid text) IS 'A roster as its owner sees it: stored items merged with the contacts of shared groups';


--
-- Name: roster_events(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.roster_events() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  owners text[];
begin
  if tg_op = 'INSERT' then
    owners := array(select distinct owner from new_rows);
  else
    owners := array(select distinct owner from old_rows);
  end if;
  -- a roster goes with its owner without an event
  perform put_event('roster.updated', '/users/' || path_segment(username) || '/roster')
  from account where username = any (owners);
  return null;
end
$$;


--
-- Name: FUNCTION roster_events(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.roster_events() IS 'Events of rosters that get or lose contacts';


--
-- Name: roster_items(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.roster_items(of_owner text) RETURNS json
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return (
    select coalesce(json_agg(json_strip_nulls(json_build_object(
      'jid', entry.jid,
      'name', entry.nickname,
      'subscription', subscription_name(entry.subscription),
      'ask', nullif(entry.ask and entry.subscription in (0, 2), false),
      'approved', nullif(entry.approved, false),
      'hidden', nullif(entry.hidden, false),
      'groups', nullif(case
        when entry.groups = '{}' then entry.shared_groups
        else array(
          select name from unnest(entry.groups || entry.shared_groups) as name
          group by name order by name collate "C")
      end, '{}')
    )) order by entry.jid collate "C"), '[]')
    from (
      select
        coalesce(item.jid, brought.jid) as jid,
        case when item.jid is null then brought.nickname else item.nickname end as nickname,
        coalesce(item.subscription, 0::smallint) | coalesce(brought.subscription, 0::smallint)
          as subscription,
        item.jid is null and brought.subscription = 2 as hidden,
        coalesce(item.groups, '{}') as groups,
        coalesce(brought.shared_groups, '{}') as shared_groups,
        item.ask,
        item.approved
      from (select * from roster_item where roster_item.owner = of_owner) item
      full join shared_contact(of_owner) brought on brought.jid = item.jid
    ) entry);
end
$$;


--
-- Name: FUNCTION roster_items(of_owner text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.roster_items(of_owner text) IS 'The roster as the chat server reads it';


--
-- Name: roster_items_of(text, text[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.roster_items_of(of_owner text, jids text[]) RETURNS json
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode TO 'force_generic_plan'
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if jids = '{}' then return '[]'; end if;
  return (
    select coalesce(json_agg(json_strip_nulls(json_build_object(
      'jid', entry.jid,
      'name', entry.nickname,
      'subscription', subscription_name(entry.subscription),
      'ask', nullif(entry.ask and entry.subscription in (0, 2), false),
      'approved', nullif(entry.approved, false),
      'hidden', nullif(entry.hidden, false),
      'groups', nullif(case
        when entry.groups = '{}' then entry.shared_groups
        else array(
          select name from unnest(entry.groups || entry.shared_groups) as name
          group by name order by name collate "C")
      end, '{}')
    )) order by entry.jid collate "C"), '[]')
    from (
      select
        coalesce(item.jid, brought.jid) as jid,
        case when item.jid is null then brought.nickname else item.nickname end as nickname,
        coalesce(item.subscription, 0::smallint) | coalesce(brought.subscription, 0::smallint)
          as subscription,
        item.jid is null and brought.subscription = 2 as hidden,
        coalesce(item.groups, '{}') as groups,
        coalesce(brought.shared_groups, '{}') as shared_groups,
        item.ask,
        item.approved
      from (
        select * from roster_item
        where roster_item.owner = of_owner and roster_item.jid = any (jids)
      ) item
      full join shared_contacts(of_owner, jids) brought on brought.jid = item.jid
    ) entry);
end
$$;


--
-- Name: FUNCTION roster_items_of(of_owner text, jids text[]); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.roster_items_of(of_owner text, jids text[]) IS 'The given contacts of a roster, as the chat server reads them';


--
-- Name: roster_list(text, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.roster_list(of_owner text, most integer) RETURNS json
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if exists (select from seen_groups(of_owner || '@' || service_domain())) then
    return (
      select coalesce(
        json_agg(json_build_array(jid, nickname, subscription, groups, stored, shared_groups)), '[]')
      from (
        select * from roster_entry(of_owner) entry order by entry.jid collate "C" limit most
      ) entry);
  end if;
  return (
    select coalesce(json_agg(json_build_array(jid, nickname, subscription, groups)), '[]')
    from (select * from roster_item where owner = of_owner order by roster_item.jid limit most) item);
end
$$;


--
-- Name: FUNCTION roster_list(of_owner text, most integer); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.roster_list(of_owner text, most integer) IS 'The first contacts of a roster as its owner sees it, by JID, each a list: JID, nickname, subscription, groups; whether it is stored, and shared groups, where there may be any';


--
-- Name: roster_requests(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.roster_requests(of_owner text) RETURNS json
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode TO 'force_generic_plan'
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return (
    select coalesce(json_agg(json_build_object('jid', jid, 'stanza', stanza) order by jid), '[]')
    from roster_request
    where owner = of_owner);
end
$$;


--
-- Name: FUNCTION roster_requests(of_owner text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.roster_requests(of_owner text) IS 'The pending subscription requests to a user';


--
-- Name: roster_state(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.roster_state(of_owner text) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode TO 'force_generic_plan'
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return (
    select jsonb_build_object(
      'own', coalesce((select version from roster where owner = of_owner), 0),
      'groups', coalesce((
        select jsonb_object_agg(id, version)
        from seen_groups(of_owner || '@' || service_domain())
      ), '{}'))
    from account
    where username = of_owner);
end
$$;


--
-- Name: FUNCTION roster_state(of_owner text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.roster_state(of_owner text) IS 'The versions of all parts of a roster: {"own":7,"groups":{"3":12}}; null: no such account';


--
-- Name: roster_version(jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.roster_version(state jsonb) RETURNS bigint
    LANGUAGE sql STABLE
    AS $$
  select case
    when state -> 'groups' = '{}' then (state ->> 'own')::bigint
    -- 2^48 and more, which no version of the sequence reaches, and exact as a floating-point number
    else 281474976710656 + ('x' || encode(
      substr(sha256(convert_to(state::text, 'UTF8')), 1, 6), 'hex'))::bit(48)::bigint
  end
$$;


--
-- Name: FUNCTION roster_version(state jsonb); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.roster_version(state jsonb) IS 'A number that differs for different states of a roster';


--
-- Name: row_events(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.row_events() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  kind constant text := tg_argv[0];
  object constant text := tg_argv[1] || path_segment(case when tg_op = 'DELETE' then old.name else new.name end);
begin
  if tg_op = 'INSERT' then
    perform put_event(kind || '.created', object);
  elsif tg_op = 'DELETE' then
    perform put_event(kind || '.deleted', object);
  elsif new is distinct from old then
    perform put_event(kind || '.updated', object, changed_columns(to_jsonb(old), to_jsonb(new), '{}'));
  end if;
  return null;
end
$$;


--
-- Name: FUNCTION row_events(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.row_events() IS 'Events of a group or a chat service';


--
-- Name: seen_groups(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.seen_groups(viewer text) RETURNS TABLE(id bigint, version bigint, changed_since bigint, changed text[])
    LANGUAGE sql STABLE
    AS $$
  select seen.id, seen.version, seen.changed_since, seen.changed
  from group_member mine join shared_group seen on seen.group_name = mine.group_name
  where mine.jid = viewer collate "C"
  union
  select seen.id, seen.version, seen.changed_since, seen.changed
  from groups_shown_to(array(
    select group_name from group_member where jid = viewer collate "C")) as shown
  join shared_group seen on seen.group_name = shown.name
$$;


--
-- Name: FUNCTION seen_groups(viewer text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.seen_groups(viewer text) IS 'The shared groups that bring people into the roster of this JID, or let others see it';


--
-- Name: service_domain(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.service_domain() RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return (select value from system_property where key = 'xmpp.domain');
end
$$;


--
-- Name: FUNCTION service_domain(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.service_domain() IS 'The XMPP domain of the accounts';


--
-- Name: settle_roster_item(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.settle_roster_item() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  new.ask := new.ask and new.subscription in (0, 2);
  return new;
end
$$;


--
-- Name: FUNCTION settle_roster_item(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.settle_roster_item() IS 'Clears the owner''s pending request once it is granted';


--
-- Name: settle_roster_request(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.settle_roster_request() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  delete from roster_request where owner = new.owner and jid = new.jid;
  return null;
end
$$;


--
-- Name: FUNCTION settle_roster_request(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.settle_roster_request() IS 'Deletes the request of a contact once it is granted';


--
-- Name: share_group(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.share_group() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  drawn bigint := nextval('roster_version_seq');
begin
  delete from shared_group where group_name = new.name;
  if new.shared then
    insert into shared_group (group_name, version, changed_since, changed)
    values (new.name, drawn, drawn, '{}');
    perform move_rosters_of(viewers_of(new));
  end if;
  return null;
end
$$;


--
-- Name: FUNCTION share_group(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.share_group() IS 'Adds and removes the version of a group that is shared or unshared';


--
-- Name: shared_contact(text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.shared_contact(of_owner text, only_jid text DEFAULT NULL::text) RETURNS TABLE(jid text, nickname text, shared_groups text[], subscription smallint)
    LANGUAGE sql STABLE
    AS $$
  select
    jid, min(nickname),
    coalesce(array_agg(distinct label order by label) filter (where sees), '{}'),
    (bool_or(sees)::integer + 2 * bool_or(seen)::integer)::smallint
  from shared_membership(of_owner)
  where only_jid is null or jid collate "C" = only_jid
  group by jid
$$;


--
-- Name: FUNCTION shared_contact(of_owner text, only_jid text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.shared_contact(of_owner text, only_jid text) IS 'The contacts of an existing account from shared groups, with what they bring: 1 is seen, 2 sees the owner';


--
-- Name: shared_contacts(text, text[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.shared_contacts(of_owner text, jids text[]) RETURNS TABLE(jid text, nickname text, shared_groups text[], subscription smallint)
    LANGUAGE sql STABLE
    AS $$
  select
    jid, min(nickname),
    coalesce(array_agg(distinct label order by label) filter (where sees), '{}'),
    (bool_or(sees)::integer + 2 * bool_or(seen)::integer)::smallint
  from shared_membership(of_owner)
  where jid collate "C" = any (jids)
  group by jid
$$;


--
-- Name: FUNCTION shared_contacts(of_owner text, jids text[]); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.shared_contacts(of_owner text, jids text[]) IS 'The given contacts that are in shared groups';


--
-- Name: shared_membership(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.shared_membership(of_owner text) RETURNS TABLE(jid text, nickname text, label text, sees boolean, seen boolean)
    LANGUAGE sql STABLE
    AS $$
  with owner as materialized (
    select username || '@' || service_domain() as jid, service_domain() as domain
    from account where username = of_owner
  ), mine as materialized (
    select user_group.name, user_group.visibility, user_group.visible_to, user_group.display_name
    from owner
    join group_member on group_member.jid = owner.jid
    join user_group on user_group.name = group_member.group_name and user_group.shared
  ), shown as materialized (
    select name, coalesce(display_name, name) as label, true as seen
    from mine where coalesce(visibility, 'members') <> 'groups'
    union all
    select other.name, coalesce(other.display_name, other.name), false
    from owner
    cross join lateral groups_shown_to(array(
      select group_name from group_member where group_member.jid = owner.jid)) as other
    where other.visibility = 'groups' or other.name not in (select name from mine)
  ), related as (
    select member.jid, shown.label, true as sees, shown.seen
    from shown join group_member member on member.group_name = shown.name
    union all
    select viewer.jid, null, false, true
    from mine join group_member viewer on viewer.group_name = any (mine.visible_to)
    where mine.visibility = 'groups'
    union all
    select viewer.username || '@' || owner.domain, null, false, true
    from owner cross join account viewer
    where exists (select from mine where visibility = 'everybody')
  )
  select
    related.jid,
    coalesce(nullif(person.name, ''), person.username, related.jid),
    related.label, related.sees, related.seen
  from owner join related on related.jid <> owner.jid
  left join account person on person.username = local_username(related.jid, owner.domain)
  where person.username is not null or local_username(related.jid, owner.domain) is null
$$;


--
-- Name: FUNCTION shared_membership(of_owner text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.shared_membership(of_owner text) IS 'Whom an existing account sees, or is seen by, because of shared groups; once per group and side';


--
-- Name: subscription_code(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.subscription_code(name text) RETURNS smallint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select (coalesce(array_position(array['none', 'to', 'from', 'both'], name), 1) - 1)::smallint
$$;


--
-- Name: FUNCTION subscription_code(name text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.subscription_code(name text) IS 'The stored form of an XMPP subscription; unknown ones count as "none"';


--
-- Name: subscription_name(smallint); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.subscription_name(code smallint) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select (array['none', 'to', 'from', 'both'])[code + 1]
$$;


--
-- Name: FUNCTION subscription_name(code smallint); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.subscription_name(code smallint) IS 'The XMPP name of a stored subscription';


--
-- Name: touch_rooms(bigint[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.touch_rooms(ids bigint[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if cardinality(ids) = 0 then return; end if;
  update room set version = version
  where id in (select id from room where id = any (ids) order by id for no key update);
end
$$;


--
-- Name: FUNCTION touch_rooms(ids bigint[]); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.touch_rooms(ids bigint[]) IS 'Increments the versions of rooms whose affiliations change';


--
-- Name: touch_rooms_of_affiliation(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.touch_rooms_of_affiliation() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if tg_op = 'INSERT' then
    perform touch_rooms(array(select distinct room_id from new_rows));
  elsif tg_op = 'DELETE' then
    perform touch_rooms(array(select distinct room_id from old_rows));
  else
    perform touch_rooms(array(select room_id from new_rows union select room_id from old_rows));
  end if;
  return null;
end
$$;


--
-- Name: FUNCTION touch_rooms_of_affiliation(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.touch_rooms_of_affiliation() IS 'Touches the rooms whose affiliation lists change';


--
-- Name: touch_rooms_of_group_members(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.touch_rooms_of_group_members() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  names text[];
begin
  if tg_op = 'INSERT' then
    names := array(select distinct group_name from new_rows);
  elsif tg_op = 'DELETE' then
    names := array(select distinct group_name from old_rows);
  else
    names := array(select group_name from new_rows union select group_name from old_rows);
  end if;
  if names = '{}' then return null; end if;
  -- Not joined: the plan for many rows would also serve single ones.
  perform touch_rooms(array(
    select distinct room_id from room_group_affiliation where group_name = any (names)
  ));
  return null;
end
$$;


--
-- Name: FUNCTION touch_rooms_of_group_members(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.touch_rooms_of_group_members() IS 'Touches the rooms that affiliate a group whose people change';


--
-- Name: unix_seconds(timestamp with time zone); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.unix_seconds(moment timestamp with time zone) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select round(extract(epoch from moment)::numeric, 6)
$$;


--
-- Name: FUNCTION unix_seconds(moment timestamp with time zone); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.unix_seconds(moment timestamp with time zone) IS 'Seconds since the epoch, with microseconds';


--
-- Name: unlock_user(text, jsonb, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.unlock_user(of_user text, entry jsonb, node text DEFAULT NULL::text) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  had_ended boolean;
begin
  perform from account where username = of_user for no key update;
  if not found then return false; end if;
  perform note_origin(entry -> 'origin');
  delete from lockout where username = of_user returning ends_at <= clock_timestamp() into had_ended;
  if had_ended then perform append_lockout_end(of_user, coalesce(node, entry ->> 'node')); end if;
  perform append_audit_entry(entry);
  return true;
end
$$;


--
-- Name: FUNCTION unlock_user(of_user text, entry jsonb, node text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.unlock_user(of_user text, entry jsonb, node text) IS 'Lets a user in again; false: no such user';


--
-- Name: vcard_events(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.vcard_events() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if tg_op = 'UPDATE' and old.xml = new.xml then return null; end if;
  if tg_op <> 'DELETE' then
    perform put_event('vcard.updated', '/users/' || path_segment(new.username) || '/vcard');
  elsif exists (select from account where username = old.username) then
    perform put_event('vcard.deleted', '/users/' || path_segment(old.username) || '/vcard');
  end if;
  return null;
end
$$;


--
-- Name: FUNCTION vcard_events(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.vcard_events() IS 'Events of a vCard, which goes and moves with its owner without one';


--
-- Name: user_group; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.user_group (
    name text NOT NULL COLLATE pg_catalog."C",
    description text,
    shared boolean NOT NULL,
    visibility text,
    visible_to text[] DEFAULT '{}'::text[] NOT NULL,
    display_name text,
    CONSTRAINT user_group_visibility_check CHECK (((visibility = ANY (ARRAY['nobody'::text, 'members'::text, 'groups'::text, 'everybody'::text])) AND ((visibility <> 'nobody'::text) = shared))),
    CONSTRAINT user_group_visible_to_check CHECK (((visible_to = '{}'::text[]) OR (COALESCE(visibility, ''::text) = 'groups'::text)))
);


--
-- Name: viewers_of(public.user_group); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.viewers_of(of_group public.user_group) RETURNS text[]
    LANGUAGE sql STABLE
    AS $$
  select case of_group.visibility
    when 'everybody' then array(select username || '@' || service_domain() from account)
    else array(select jid from group_member where group_name = of_group.name or group_name = any (of_group.visible_to))
  end
$$;


--
-- Name: FUNCTION viewers_of(of_group public.user_group); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.viewers_of(of_group public.user_group) IS 'The JIDs to whose rosters a shared group matters';


--
-- Name: webhook_events(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.webhook_events() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
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


--
-- Name: FUNCTION webhook_events(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.webhook_events() IS 'Events of a webhook, but not of what is sent';


--
-- Name: account; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.account (
    username text NOT NULL COLLATE pg_catalog."C",
    name text,
    email text,
    properties jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_seen timestamp with time zone,
    CONSTRAINT account_email_check CHECK ((char_length(email) <= 100)),
    CONSTRAINT account_name_check CHECK ((char_length(name) <= 100)),
    CONSTRAINT account_properties_check CHECK ((jsonb_typeof(properties) = 'array'::text))
);


--
-- Name: api_key; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.api_key (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    scopes text[] NOT NULL COLLATE pg_catalog."C",
    allowed_addresses text[] NOT NULL COLLATE pg_catalog."C",
    rate_limit integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    expires_at timestamp with time zone,
    digest bytea NOT NULL,
    previous_digest bytea,
    previous_until timestamp with time zone,
    last_used timestamp with time zone,
    last_address text
);


--
-- Name: archived_message_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.archived_message ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.archived_message_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: audit_entry; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit_entry (
    log_id bigint NOT NULL,
    username text NOT NULL COLLATE pg_catalog."C",
    occurred_at timestamp with time zone NOT NULL,
    summary text NOT NULL,
    node text NOT NULL,
    details text NOT NULL
);


--
-- Name: audit_entry_log_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.audit_entry ALTER COLUMN log_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_entry_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: chat_service; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chat_service (
    name text NOT NULL COLLATE pg_catalog."C",
    description text,
    hidden boolean NOT NULL,
    history_max_number integer DEFAULT 25 NOT NULL
);


--
-- Name: console_session; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.console_session (
    digest bytea NOT NULL,
    principal_id text NOT NULL COLLATE pg_catalog."C",
    principal_name text NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    subject text COLLATE pg_catalog."C",
    proof bytea,
    scopes text[] COLLATE pg_catalog."C",
    expires_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    last_used timestamp with time zone NOT NULL
);


--
-- Name: departed_account; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.departed_account (
    username text NOT NULL COLLATE pg_catalog."C",
    inherited boolean DEFAULT false NOT NULL
);


--
-- Name: TABLE departed_account; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON TABLE public.departed_account IS 'Names that accounts had, whose leftovers the chat server has not removed yet';


--
-- Name: event; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.event (
    id bigint NOT NULL,
    type text NOT NULL COLLATE pg_catalog."C",
    occurred_at timestamp with time zone NOT NULL,
    actor text NOT NULL,
    source text NOT NULL,
    request text,
    object text NOT NULL,
    previous text,
    columns text[] NOT NULL,
    added text[] NOT NULL,
    removed text[] NOT NULL,
    more integer NOT NULL,
    traceparent text
);


--
-- Name: event_outbox; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.event_outbox (
    seq bigint NOT NULL,
    xid bigint DEFAULT txid_current() NOT NULL,
    type text NOT NULL,
    occurred_at timestamp with time zone DEFAULT now() NOT NULL,
    object text NOT NULL COLLATE pg_catalog."C",
    previous text,
    columns text[] DEFAULT '{}'::text[] NOT NULL,
    added text[] DEFAULT '{}'::text[] NOT NULL,
    removed text[] DEFAULT '{}'::text[] NOT NULL,
    more integer DEFAULT 0 NOT NULL,
    origin jsonb NOT NULL
);


--
-- Name: event_outbox_seq_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.event_outbox ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.event_outbox_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: event_state; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.event_state (
    single boolean DEFAULT true NOT NULL,
    last_id bigint DEFAULT 0 NOT NULL,
    CONSTRAINT event_state_single_check CHECK (single)
);


--
-- Name: group_member; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.group_member (
    group_name text NOT NULL COLLATE pg_catalog."C",
    jid text NOT NULL COLLATE pg_catalog."C",
    is_admin boolean NOT NULL
);


--
-- Name: idempotency_key; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.idempotency_key (
    digest bytea NOT NULL,
    fingerprint bytea NOT NULL,
    token uuid NOT NULL,
    noted_at timestamp with time zone NOT NULL,
    status smallint,
    headers jsonb,
    body bytea,
    truncated boolean NOT NULL
);


--
-- Name: job; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.job (
    id bigint NOT NULL,
    type text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    dry_run boolean NOT NULL,
    on_existing text NOT NULL COLLATE pg_catalog."C",
    generate_passwords boolean NOT NULL,
    service text NOT NULL COLLATE pg_catalog."C",
    maker_id text NOT NULL COLLATE pg_catalog."C",
    maker_name text NOT NULL,
    maker_kind text NOT NULL COLLATE pg_catalog."C",
    maker_scopes text[] NOT NULL COLLATE pg_catalog."C",
    at_console boolean NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    lines integer DEFAULT 0 NOT NULL,
    processed integer DEFAULT 0 NOT NULL,
    succeeded integer DEFAULT 0 NOT NULL,
    unchanged integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    passwords integer DEFAULT 0 NOT NULL,
    passwords_fetched_at timestamp with time zone,
    message text,
    cancelled boolean DEFAULT false NOT NULL,
    instance uuid,
    lease_until timestamp with time zone
);


--
-- Name: job_batch; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.job_batch (
    job_id bigint NOT NULL,
    number integer NOT NULL,
    lines_before integer NOT NULL,
    lines text NOT NULL
);


--
-- Name: job_file; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.job_file (
    job_id bigint NOT NULL,
    bytes bigint NOT NULL,
    expires_at timestamp with time zone NOT NULL
);


--
-- Name: job_file_piece; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.job_file_piece (
    job_id bigint NOT NULL,
    number integer NOT NULL,
    piece bytea NOT NULL
);


--
-- Name: job_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.job ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.job_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: job_password; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.job_password (
    job_id bigint NOT NULL,
    number integer NOT NULL,
    passwords jsonb NOT NULL
);


--
-- Name: job_result; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.job_result (
    job_id bigint NOT NULL,
    line integer NOT NULL,
    object text,
    outcome text NOT NULL COLLATE pg_catalog."C",
    exception text,
    message text
);


--
-- Name: lockout; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.lockout (
    username text NOT NULL COLLATE pg_catalog."C",
    locked_at timestamp with time zone DEFAULT now() NOT NULL,
    reason text,
    author text COLLATE pg_catalog."C",
    starts_at timestamp with time zone DEFAULT now() NOT NULL,
    ends_at timestamp with time zone,
    began boolean DEFAULT true NOT NULL,
    CONSTRAINT lockout_ends_at_check CHECK ((ends_at > starts_at)),
    CONSTRAINT lockout_reason_check CHECK ((char_length(reason) <= 255))
);


--
-- Name: message_archive; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.message_archive (
    id bigint NOT NULL,
    username text NOT NULL COLLATE pg_catalog."C",
    logged_out_at timestamp(3) with time zone
);


--
-- Name: message_archive_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.message_archive ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.message_archive_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: room; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.room (
    id bigint NOT NULL,
    service text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    natural_name text,
    description text,
    password text,
    subject text,
    creation_date timestamp with time zone DEFAULT now() NOT NULL,
    modification_date timestamp with time zone DEFAULT now() NOT NULL,
    max_users integer DEFAULT 0 NOT NULL,
    persistent boolean DEFAULT false NOT NULL,
    public_room boolean DEFAULT false NOT NULL,
    registration_enabled boolean DEFAULT true NOT NULL,
    can_anyone_discover_jid boolean DEFAULT false NOT NULL,
    can_occupants_change_subject boolean DEFAULT false NOT NULL,
    can_occupants_invite boolean DEFAULT false NOT NULL,
    can_change_nickname boolean DEFAULT true NOT NULL,
    log_enabled boolean DEFAULT false NOT NULL,
    login_restricted_to_nickname boolean DEFAULT false NOT NULL,
    members_only boolean DEFAULT false NOT NULL,
    moderated boolean DEFAULT false NOT NULL,
    broadcast_presence_roles text[] DEFAULT '{}'::text[] NOT NULL,
    allow_pm text DEFAULT 'anyone'::text NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    CONSTRAINT room_allow_pm_check CHECK ((allow_pm = ANY (ARRAY['anyone'::text, 'participants'::text, 'moderators'::text, 'none'::text]))),
    CONSTRAINT room_broadcast_presence_roles_check CHECK ((broadcast_presence_roles <@ ARRAY['moderator'::text, 'participant'::text, 'visitor'::text])),
    CONSTRAINT room_description_check CHECK ((char_length(description) <= 255)),
    CONSTRAINT room_natural_name_check CHECK ((char_length(natural_name) <= 255)),
    CONSTRAINT room_password_check CHECK ((char_length(password) <= 50))
);


--
-- Name: room_affiliation; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.room_affiliation (
    room_id bigint NOT NULL,
    jid text NOT NULL COLLATE pg_catalog."C",
    affiliation text NOT NULL,
    nickname text,
    CONSTRAINT room_affiliation_affiliation_check CHECK ((affiliation = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'outcast'::text])))
);


--
-- Name: room_group_affiliation; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.room_group_affiliation (
    room_id bigint NOT NULL,
    group_name text NOT NULL COLLATE pg_catalog."C",
    affiliation text NOT NULL,
    CONSTRAINT room_group_affiliation_affiliation_check CHECK ((affiliation = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'outcast'::text])))
);


--
-- Name: room_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.room ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.room_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: room_message_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.room_message ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.room_message_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: roster; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.roster (
    owner text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    changed_since bigint NOT NULL,
    changed text[] NOT NULL
);


--
-- Name: roster_item; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.roster_item (
    owner text NOT NULL COLLATE pg_catalog."C",
    jid text NOT NULL COLLATE pg_catalog."C",
    nickname text,
    subscription smallint NOT NULL,
    groups text[] NOT NULL,
    ask boolean DEFAULT false NOT NULL,
    approved boolean DEFAULT false NOT NULL,
    CONSTRAINT roster_item_subscription_check CHECK (((subscription >= 0) AND (subscription <= 3)))
);


--
-- Name: roster_request; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.roster_request (
    owner text NOT NULL COLLATE pg_catalog."C",
    jid text NOT NULL COLLATE pg_catalog."C",
    stanza text NOT NULL
);


--
-- Name: roster_version_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.roster_version_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: roster_version_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.roster_version_seq OWNED BY public.roster.version;


--
-- Name: schema_migration; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.schema_migration (
    id integer NOT NULL,
    "timestamp" bigint NOT NULL,
    name character varying NOT NULL
);


--
-- Name: schema_migration_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.schema_migration_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: schema_migration_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.schema_migration_id_seq OWNED BY public.schema_migration.id;


--
-- Name: schema_object; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.schema_object (
    file text NOT NULL COLLATE pg_catalog."C",
    sha256 text NOT NULL,
    objects text[] NOT NULL
);


--
-- Name: TABLE schema_object; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON TABLE public.schema_object IS 'Which file of this version''s SQL has created which functions and triggers';


--
-- Name: schema_state; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.schema_state (
    id smallint DEFAULT 1 NOT NULL,
    level integer NOT NULL,
    oldest_level integer NOT NULL,
    program text NOT NULL,
    CONSTRAINT schema_state_id_check CHECK ((id = 1))
);


--
-- Name: TABLE schema_state; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON TABLE public.schema_state IS 'One row: the level of the schema (number of migrations), the lowest one of programs that may use it, and the version that has brought it there';


--
-- Name: session_sample; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.session_sample (
    taken_at timestamp with time zone NOT NULL,
    sessions integer,
    users integer
);


--
-- Name: shared_group; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shared_group (
    group_name text NOT NULL COLLATE pg_catalog."C",
    id bigint NOT NULL,
    version bigint NOT NULL,
    changed_since bigint NOT NULL,
    changed text[] NOT NULL
)
WITH (fillfactor='50');


--
-- Name: shared_group_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.shared_group ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.shared_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: system_property; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.system_property (
    key text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL,
    changed_at timestamp with time zone,
    changed_by text
);


--
-- Name: vcard; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.vcard (
    username text NOT NULL COLLATE pg_catalog."C",
    xml text NOT NULL,
    picture jsonb
);


--
-- Name: webhook; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.webhook (
    id bigint NOT NULL,
    url text NOT NULL,
    types text[] NOT NULL COLLATE pg_catalog."C",
    description text,
    status text DEFAULT 'active'::text NOT NULL COLLATE pg_catalog."C",
    reason text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    created_by text NOT NULL,
    maker_id text NOT NULL COLLATE pg_catalog."C",
    maker_name text NOT NULL,
    maker_kind text NOT NULL COLLATE pg_catalog."C",
    maker_scopes text[] NOT NULL COLLATE pg_catalog."C",
    secret text NOT NULL,
    previous_secret text,
    previous_until timestamp with time zone,
    reached bigint NOT NULL,
    replayed_at timestamp with time zone,
    last_success timestamp with time zone,
    last_failure timestamp with time zone,
    failing_since timestamp with time zone,
    turn_of uuid,
    turn_until timestamp with time zone
);


--
-- Name: webhook_delivery; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.webhook_delivery (
    webhook_id bigint NOT NULL,
    event_id bigint NOT NULL,
    type text NOT NULL COLLATE pg_catalog."C",
    status text DEFAULT 'pending'::text NOT NULL COLLATE pg_catalog."C",
    attempts integer DEFAULT 0 NOT NULL,
    response_status integer,
    error text,
    attempted_at timestamp with time zone,
    next_at timestamp with time zone,
    lease_until timestamp with time zone
);


--
-- Name: webhook_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.webhook ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.webhook_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: schema_migration id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.schema_migration ALTER COLUMN id SET DEFAULT nextval('public.schema_migration_id_seq'::regclass);


--
-- Name: schema_migration PK_0edff5015b71cc0389ae0f4b9a1; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.schema_migration
    ADD CONSTRAINT "PK_0edff5015b71cc0389ae0f4b9a1" PRIMARY KEY (id);


--
-- Name: account_credential account_credential_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account_credential
    ADD CONSTRAINT account_credential_pk PRIMARY KEY (username);


--
-- Name: account account_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pk PRIMARY KEY (username);


--
-- Name: api_key api_key_name_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_name_key UNIQUE (name);


--
-- Name: api_key api_key_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pk PRIMARY KEY (id);


--
-- Name: archived_message archived_message_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.archived_message
    ADD CONSTRAINT archived_message_pk PRIMARY KEY (id);


--
-- Name: audit_entry audit_entry_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_pk PRIMARY KEY (log_id);


--
-- Name: chat_service chat_service_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_service
    ADD CONSTRAINT chat_service_pk PRIMARY KEY (name);


--
-- Name: console_session console_session_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.console_session
    ADD CONSTRAINT console_session_pk PRIMARY KEY (digest);


--
-- Name: departed_account departed_account_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.departed_account
    ADD CONSTRAINT departed_account_pk PRIMARY KEY (username);


--
-- Name: event_outbox event_outbox_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.event_outbox
    ADD CONSTRAINT event_outbox_pk PRIMARY KEY (seq);


--
-- Name: event event_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pk PRIMARY KEY (id);


--
-- Name: event_state event_state_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.event_state
    ADD CONSTRAINT event_state_pk PRIMARY KEY (single);


--
-- Name: group_member group_member_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.group_member
    ADD CONSTRAINT group_member_pk PRIMARY KEY (group_name, jid);


--
-- Name: idempotency_key idempotency_key_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.idempotency_key
    ADD CONSTRAINT idempotency_key_pk PRIMARY KEY (digest);


--
-- Name: job_batch job_batch_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.job_batch
    ADD CONSTRAINT job_batch_pk PRIMARY KEY (job_id, number);


--
-- Name: job_file_piece job_file_piece_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.job_file_piece
    ADD CONSTRAINT job_file_piece_pk PRIMARY KEY (job_id, number);


--
-- Name: job_file job_file_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.job_file
    ADD CONSTRAINT job_file_pk PRIMARY KEY (job_id);


--
-- Name: job_password job_password_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.job_password
    ADD CONSTRAINT job_password_pk PRIMARY KEY (job_id, number);


--
-- Name: job job_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.job
    ADD CONSTRAINT job_pk PRIMARY KEY (id);


--
-- Name: job_result job_result_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.job_result
    ADD CONSTRAINT job_result_pk PRIMARY KEY (job_id, line);


--
-- Name: lockout lockout_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.lockout
    ADD CONSTRAINT lockout_pk PRIMARY KEY (username);


--
-- Name: message_archive message_archive_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.message_archive
    ADD CONSTRAINT message_archive_pk PRIMARY KEY (id);


--
-- Name: message_archive message_archive_username_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.message_archive
    ADD CONSTRAINT message_archive_username_key UNIQUE (username);


--
-- Name: room_affiliation room_affiliation_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.room_affiliation
    ADD CONSTRAINT room_affiliation_pk PRIMARY KEY (room_id, jid);


--
-- Name: room_group_affiliation room_group_affiliation_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.room_group_affiliation
    ADD CONSTRAINT room_group_affiliation_pk PRIMARY KEY (room_id, group_name);


--
-- Name: room_message room_message_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.room_message
    ADD CONSTRAINT room_message_pk PRIMARY KEY (id);


--
-- Name: room room_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.room
    ADD CONSTRAINT room_pk PRIMARY KEY (id);


--
-- Name: room room_service_name_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.room
    ADD CONSTRAINT room_service_name_key UNIQUE (service, name);


--
-- Name: roster_item roster_item_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.roster_item
    ADD CONSTRAINT roster_item_pk PRIMARY KEY (owner, jid);


--
-- Name: roster roster_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.roster
    ADD CONSTRAINT roster_pk PRIMARY KEY (owner);


--
-- Name: roster_request roster_request_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.roster_request
    ADD CONSTRAINT roster_request_pk PRIMARY KEY (owner, jid);


--
-- Name: schema_object schema_object_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.schema_object
    ADD CONSTRAINT schema_object_pk PRIMARY KEY (file);


--
-- Name: schema_state schema_state_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.schema_state
    ADD CONSTRAINT schema_state_pk PRIMARY KEY (id);


--
-- Name: session_sample session_sample_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_sample
    ADD CONSTRAINT session_sample_pk PRIMARY KEY (taken_at);


--
-- Name: shared_group shared_group_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shared_group
    ADD CONSTRAINT shared_group_id_key UNIQUE (id);


--
-- Name: shared_group shared_group_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shared_group
    ADD CONSTRAINT shared_group_pk PRIMARY KEY (group_name);


--
-- Name: system_property system_property_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.system_property
    ADD CONSTRAINT system_property_pk PRIMARY KEY (key);


--
-- Name: user_group user_group_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.user_group
    ADD CONSTRAINT user_group_pk PRIMARY KEY (name);


--
-- Name: vcard vcard_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.vcard
    ADD CONSTRAINT vcard_pk PRIMARY KEY (username);


--
-- Name: webhook_delivery webhook_delivery_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_pk PRIMARY KEY (webhook_id, event_id);


--
-- Name: webhook webhook_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_pk PRIMARY KEY (id);


--
-- Name: account_created_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX account_created_idx ON public.account USING btree (created_at, username);


--
-- Name: account_credential_without_sha1_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX account_credential_without_sha1_idx ON public.account_credential USING btree (username) WHERE (sha1_stored_key IS NULL);


--
-- Name: account_credential_without_sha256_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX account_credential_without_sha256_idx ON public.account_credential USING btree (username) WHERE (sha256_stored_key IS NULL);


--
-- Name: account_last_seen_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX account_last_seen_idx ON public.account USING btree (last_seen, username);


--
-- Name: account_name_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX account_name_idx ON public.account USING btree (lower(COALESCE(name, ''::text)) COLLATE "C", username);


--
-- Name: account_properties_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX account_properties_idx ON public.account USING gin (properties jsonb_path_ops);


--
-- Name: account_text_trigram_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX account_text_trigram_idx ON public.account USING gin (lower((((((username COLLATE "default") || ''::text) || COALESCE(name, ''::text)) || ''::text) || COALESCE(email, ''::text))) public.gin_trgm_ops);


--
-- Name: account_username_trigram_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX account_username_trigram_idx ON public.account USING gin (lower(username) public.gin_trgm_ops);


--
-- Name: archived_message_archive_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX archived_message_archive_id_idx ON public.archived_message USING btree (archive_id, sent_at, id);


--
-- Name: archived_message_contact_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX archived_message_contact_idx ON public.archived_message USING btree (archive_id, contact, sent_at, id);


--
-- Name: archived_message_sent_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX archived_message_sent_at_idx ON public.archived_message USING btree (sent_at, id);


--
-- Name: audit_entry_occurred_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_entry_occurred_at_idx ON public.audit_entry USING btree (occurred_at, log_id);


--
-- Name: audit_entry_username_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_entry_username_idx ON public.audit_entry USING btree (username, occurred_at, log_id);


--
-- Name: console_session_principal_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX console_session_principal_idx ON public.console_session USING btree (principal_id, created_at, digest);


--
-- Name: console_session_used_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX console_session_used_idx ON public.console_session USING btree (last_used, digest);


--
-- Name: event_type_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX event_type_idx ON public.event USING btree (type, id);


--
-- Name: group_member_admin_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX group_member_admin_idx ON public.group_member USING btree (group_name, jid) WHERE is_admin;


--
-- Name: group_member_jid_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX group_member_jid_idx ON public.group_member USING btree (jid);


--
-- Name: idempotency_key_noted_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idempotency_key_noted_idx ON public.idempotency_key USING btree (noted_at, digest);


--
-- Name: job_file_expires_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX job_file_expires_idx ON public.job_file USING btree (expires_at);


--
-- Name: job_finished_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX job_finished_idx ON public.job USING btree (finished_at, id);


--
-- Name: job_open_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX job_open_idx ON public.job USING btree (id) WHERE (status = ANY (ARRAY['uploading'::text, 'queued'::text, 'running'::text]));


--
-- Name: job_passwords_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX job_passwords_idx ON public.job USING btree (id) WHERE (passwords > 0);


--
-- Name: job_result_outcome_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX job_result_outcome_idx ON public.job_result USING btree (job_id, outcome, line);


--
-- Name: job_status_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX job_status_idx ON public.job USING btree (status, id);


--
-- Name: lockout_author_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX lockout_author_idx ON public.lockout USING btree (author, username);


--
-- Name: lockout_awaited_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX lockout_awaited_idx ON public.lockout USING btree (starts_at) WHERE (NOT began);


--
-- Name: lockout_created_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX lockout_created_idx ON public.lockout USING btree (locked_at, username);


--
-- Name: lockout_ends_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX lockout_ends_at_idx ON public.lockout USING btree (ends_at) WHERE (ends_at IS NOT NULL);


--
-- Name: lockout_until_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX lockout_until_idx ON public.lockout USING btree (COALESCE(ends_at, to_timestamp((0)::double precision)), username);


--
-- Name: room_affiliation_jid_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_affiliation_jid_idx ON public.room_affiliation USING btree (jid);


--
-- Name: room_affiliation_owner_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_affiliation_owner_idx ON public.room_affiliation USING btree (room_id) WHERE (affiliation = 'owner'::text);


--
-- Name: room_creation_date_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_creation_date_idx ON public.room USING btree (service, creation_date, name);


--
-- Name: room_group_affiliation_group_name_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_group_affiliation_group_name_idx ON public.room_group_affiliation USING btree (group_name);


--
-- Name: room_members_only_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_members_only_idx ON public.room USING btree (service, name) WHERE members_only;


--
-- Name: room_message_body_trigram_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_message_body_trigram_idx ON public.room_message USING gin (lower(body) public.gin_trgm_ops);


--
-- Name: room_message_room_id_sent_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_message_room_id_sent_at_idx ON public.room_message USING btree (room_id, sent_at, id);


--
-- Name: room_message_sender_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_message_sender_idx ON public.room_message USING btree (room_id, split_part(sender, '/'::text, 1), sent_at, id);


--
-- Name: room_message_sent_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_message_sent_at_idx ON public.room_message USING btree (sent_at, id);


--
-- Name: room_moderated_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_moderated_idx ON public.room USING btree (service, name) WHERE moderated;


--
-- Name: room_modification_date_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_modification_date_idx ON public.room USING btree (service, modification_date, name);


--
-- Name: room_name_trigram_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_name_trigram_idx ON public.room USING gin (lower(name) public.gin_trgm_ops);


--
-- Name: room_natural_name_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_natural_name_idx ON public.room USING btree (service, lower(COALESCE(natural_name, ''::text)) COLLATE "C", name);


--
-- Name: room_natural_name_trigram_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_natural_name_trigram_idx ON public.room USING gin (lower(natural_name) public.gin_trgm_ops);


--
-- Name: room_passing_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_passing_idx ON public.room USING btree (service, name) WHERE (NOT persistent);


--
-- Name: room_password_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_password_idx ON public.room USING btree (service, name) WHERE (password IS NOT NULL);


--
-- Name: room_public_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_public_idx ON public.room USING btree (service, name) WHERE public_room;


--
-- Name: room_text_trigram_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_text_trigram_idx ON public.room USING gin (lower((((((name COLLATE "default") || ''::text) || COALESCE(natural_name, ''::text)) || ''::text) || COALESCE(description, ''::text))) public.gin_trgm_ops);


--
-- Name: roster_item_jid_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX roster_item_jid_idx ON public.roster_item USING btree (jid);


--
-- Name: roster_request_jid_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX roster_request_jid_idx ON public.roster_request USING btree (jid);


--
-- Name: user_group_display_name_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX user_group_display_name_idx ON public.user_group USING btree (display_name) WHERE (display_name IS NOT NULL);


--
-- Name: user_group_everybody_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX user_group_everybody_idx ON public.user_group USING btree (name) WHERE (visibility = 'everybody'::text);


--
-- Name: user_group_lower_name_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX user_group_lower_name_idx ON public.user_group USING btree (lower((name COLLATE "default")) COLLATE "C", name);


--
-- Name: user_group_shared_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX user_group_shared_idx ON public.user_group USING btree (name) WHERE shared;


--
-- Name: user_group_text_trigram_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX user_group_text_trigram_idx ON public.user_group USING gin (lower((((name COLLATE "default") || ''::text) || COALESCE(description, ''::text))) public.gin_trgm_ops);


--
-- Name: user_group_visible_to_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX user_group_visible_to_idx ON public.user_group USING gin (visible_to) WHERE (visibility = 'groups'::text);


--
-- Name: webhook_delivery_again_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhook_delivery_again_idx ON public.webhook_delivery USING btree (webhook_id, next_at) WHERE ((status = 'pending'::text) AND (attempts > 0));


--
-- Name: webhook_delivery_event_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhook_delivery_event_idx ON public.webhook_delivery USING btree (event_id);


--
-- Name: webhook_delivery_first_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhook_delivery_first_idx ON public.webhook_delivery USING btree (webhook_id, event_id) WHERE ((status = 'pending'::text) AND (attempts = 0));


--
-- Name: webhook_delivery_status_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhook_delivery_status_idx ON public.webhook_delivery USING btree (webhook_id, status, event_id);


--
-- Name: account account_account_events_on_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_account_events_on_delete AFTER DELETE ON public.account FOR EACH ROW EXECUTE FUNCTION public.account_events();


--
-- Name: account account_account_events_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_account_events_on_update AFTER UPDATE ON public.account FOR EACH ROW EXECUTE FUNCTION public.account_events();


--
-- Name: account_credential account_credential_end_tokens; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER account_credential_end_tokens AFTER UPDATE ON public.account_credential DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (public.is_other_password(old.*, new.*)) EXECUTE FUNCTION public.forget_chat_server_data('fast_tokens', 'auth_tokens');


--
-- Name: account_credential account_credential_first_password_events_on_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_credential_first_password_events_on_insert AFTER INSERT ON public.account_credential REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.first_password_events();


--
-- Name: account_credential account_credential_notify_login_rows_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_credential_notify_login_rows_on_update AFTER UPDATE ON public.account_credential REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.notify_login_rows();


--
-- Name: account_credential account_credential_password_events_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_credential_password_events_on_update AFTER UPDATE ON public.account_credential FOR EACH ROW EXECUTE FUNCTION public.password_events();


--
-- Name: account account_drop_roster_requests_of_account_on_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_drop_roster_requests_of_account_on_delete AFTER DELETE ON public.account REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.drop_roster_requests_of_account();


--
-- Name: account account_drop_roster_requests_of_account_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_drop_roster_requests_of_account_on_update AFTER UPDATE ON public.account REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.drop_roster_requests_of_account();


--
-- Name: account account_end_sessions_of_former_name; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_end_sessions_of_former_name AFTER UPDATE OF username ON public.account FOR EACH ROW WHEN ((old.username IS DISTINCT FROM new.username)) EXECUTE FUNCTION public.end_sessions_of_former_name();


--
-- Name: account account_move_chat_server_data; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER account_move_chat_server_data AFTER UPDATE OF username ON public.account DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.username <> new.username)) EXECUTE FUNCTION public.move_chat_server_data();


--
-- Name: account account_move_shared_groups_showing_account_on_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_move_shared_groups_showing_account_on_delete AFTER DELETE ON public.account REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.move_shared_groups_showing_account();


--
-- Name: account account_move_shared_groups_showing_account_on_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_move_shared_groups_showing_account_on_insert AFTER INSERT ON public.account REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.move_shared_groups_showing_account();


--
-- Name: account account_move_shared_groups_showing_account_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_move_shared_groups_showing_account_on_update AFTER UPDATE ON public.account REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.move_shared_groups_showing_account();


--
-- Name: account account_new_account_events_on_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_new_account_events_on_insert AFTER INSERT ON public.account REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.new_account_events();


--
-- Name: account account_note_departed_accounts_on_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_note_departed_accounts_on_delete AFTER DELETE ON public.account REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_departed_accounts();


--
-- Name: account account_note_departed_accounts_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_note_departed_accounts_on_update AFTER UPDATE ON public.account REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_departed_accounts();


--
-- Name: account account_notify_login_rows_on_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_notify_login_rows_on_delete AFTER DELETE ON public.account REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.notify_login_rows();


--
-- Name: account account_notify_renamed_logins_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_notify_renamed_logins_on_update AFTER UPDATE ON public.account REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.notify_renamed_logins();


--
-- Name: api_key api_key_end_sessions_of_key; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER api_key_end_sessions_of_key AFTER UPDATE OF expires_at ON public.api_key FOR EACH ROW WHEN (((old.expires_at <= clock_timestamp()) AND (old.expires_at IS DISTINCT FROM new.expires_at))) EXECUTE FUNCTION public.end_sessions_of_key();


--
-- Name: api_key api_key_key_events; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER api_key_key_events AFTER INSERT OR DELETE OR UPDATE ON public.api_key FOR EACH ROW EXECUTE FUNCTION public.key_events();


--
-- Name: api_key api_key_notify_keys; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER api_key_notify_keys AFTER INSERT OR DELETE OR TRUNCATE ON public.api_key FOR EACH STATEMENT EXECUTE FUNCTION public.notify_keys();


--
-- Name: api_key api_key_notify_keys_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER api_key_notify_keys_on_update AFTER UPDATE OF name, scopes, allowed_addresses, rate_limit, expires_at, digest, previous_digest, previous_until ON public.api_key FOR EACH STATEMENT EXECUTE FUNCTION public.notify_keys();


--
-- Name: chat_service chat_service_row_events; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER chat_service_row_events AFTER INSERT OR DELETE OR UPDATE ON public.chat_service FOR EACH ROW EXECUTE FUNCTION public.row_events('service', '/chatservices/');


--
-- Name: group_member group_member_group_member_events_on_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER group_member_group_member_events_on_delete AFTER DELETE ON public.group_member REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.group_member_events();


--
-- Name: group_member group_member_group_member_events_on_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER group_member_group_member_events_on_insert AFTER INSERT ON public.group_member REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.group_member_events();


--
-- Name: group_member group_member_group_member_events_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER group_member_group_member_events_on_update AFTER UPDATE ON public.group_member REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.group_member_events();


--
-- Name: group_member group_member_move_shared_groups_of_members_on_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER group_member_move_shared_groups_of_members_on_delete AFTER DELETE ON public.group_member REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.move_shared_groups_of_members();


--
-- Name: group_member group_member_move_shared_groups_of_members_on_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER group_member_move_shared_groups_of_members_on_insert AFTER INSERT ON public.group_member REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.move_shared_groups_of_members();


--
-- Name: group_member group_member_move_shared_groups_of_members_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER group_member_move_shared_groups_of_members_on_update AFTER UPDATE ON public.group_member REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.move_shared_groups_of_members();


--
-- Name: group_member group_member_touch_rooms_of_group_members_on_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER group_member_touch_rooms_of_group_members_on_delete AFTER DELETE ON public.group_member REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.touch_rooms_of_group_members();


--
-- Name: group_member group_member_touch_rooms_of_group_members_on_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER group_member_touch_rooms_of_group_members_on_insert AFTER INSERT ON public.group_member REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.touch_rooms_of_group_members();


--
-- Name: group_member group_member_touch_rooms_of_group_members_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER group_member_touch_rooms_of_group_members_on_update AFTER UPDATE ON public.group_member REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.touch_rooms_of_group_members();


--
-- Name: job job_job_events; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER job_job_events AFTER UPDATE OF status ON public.job FOR EACH ROW WHEN (((new.status = ANY (ARRAY['done'::text, 'cancelled'::text, 'failed'::text])) AND (old.status = ANY (ARRAY['queued'::text, 'running'::text])))) EXECUTE FUNCTION public.job_events();


--
-- Name: lockout lockout_end_pending_deletion; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER lockout_end_pending_deletion AFTER DELETE ON public.lockout DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.forget_chat_server_data('accounts_cleanup');


--
-- Name: lockout lockout_end_sessions_of_locked; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER lockout_end_sessions_of_locked AFTER INSERT ON public.lockout FOR EACH ROW WHEN (new.began) EXECUTE FUNCTION public.end_sessions_of_locked();


--
-- Name: lockout lockout_end_sessions_of_locked_on_begin; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER lockout_end_sessions_of_locked_on_begin AFTER UPDATE ON public.lockout FOR EACH ROW WHEN ((new.began AND (NOT old.began))) EXECUTE FUNCTION public.end_sessions_of_locked();


--
-- Name: lockout lockout_end_tokens; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER lockout_end_tokens AFTER INSERT ON public.lockout DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.began) EXECUTE FUNCTION public.forget_chat_server_data('fast_tokens', 'auth_tokens');


--
-- Name: lockout lockout_end_tokens_on_begin; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER lockout_end_tokens_on_begin AFTER UPDATE ON public.lockout DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.began AND (NOT old.began))) EXECUTE FUNCTION public.forget_chat_server_data('fast_tokens', 'auth_tokens');


--
-- Name: lockout lockout_end_tokens_on_end; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER lockout_end_tokens_on_end AFTER DELETE ON public.lockout DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((NOT old.began) AND (old.starts_at <= now()))) EXECUTE FUNCTION public.forget_chat_server_data('fast_tokens', 'auth_tokens');


--
-- Name: lockout lockout_lockout_events; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER lockout_lockout_events AFTER INSERT OR DELETE OR UPDATE ON public.lockout FOR EACH ROW EXECUTE FUNCTION public.lockout_events();


--
-- Name: lockout lockout_notify_login_rows_on_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER lockout_notify_login_rows_on_delete AFTER DELETE ON public.lockout REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.notify_login_rows();


--
-- Name: lockout lockout_notify_login_rows_on_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER lockout_notify_login_rows_on_insert AFTER INSERT ON public.lockout REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.notify_login_rows();


--
-- Name: lockout lockout_notify_login_rows_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER lockout_notify_login_rows_on_update AFTER UPDATE ON public.lockout REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.notify_login_rows();


--
-- Name: room_affiliation room_affiliation_affiliation_events_on_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER room_affiliation_affiliation_events_on_delete AFTER DELETE ON public.room_affiliation REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.affiliation_events();


--
-- Name: room_affiliation room_affiliation_affiliation_events_on_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER room_affiliation_affiliation_events_on_insert AFTER INSERT ON public.room_affiliation REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.affiliation_events();


--
-- Name: room_affiliation room_affiliation_affiliation_events_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER room_affiliation_affiliation_events_on_update AFTER UPDATE ON public.room_affiliation REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.affiliation_events();


--
-- Name: room_affiliation room_affiliation_touch_rooms_of_affiliation_on_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER room_affiliation_touch_rooms_of_affiliation_on_delete AFTER DELETE ON public.room_affiliation REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.touch_rooms_of_affiliation();


--
-- Name: room_affiliation room_affiliation_touch_rooms_of_affiliation_on_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER room_affiliation_touch_rooms_of_affiliation_on_insert AFTER INSERT ON public.room_affiliation REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.touch_rooms_of_affiliation();


--
-- Name: room_affiliation room_affiliation_touch_rooms_of_affiliation_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER room_affiliation_touch_rooms_of_affiliation_on_update AFTER UPDATE ON public.room_affiliation REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.touch_rooms_of_affiliation();


--
-- Name: room_group_affiliation room_group_affiliation_affiliation_events_on_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER room_group_affiliation_affiliation_events_on_delete AFTER DELETE ON public.room_group_affiliation REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.affiliation_events();


--
-- Name: room_group_affiliation room_group_affiliation_affiliation_events_on_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER room_group_affiliation_affiliation_events_on_insert AFTER INSERT ON public.room_group_affiliation REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.affiliation_events();


--
-- Name: room_group_affiliation room_group_affiliation_affiliation_events_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER room_group_affiliation_affiliation_events_on_update AFTER UPDATE ON public.room_group_affiliation REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.affiliation_events();


--
-- Name: room_group_affiliation room_group_affiliation_touch_rooms_of_affiliation_on_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER room_group_affiliation_touch_rooms_of_affiliation_on_delete AFTER DELETE ON public.room_group_affiliation REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.touch_rooms_of_affiliation();


--
-- Name: room_group_affiliation room_group_affiliation_touch_rooms_of_affiliation_on_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER room_group_affiliation_touch_rooms_of_affiliation_on_insert AFTER INSERT ON public.room_group_affiliation REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.touch_rooms_of_affiliation();


--
-- Name: room_group_affiliation room_group_affiliation_touch_rooms_of_affiliation_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER room_group_affiliation_touch_rooms_of_affiliation_on_update AFTER UPDATE ON public.room_group_affiliation REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.touch_rooms_of_affiliation();


--
-- Name: room room_move_room_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER room_move_room_on_update BEFORE UPDATE ON public.room FOR EACH ROW EXECUTE FUNCTION public.move_room();


--
-- Name: room room_room_events; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER room_room_events AFTER INSERT OR DELETE OR UPDATE ON public.room FOR EACH ROW EXECUTE FUNCTION public.room_events();


--
-- Name: roster_item roster_item_contact_events_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER roster_item_contact_events_on_update AFTER UPDATE ON public.roster_item FOR EACH ROW EXECUTE FUNCTION public.contact_events();


--
-- Name: roster_item roster_item_move_roster_of_item_on_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER roster_item_move_roster_of_item_on_delete AFTER DELETE ON public.roster_item REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.move_roster_of_item();


--
-- Name: roster_item roster_item_move_roster_of_item_on_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER roster_item_move_roster_of_item_on_insert AFTER INSERT ON public.roster_item REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.move_roster_of_item();


--
-- Name: roster_item roster_item_move_roster_of_item_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER roster_item_move_roster_of_item_on_update AFTER UPDATE ON public.roster_item REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.move_roster_of_item();


--
-- Name: roster_item roster_item_roster_events_on_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER roster_item_roster_events_on_delete AFTER DELETE ON public.roster_item REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.roster_events();


--
-- Name: roster_item roster_item_roster_events_on_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER roster_item_roster_events_on_insert AFTER INSERT ON public.roster_item REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.roster_events();


--
-- Name: roster_item roster_item_settle; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER roster_item_settle BEFORE INSERT OR UPDATE ON public.roster_item FOR EACH ROW WHEN (new.ask) EXECUTE FUNCTION public.settle_roster_item();


--
-- Name: roster_item roster_item_settle_request; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER roster_item_settle_request AFTER INSERT OR UPDATE ON public.roster_item FOR EACH ROW WHEN ((new.subscription = ANY (ARRAY[2, 3]))) EXECUTE FUNCTION public.settle_roster_request();


--
-- Name: schema_state schema_state_notify_schema; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER schema_state_notify_schema AFTER INSERT OR DELETE OR UPDATE ON public.schema_state FOR EACH ROW EXECUTE FUNCTION public.notify_schema();


--
-- Name: system_property system_property_end_sessions_of_property; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER system_property_end_sessions_of_property AFTER INSERT OR DELETE OR UPDATE ON public.system_property DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.end_sessions_of_property();


--
-- Name: system_property system_property_note_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER system_property_note_change BEFORE INSERT OR UPDATE ON public.system_property FOR EACH ROW EXECUTE FUNCTION public.note_property_change();


--
-- Name: system_property system_property_notify_properties; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER system_property_notify_properties AFTER INSERT OR DELETE OR UPDATE ON public.system_property FOR EACH ROW EXECUTE FUNCTION public.notify_properties();


--
-- Name: system_property system_property_notify_properties_on_truncate; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER system_property_notify_properties_on_truncate AFTER TRUNCATE ON public.system_property FOR EACH STATEMENT EXECUTE FUNCTION public.notify_properties();


--
-- Name: system_property system_property_property_events; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER system_property_property_events AFTER INSERT OR DELETE OR UPDATE ON public.system_property FOR EACH ROW EXECUTE FUNCTION public.property_events();


--
-- Name: user_group user_group_agree_on_visibility; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER user_group_agree_on_visibility BEFORE INSERT OR UPDATE ON public.user_group FOR EACH ROW EXECUTE FUNCTION public.agree_on_visibility();


--
-- Name: user_group user_group_forget_visible_to; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER user_group_forget_visible_to AFTER DELETE ON public.user_group FOR EACH ROW EXECUTE FUNCTION public.forget_visible_to();


--
-- Name: user_group user_group_row_events; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER user_group_row_events AFTER INSERT OR DELETE OR UPDATE ON public.user_group FOR EACH ROW EXECUTE FUNCTION public.row_events('group', '/groups/');


--
-- Name: user_group user_group_share_group_on_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER user_group_share_group_on_insert AFTER INSERT ON public.user_group FOR EACH ROW WHEN (new.shared) EXECUTE FUNCTION public.share_group();


--
-- Name: user_group user_group_share_group_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER user_group_share_group_on_update AFTER UPDATE ON public.user_group FOR EACH ROW WHEN (((old.shared IS DISTINCT FROM new.shared) OR (new.shared AND ((COALESCE(old.visibility, 'members'::text) IS DISTINCT FROM COALESCE(new.visibility, 'members'::text)) OR (old.visible_to IS DISTINCT FROM new.visible_to) OR (old.display_name IS DISTINCT FROM new.display_name))))) EXECUTE FUNCTION public.share_group();


--
-- Name: vcard vcard_forget_picture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER vcard_forget_picture BEFORE UPDATE ON public.vcard FOR EACH ROW EXECUTE FUNCTION public.forget_picture();


--
-- Name: vcard vcard_vcard_events; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER vcard_vcard_events AFTER INSERT OR DELETE OR UPDATE ON public.vcard FOR EACH ROW EXECUTE FUNCTION public.vcard_events();


--
-- Name: webhook webhook_webhook_events; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER webhook_webhook_events AFTER INSERT OR DELETE ON public.webhook FOR EACH ROW EXECUTE FUNCTION public.webhook_events();


--
-- Name: webhook webhook_webhook_events_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER webhook_webhook_events_on_update AFTER UPDATE OF url, types, description, status, secret ON public.webhook FOR EACH ROW EXECUTE FUNCTION public.webhook_events();


--
-- Name: account_credential account_credential_account_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account_credential
    ADD CONSTRAINT account_credential_account_fk FOREIGN KEY (username) REFERENCES public.account(username) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: archived_message archived_message_archive_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.archived_message
    ADD CONSTRAINT archived_message_archive_fk FOREIGN KEY (archive_id) REFERENCES public.message_archive(id) ON DELETE CASCADE;


--
-- Name: group_member group_member_user_group_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.group_member
    ADD CONSTRAINT group_member_user_group_fk FOREIGN KEY (group_name) REFERENCES public.user_group(name) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: lockout lockout_account_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.lockout
    ADD CONSTRAINT lockout_account_fk FOREIGN KEY (username) REFERENCES public.account(username) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: message_archive message_archive_account_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.message_archive
    ADD CONSTRAINT message_archive_account_fk FOREIGN KEY (username) REFERENCES public.account(username) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: room_affiliation room_affiliation_room_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.room_affiliation
    ADD CONSTRAINT room_affiliation_room_fk FOREIGN KEY (room_id) REFERENCES public.room(id) ON DELETE CASCADE;


--
-- Name: room room_chat_service_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.room
    ADD CONSTRAINT room_chat_service_fk FOREIGN KEY (service) REFERENCES public.chat_service(name) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: room_group_affiliation room_group_affiliation_room_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.room_group_affiliation
    ADD CONSTRAINT room_group_affiliation_room_fk FOREIGN KEY (room_id) REFERENCES public.room(id) ON DELETE CASCADE;


--
-- Name: room_group_affiliation room_group_affiliation_user_group_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.room_group_affiliation
    ADD CONSTRAINT room_group_affiliation_user_group_fk FOREIGN KEY (group_name) REFERENCES public.user_group(name) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: room_message room_message_room_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.room_message
    ADD CONSTRAINT room_message_room_fk FOREIGN KEY (room_id) REFERENCES public.room(id) ON DELETE CASCADE;


--
-- Name: roster roster_account_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.roster
    ADD CONSTRAINT roster_account_fk FOREIGN KEY (owner) REFERENCES public.account(username) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: roster_item roster_item_account_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.roster_item
    ADD CONSTRAINT roster_item_account_fk FOREIGN KEY (owner) REFERENCES public.account(username) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: roster_request roster_request_account_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.roster_request
    ADD CONSTRAINT roster_request_account_fk FOREIGN KEY (owner) REFERENCES public.account(username) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: shared_group shared_group_user_group_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shared_group
    ADD CONSTRAINT shared_group_user_group_fk FOREIGN KEY (group_name) REFERENCES public.user_group(name) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: vcard vcard_account_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.vcard
    ADD CONSTRAINT vcard_account_fk FOREIGN KEY (username) REFERENCES public.account(username) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: SCHEMA engine; Type: ACL; Schema: -; Owner: -
--

GRANT USAGE ON SCHEMA engine TO chat_engine_of_the_release;


--
-- Name: SCHEMA prosody; Type: ACL; Schema: -; Owner: -
--

GRANT ALL ON SCHEMA prosody TO chat_engine_of_the_release;


--
-- Name: FUNCTION account_exists(of_user text); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.account_exists(of_user text) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.account_exists(of_user text) TO chat_engine_of_the_release;


--
-- Name: FUNCTION account_info(of_user text); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.account_info(of_user text) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.account_info(of_user text) TO chat_engine_of_the_release;


--
-- Name: FUNCTION accounts(after text, amount integer); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.accounts(after text, amount integer) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.accounts(after text, amount integer) TO chat_engine_of_the_release;


--
-- Name: FUNCTION add_keys(of_user text, known_key text, keys jsonb); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.add_keys(of_user text, known_key text, keys jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.add_keys(of_user text, known_key text, keys jsonb) TO chat_engine_of_the_release;


--
-- Name: FUNCTION administrators(); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.administrators() FROM PUBLIC;
GRANT ALL ON FUNCTION engine.administrators() TO chat_engine_of_the_release;


--
-- Name: FUNCTION append_message(of_service text, of_room text, message jsonb); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.append_message(of_service text, of_room text, message jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.append_message(of_service text, of_room text, message jsonb) TO chat_engine_of_the_release;


--
-- Name: FUNCTION archive_message(of_user text, message jsonb); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.archive_message(of_user text, message jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.archive_message(of_user text, message jsonb) TO chat_engine_of_the_release;


--
-- Name: FUNCTION archived_messages(of_user text, query jsonb); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.archived_messages(of_user text, query jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.archived_messages(of_user text, query jsonb) TO chat_engine_of_the_release;


--
-- Name: FUNCTION credentials(of_user text); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.credentials(of_user text) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.credentials(of_user text) TO chat_engine_of_the_release;


--
-- Name: FUNCTION credentials(of_user text, as_stored boolean); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.credentials(of_user text, as_stored boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.credentials(of_user text, as_stored boolean) TO chat_engine_of_the_release;


--
-- Name: FUNCTION delete_account(of_user text); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.delete_account(of_user text) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.delete_account(of_user text) TO chat_engine_of_the_release;


--
-- Name: FUNCTION disable_account(of_user text, node text); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.disable_account(of_user text, node text) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.disable_account(of_user text, node text) TO chat_engine_of_the_release;


--
-- Name: FUNCTION enable_account(of_user text, node text); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.enable_account(of_user text, node text) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.enable_account(of_user text, node text) TO chat_engine_of_the_release;


--
-- Name: FUNCTION forgotten(usernames jsonb); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.forgotten(usernames jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.forgotten(usernames jsonb) TO chat_engine_of_the_release;


--
-- Name: FUNCTION hello(contract integer, instance text, starting boolean); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.hello(contract integer, instance text, starting boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.hello(contract integer, instance text, starting boolean) TO chat_engine_of_the_release;


--
-- Name: FUNCTION logged_out(of_user text); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.logged_out(of_user text) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.logged_out(of_user text) TO chat_engine_of_the_release;


--
-- Name: FUNCTION messages(of_service text, of_room text, query jsonb); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.messages(of_service text, of_room text, query jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.messages(of_service text, of_room text, query jsonb) TO chat_engine_of_the_release;


--
-- Name: FUNCTION missing_accounts(usernames jsonb); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.missing_accounts(usernames jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.missing_accounts(usernames jsonb) TO chat_engine_of_the_release;


--
-- Name: FUNCTION pictures(usernames jsonb); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.pictures(usernames jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.pictures(usernames jsonb) TO chat_engine_of_the_release;


--
-- Name: FUNCTION public_rooms(of_service text, after text, amount integer); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.public_rooms(of_service text, after text, amount integer) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.public_rooms(of_service text, after text, amount integer) TO chat_engine_of_the_release;


--
-- Name: FUNCTION put_credentials(of_user text, keys jsonb); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.put_credentials(of_user text, keys jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.put_credentials(of_user text, keys jsonb) TO chat_engine_of_the_release;


--
-- Name: FUNCTION put_picture(of_user text, of_state text, new_picture jsonb); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.put_picture(of_user text, of_state text, new_picture jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.put_picture(of_user text, of_state text, new_picture jsonb) TO chat_engine_of_the_release;


--
-- Name: FUNCTION put_room(of_service text, of_room text, state jsonb); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.put_room(of_service text, of_room text, state jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.put_room(of_service text, of_room text, state jsonb) TO chat_engine_of_the_release;


--
-- Name: FUNCTION put_roster_item(of_user text, contact text, item jsonb); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.put_roster_item(of_user text, contact text, item jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.put_roster_item(of_user text, contact text, item jsonb) TO chat_engine_of_the_release;


--
-- Name: FUNCTION put_roster_requests(of_user text, requests jsonb); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.put_roster_requests(of_user text, requests jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.put_roster_requests(of_user text, requests jsonb) TO chat_engine_of_the_release;


--
-- Name: FUNCTION put_vcard(of_user text, new_xml text, new_picture jsonb); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.put_vcard(of_user text, new_xml text, new_picture jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.put_vcard(of_user text, new_xml text, new_picture jsonb) TO chat_engine_of_the_release;


--
-- Name: FUNCTION register_account(of_user text, keys jsonb); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.register_account(of_user text, keys jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.register_account(of_user text, keys jsonb) TO chat_engine_of_the_release;


--
-- Name: FUNCTION remove_room(of_service text, of_room text, only_temporary boolean); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.remove_room(of_service text, of_room text, only_temporary boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.remove_room(of_service text, of_room text, only_temporary boolean) TO chat_engine_of_the_release;


--
-- Name: FUNCTION remove_room(of_service text, of_room text, only_temporary boolean, actor text); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.remove_room(of_service text, of_room text, only_temporary boolean, actor text) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.remove_room(of_service text, of_room text, only_temporary boolean, actor text) TO chat_engine_of_the_release;


--
-- Name: FUNCTION room(of_service text, of_room text); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.room(of_service text, of_room text) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.room(of_service text, of_room text) TO chat_engine_of_the_release;


--
-- Name: FUNCTION roster(of_user text); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.roster(of_user text) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.roster(of_user text) TO chat_engine_of_the_release;


--
-- Name: FUNCTION roster_changes(of_user text, known jsonb, also jsonb); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.roster_changes(of_user text, known jsonb, also jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.roster_changes(of_user text, known jsonb, also jsonb) TO chat_engine_of_the_release;


--
-- Name: FUNCTION services(); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.services() FROM PUBLIC;
GRANT ALL ON FUNCTION engine.services() TO chat_engine_of_the_release;


--
-- Name: FUNCTION stale(live jsonb); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.stale(live jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.stale(live jsonb) TO chat_engine_of_the_release;


--
-- Name: FUNCTION unanswered(of_jid text); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.unanswered(of_jid text) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.unanswered(of_jid text) TO chat_engine_of_the_release;


--
-- Name: FUNCTION vcard(of_user text); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.vcard(of_user text) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.vcard(of_user text) TO chat_engine_of_the_release;


--
-- Name: FUNCTION admit_chat_admin(role_name text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.admit_chat_admin(role_name text) FROM PUBLIC;


--
-- Name: FUNCTION admit_chat_engine(role_name text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.admit_chat_engine(role_name text) FROM PUBLIC;


--
-- Name: DEFAULT PRIVILEGES FOR FUNCTIONS; Type: DEFAULT ACL; Schema: engine; Owner: -
--

ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA engine GRANT ALL ON FUNCTIONS  TO chat_engine_of_the_release;


--
-- PostgreSQL database dump complete
--


