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

COMMENT ON FUNCTION engine.accounts(after text, amount integer) IS 'The next names of accounts, ascending by code point';


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
  insert into room_message (room_id, nickname, sender, type, subject, body, stanza)
  select
    id, message ->> 'nickname', message ->> 'sender', coalesce(message ->> 'type', 'groupchat'),
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

COMMENT ON FUNCTION engine.append_message(of_service text, of_room text, message jsonb) IS 'Stores what was said; null: there is no such room';


--
-- Name: credentials(text); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.credentials(of_user text) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return (
    select jsonb_build_object(
      'locked', exists (select from lockout where lockout.username = of_user),
      'departed', exists (select from departed_account where departed_account.username = of_user),
      'sha1', jsonb_build_object(
        'salt', base64(sha1_salt), 'iterations', sha1_iterations,
        'stored_key', base64(sha1_stored_key), 'server_key', base64(sha1_server_key)),
      'sha256', jsonb_build_object(
        'salt', base64(sha256_salt), 'iterations', sha256_iterations,
        'stored_key', base64(sha256_stored_key), 'server_key', base64(sha256_server_key)))
    from account_credential
    where username = of_user);
end
$$;


--
-- Name: FUNCTION credentials(of_user text); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.credentials(of_user text) IS 'What a login needs; null: there is no such account';


--
-- Name: delete_account(text); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.delete_account(of_user text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  domain text := service_domain();
  gone text := of_user || '@' || domain;
  heir text;
begin
  delete from account where username = of_user;
  if not found then return false; end if;

  select username into heir from administrator_name()
  where username <> of_user
  order by place limit 1;
  perform remove_jid_references(gone, coalesce(heir, 'admin') || '@' || domain);

  if exists (select from listed_jid() where jid = gone) then
    perform from system_property where key = 'admin.authorizedJIDs' for update;
    update system_property
    set value = (
      select coalesce(string_agg(entry, ',' order by place), '')
      from listed_jid() where jid <> gone)
    where key = 'admin.authorizedJIDs';
  end if;
  return true;
end
$$;


--
-- Name: FUNCTION delete_account(of_user text); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.delete_account(of_user text) IS 'Deletes an account with all that belongs to it or names it; false: there is none';


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

COMMENT ON FUNCTION engine.forgotten(usernames jsonb) IS 'Nothing is left of earlier accounts of these names; how many were waiting';


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
    where locktype = 'advisory' and database = pg_stat_activity.datid and objsubid = 1
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

  return jsonb_build_object('ok', true, 'contract', 1, 'domain', service_domain());
end
$$;


--
-- Name: FUNCTION hello(contract integer, instance text, starting boolean); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.hello(contract integer, instance text, starting boolean) IS 'Attaches the one chat server of the database for as long as its session lasts';


--
-- Name: messages(text, text, jsonb); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.messages(of_service text, of_room text, query jsonb) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  of_id bigint := (select id from room where service = of_service and name = of_room);
  since timestamptz := moment_of(query -> 'start');
  until timestamptz := moment_of(query -> 'end');
  speaker text := query ->> 'with';
  ids bigint[] := case when jsonb_typeof(query -> 'ids') = 'array' then
    array(select message_id(id) from jsonb_array_elements_text(query -> 'ids') as id)
  end;
  from_at timestamptz;
  from_id bigint;
  to_at timestamptz;
  to_id bigint;
  amount bigint := case when jsonb_typeof(query -> 'limit') = 'number'
    then least(greatest((query ->> 'limit')::numeric, 0), 1000)::bigint
    else 1000
  end;
  page room_message[];
begin
  if of_id is null then return null; end if;

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
      select message from conversation(of_id, since, until, speaker, ids) message
      where (sent_at, id) > (from_at, from_id) and (sent_at, id) < (to_at, to_id)
      order by sent_at desc, id desc limit amount);
  else
    page := array(
      select message from conversation(of_id, since, until, speaker, ids) message
      where (sent_at, id) > (from_at, from_id) and (sent_at, id) < (to_at, to_id)
      order by sent_at, id limit amount);
  end if;

  return jsonb_strip_nulls(jsonb_build_object(
    'total', case when query -> 'total' = 'true' then (
      select count(*) from conversation(of_id, since, until, speaker, ids)) end,
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id::text,
        'sent_at', unix_seconds(sent_at),
        'nickname', nickname,
        'sender', sender,
        'stanza', stanza) order by sent_at, id), '[]')
      from unnest(page))));
end
$$;


--
-- Name: FUNCTION messages(of_service text, of_room text, query jsonb); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.messages(of_service text, of_room text, query jsonb) IS 'A page of a conversation, ascending; null: no such room, or after or before is not in it';


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

COMMENT ON FUNCTION engine.public_rooms(of_service text, after text, amount integer) IS 'The next rooms that discovery shows, ascending by name';


--
-- Name: put_credentials(text, jsonb); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.put_credentials(of_user text, keys jsonb) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  update account_credential set (
    sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key,
    sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key
  ) = (
    select
      given.sha1_salt, given.sha1_iterations, given.sha1_stored_key, given.sha1_server_key,
      given.sha256_salt, given.sha256_iterations, given.sha256_stored_key, given.sha256_server_key
    from given_credentials(of_user, keys) given
  )
  where username = of_user;
  return found;
end
$$;


--
-- Name: FUNCTION put_credentials(of_user text, keys jsonb); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.put_credentials(of_user text, keys jsonb) IS 'Changes the password; false: there is no such account';


--
-- Name: put_room(text, text, jsonb); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.put_room(of_service text, of_room text, state jsonb) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  stored room;
  given room;
  affiliated boolean := false;
  given_id jsonb := nullif(state -> 'id', 'null');
  given_version jsonb := nullif(state -> 'version', 'null');
begin
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
  given := given_room(stored, state);
  if affiliated or given is distinct from stored then
    update room set
      natural_name = given.natural_name,
      description = given.description,
      password = given.password,
      subject = given.subject,
      max_users = given.max_users,
      persistent = given.persistent,
      public_room = given.public_room,
      registration_enabled = given.registration_enabled,
      can_anyone_discover_jid = given.can_anyone_discover_jid,
      can_occupants_change_subject = given.can_occupants_change_subject,
      can_occupants_invite = given.can_occupants_invite,
      can_change_nickname = given.can_change_nickname,
      log_enabled = given.log_enabled,
      login_restricted_to_nickname = given.login_restricted_to_nickname,
      members_only = given.members_only,
      moderated = given.moderated,
      broadcast_presence_roles = given.broadcast_presence_roles,
      allow_pm = given.allow_pm,
      modification_date = now()
    where id = stored.id;
  end if;
  return (select version from room where id = stored.id);
end
$$;


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
          and not exists (select from user_group where user_group.name = named.name and shared)
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

  return coalesce((select version from roster where owner = of_user), 0);
end
$$;


--
-- Name: FUNCTION put_roster_item(of_user text, contact text, item jsonb); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.put_roster_item(of_user text, contact text, item jsonb) IS 'Stores a contact, null removes what is stored; the roster''s version, null: there is no account';


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

COMMENT ON FUNCTION engine.put_roster_requests(of_user text, requests jsonb) IS 'Replaces the requests that wait for an answer; false: there is no account';


--
-- Name: put_vcard(text, text); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.put_vcard(of_user text, new_xml text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform from account where username = of_user for no key update;
  if not found then return false; end if;
  if new_xml is null then
    delete from vcard where username = of_user;
  else
    insert into vcard (username, xml) values (of_user, new_xml)
    on conflict on constraint vcard_pk do update set xml = excluded.xml
    where vcard.xml <> excluded.xml;
  end if;
  return true;
end
$$;


--
-- Name: FUNCTION put_vcard(of_user text, new_xml text); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.put_vcard(of_user text, new_xml text) IS 'Stores a vCard, null removes it; false: there is no such account';


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

COMMENT ON FUNCTION engine.register_account(of_user text, keys jsonb) IS 'created, exists, or refused: no name that the API accepts, or an administrator';


--
-- Name: remove_room(text, text, boolean); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.remove_room(of_service text, of_room text, only_temporary boolean) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  delete from room
  where service = of_service and name = of_room
    and not (persistent and coalesce(only_temporary, false));
  return found;
end
$$;


--
-- Name: FUNCTION remove_room(of_service text, of_room text, only_temporary boolean); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.remove_room(of_service text, of_room text, only_temporary boolean) IS 'Removes a room with its conversation; whether there was one';


--
-- Name: room(text, text); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.room(of_service text, of_room text) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return (
    select jsonb_strip_nulls(jsonb_build_object(
      'id', room.id,
      'version', room.version,
      'name', room.name,
      'creation_date', unix_seconds(room.creation_date),
      'modification_date', unix_seconds(room.modification_date),
      'natural_name', room.natural_name,
      'description', room.description,
      'password', room.password,
      'subject', room.subject,
      'max_users', room.max_users,
      'persistent', room.persistent,
      'public_room', room.public_room,
      'registration_enabled', room.registration_enabled,
      'can_anyone_discover_jid', room.can_anyone_discover_jid,
      'can_occupants_change_subject', room.can_occupants_change_subject,
      'can_occupants_invite', room.can_occupants_invite,
      'can_change_nickname', room.can_change_nickname,
      'log_enabled', room.log_enabled,
      'login_restricted_to_nickname', room.login_restricted_to_nickname,
      'members_only', room.members_only,
      'moderated', room.moderated,
      'broadcast_presence_roles', room.broadcast_presence_roles,
      'allow_pm', room.allow_pm,
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

COMMENT ON FUNCTION engine.room(of_service text, of_room text) IS 'A room with who is affiliated, directly and through groups; null: none';


--
-- Name: roster(text); Type: FUNCTION; Schema: engine; Owner: -
--

CREATE FUNCTION engine.roster(of_user text) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return (
    select jsonb_build_object(
      'version', coalesce((select version from roster where owner = of_user), 0),
      'items', (
        select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
          'jid', entry.jid,
          'name', entry.nickname,
          'subscription', subscription_name(entry.subscription),
          'ask', coalesce(item.ask, false) and entry.subscription in (0, 2),
          'approved', coalesce(item.approved, false),
          'groups', array(
            select name from unnest(entry.groups || entry.shared_groups) as name
            group by name order by name collate "C")
        )) order by entry.jid collate "C"), '[]')
        from roster_entry(of_user) entry
        left join roster_item item on item.owner = of_user and item.jid = entry.jid),
      'requests', (
        select coalesce(
          jsonb_agg(jsonb_build_object('jid', jid, 'stanza', stanza) order by jid), '[]')
        from roster_request where owner = of_user))
    from account
    where username = of_user);
end
$$;


--
-- Name: FUNCTION roster(of_user text); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.roster(of_user text) IS 'The roster as its owner sees it, with pending requests; null: there is no account';


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
      left join room stored on stored.service = held.service and stored.name = held.room
    ), checked_user as (
      select
        held.username,
        account.username is null as gone,
        lockout.username is not null as locked,
        coalesce(roster.version, 0) <> held.roster as changed
      from jsonb_to_recordset(json_list(live -> 'users')) as held (username text, roster numeric)
      left join account on account.username = held.username
      left join lockout on lockout.username = held.username
      left join roster on roster.owner = held.username
    )
    select jsonb_build_object(
      'rooms', (
        select coalesce(jsonb_agg(
          jsonb_build_object('service', service, 'room', room, 'gone', gone)
          order by service, room), '[]')
        from checked_room where gone or changed),
      'rosters', coalesce(
        jsonb_agg(username order by username) filter (where changed and not gone), '[]'),
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
          order by 1)))
    from checked_user);
end
$$;


--
-- Name: FUNCTION stale(live jsonb); Type: COMMENT; Schema: engine; Owner: -
--

COMMENT ON FUNCTION engine.stale(live jsonb) IS 'What of the live rooms, users and services is not what is stored';


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
-- Name: admit_chat_engine(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.admit_chat_engine(role_name text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  owner text := (select nspowner::regrole from pg_namespace where nspname = 'engine');
begin
  -- Several at a time would be in each other's way.
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

COMMENT ON FUNCTION public.admit_chat_engine(role_name text) IS 'Lets a login role be the chat server: functions of the schema engine, a schema of its own';


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

COMMENT ON FUNCTION public.affiliations() IS 'In the order in which they count when a person holds several';


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

COMMENT ON FUNCTION public.base64(bytes bytea) IS 'Base64 on one line, which PostgreSQL breaks into several';


SET default_tablespace = '';

SET default_table_access_method = heap;

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
    stanza text
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

COMMENT ON FUNCTION public.conversation(of_room bigint, since timestamp with time zone, until timestamp with time zone, speaker text, ids bigint[]) IS 'What was said in a room, as stanzas; null limits nothing';


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
    gone := array(select username || '@' || service_domain() from old_rows);
  else
    gone := array(
      select username || '@' || service_domain()
      from (select username from old_rows except select username from new_rows) _
    );
  end if;
  with dropped as (
    delete from roster_request where jid = any (gone) returning owner
  )
  select array_agg(distinct owner) into owners from dropped;
  if owners is not null then perform move_rosters(owners); end if;
  return null;
end
$$;


--
-- Name: FUNCTION drop_roster_requests_of_account(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.drop_roster_requests_of_account() IS 'Drops the requests of accounts that go or change their name';


--
-- Name: account_credential; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.account_credential (
    username text NOT NULL COLLATE pg_catalog."C",
    sha1_salt bytea NOT NULL,
    sha1_iterations integer NOT NULL,
    sha1_stored_key bytea NOT NULL,
    sha1_server_key bytea NOT NULL,
    sha256_salt bytea NOT NULL,
    sha256_iterations integer NOT NULL,
    sha256_stored_key bytea NOT NULL,
    sha256_server_key bytea NOT NULL
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

COMMENT ON FUNCTION public.given_credentials(of_user text, keys jsonb) IS 'SCRAM keys that the chat server has sent, as they are stored';


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
    CONSTRAINT room_broadcast_presence_roles_check CHECK ((broadcast_presence_roles <@ ARRAY['moderator'::text, 'participant'::text, 'visitor'::text]))
);


--
-- Name: given_room(public.room, jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.given_room(stored public.room, state jsonb) RETURNS public.room
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  given room := stored;
begin
  given.natural_name := left(state ->> 'natural_name', 255);
  given.description := left(state ->> 'description', 255);
  given.password := nullif(state ->> 'password', '');
  given.subject := nullif(state ->> 'subject', '');
  if jsonb_typeof(state -> 'max_users') = 'number' then
    given.max_users := least(greatest((state ->> 'max_users')::numeric, 0), 2147483647);
  end if;
  if state ? 'broadcast_presence_roles' then
    given.broadcast_presence_roles := array(
      select role
      from unnest(array['moderator', 'participant', 'visitor'])
        with ordinality as known (role, place)
      where json_list(state -> 'broadcast_presence_roles') ? role
      order by place
    );
  end if;
  if state ? 'allow_pm' then
    given.allow_pm := case
      when state ->> 'allow_pm' in ('participants', 'moderators', 'none') then state ->> 'allow_pm'
      else 'anyone'
    end;
  end if;
  return jsonb_populate_record(given, (
    select jsonb_object_agg(key, value)
    from jsonb_each(state)
    where jsonb_typeof(value) = 'boolean'
      and key in (
        'persistent', 'public_room', 'registration_enabled', 'can_anyone_discover_jid',
        'can_occupants_change_subject', 'can_occupants_invite', 'can_change_nickname',
        'log_enabled', 'login_restricted_to_nickname', 'members_only', 'moderated'
      )
  ));
end
$$;


--
-- Name: FUNCTION given_room(stored public.room, state jsonb); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.given_room(stored public.room, state jsonb) IS 'A room as the chat server says; texts that it leaves out are unset, all else stays as stored';


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
    and name not in ('.', '..') -- no path would lead there
$$;


--
-- Name: FUNCTION is_username(name text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.is_username(name text) IS 'Whether a prepared text can be the name of an account';


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

COMMENT ON FUNCTION public.json_list(value jsonb) IS 'A JSON array as it is, anything else as an empty one: Lua writes an empty list as an object';


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

COMMENT ON FUNCTION public.message_id(value text) IS 'The id of a message that a client has sent, null for any other text';


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

COMMENT ON FUNCTION public.moment_of(seconds jsonb) IS 'The moment of seconds since 1970, at most the year 9999; null for anything but a number';


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

COMMENT ON FUNCTION public.move_room() IS 'Every update of a room moves its version';


--
-- Name: move_roster_of_item(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.move_roster_of_item() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  -- Deeper means: through the foreign key, where the triggers on account see to it.
  if pg_trigger_depth() > 1 then return null; end if;
  if tg_op = 'INSERT' then
    perform move_rosters(array(select distinct owner from new_rows));
  elsif tg_op = 'DELETE' then
    perform move_rosters(array(select distinct owner from old_rows));
  else
    perform move_rosters(array(select owner from new_rows union select owner from old_rows));
  end if;
  return null;
end
$$;


--
-- Name: FUNCTION move_roster_of_item(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.move_roster_of_item() IS 'Moves the rosters whose stored items change';


--
-- Name: move_rosters(text[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.move_rosters(owners text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if cardinality(owners) = 0 then return; end if;
  with kept as materialized (
    select username from account
    where username = any (owners)
    order by username for key share
  )
  insert into roster (owner, version)
  select username, nextval('roster_version_seq') from kept
  order by username
  on conflict on constraint roster_pk do update set version = nextval('roster_version_seq');
end
$$;


--
-- Name: FUNCTION move_rosters(owners text[]); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.move_rosters(owners text[]) IS 'Moves the versions of rosters that now look different; owners without account are passed over';


--
-- Name: move_rosters_of_group(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.move_rosters_of_group() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform move_rosters(array(
    select local_username(jid, service_domain()) from group_member
    where group_name = case tg_op when 'DELETE' then old.name else new.name end
  ));
  return case tg_op when 'DELETE' then old else new end;
end
$$;


--
-- Name: FUNCTION move_rosters_of_group(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.move_rosters_of_group() IS 'Moves the rosters of the members of a group that is shared or named differently, or goes';


--
-- Name: move_rosters_of_group_members(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.move_rosters_of_group_members() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  groups text[];
  people text[];
  domain text := service_domain();
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct group_name), array_agg(distinct jid) into groups, people
    from new_rows join user_group on name = group_name and shared;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct group_name), array_agg(distinct jid) into groups, people
    from old_rows join user_group on name = group_name and shared;
  else
    select array_agg(distinct group_name), array_agg(distinct jid) into groups, people
    from (
      (select group_name, jid from new_rows except select group_name, jid from old_rows)
      union all
      (select group_name, jid from old_rows except select group_name, jid from new_rows)
    ) changed
    join user_group on name = group_name and shared;
  end if;
  if groups is null then return null; end if;
  perform move_rosters(array(
    select local_username(jid, domain) from group_member where group_name = any (groups)
    union
    select local_username(jid, domain) from unnest(people) as jid
  ));
  return null;
end
$$;


--
-- Name: FUNCTION move_rosters_of_group_members(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.move_rosters_of_group_members() IS 'Moves the rosters of all members of shared groups that people join or leave';


--
-- Name: move_rosters_seeing_account(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.move_rosters_seeing_account() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  domain text := service_domain();
  groups text[];
  owners text[] := '{}';
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct group_name) into groups
    from new_rows join group_member on jid = username || '@' || domain;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct group_name) into groups
    from old_rows join group_member on jid = username || '@' || domain;
  else
    select array_agg(distinct group_name) into groups
    from (
      (select username, name from new_rows except select username, name from old_rows)
      union all
      (select username, name from old_rows except select username, name from new_rows)
    ) changed
    join group_member on jid = username || '@' || domain;
    owners := array(select username from new_rows except select username from old_rows);
  end if;
  if groups is not null then
    owners := owners || array(
      select distinct local_username(jid, domain)
      from group_member join user_group on name = group_name and shared
      where group_name = any (groups)
    );
  end if;
  perform move_rosters(owners);
  return null;
end
$$;


--
-- Name: FUNCTION move_rosters_seeing_account(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.move_rosters_seeing_account() IS 'Moves the rosters that show an account through shared groups, and that of a renamed account';


--
-- Name: note_departed_accounts(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_departed_accounts() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if to_regnamespace('prosody') is null then return null; end if; -- never had a chat server
  if tg_op = 'DELETE' then
    insert into departed_account
    select username from old_rows
    order by 1
    on conflict do nothing;
  else
    insert into departed_account
    select username from old_rows except select username from new_rows
    order by 1
    on conflict do nothing;
  end if;
  return null;
end
$$;


--
-- Name: FUNCTION note_departed_accounts(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.note_departed_accounts() IS 'Keeps the names of accounts that are gone until the chat server has cleared up after them';


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

COMMENT ON FUNCTION public.notify_login_rows() IS 'Tells of the users whose rows have changed';


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

COMMENT ON FUNCTION public.notify_logins(usernames text[]) IS 'Tells every instance that logins of these users may be void';


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

COMMENT ON FUNCTION public.notify_properties() IS 'Tells every instance that system properties have changed';


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

COMMENT ON FUNCTION public.notify_renamed_logins() IS 'Tells of the old and the new name of renamed users';


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

COMMENT ON FUNCTION public.put_room_affiliations(of_room bigint, given jsonb) IS 'Makes the direct affiliations of a room what is given; whether anything changed';


--
-- Name: remove_jid_references(text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.remove_jid_references(gone text, heir text, OUT roster_owners text[], OUT group_names text[], OUT rooms jsonb) RETURNS record
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
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

  -- Whoever changes affiliations locks the room first; what others did is seen after this.
  perform from room
  where id in (select room_id from room_affiliation where jid = gone)
  order by id for no key update;

  with dropped as (
    delete from room_affiliation where jid = gone returning room_id, affiliation
  )
  select
    coalesce(jsonb_agg(jsonb_build_object('service', room.service, 'room', room.name)), '[]'),
    array_agg(room.id) filter (where affiliation = 'owner')
  into rooms, owned
  from dropped join room on room.id = room_id;

  insert into room_affiliation (room_id, jid, affiliation)
  select id, heir, 'owner' from room
  where id = any (owned)
    and not exists (
      select from room_affiliation where room_id = room.id and affiliation = 'owner')
    and not exists (
      select from room_group_affiliation where room_id = room.id and affiliation = 'owner')
  order by id
  on conflict on constraint room_affiliation_pk do update set affiliation = 'owner';
end
$$;


--
-- Name: FUNCTION remove_jid_references(gone text, heir text, OUT roster_owners text[], OUT group_names text[], OUT rooms jsonb); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.remove_jid_references(gone text, heir text, OUT roster_owners text[], OUT group_names text[], OUT rooms jsonb) IS 'Removes what names a JID outside of its account; the heir gets rooms that would have no owner';


--
-- Name: roster_entry(text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.roster_entry(of_owner text, only_jid text DEFAULT NULL::text) RETURNS TABLE(jid text, nickname text, subscription smallint, groups text[], stored boolean, shared_groups text[])
    LANGUAGE sql STABLE
    AS $$
  select
    coalesce(item.jid, brought.jid),
    case when item.jid is null then brought.nickname else item.nickname end,
    case when brought.jid is null then item.subscription else 3::smallint end,
    coalesce(item.groups, '{}'),
    item.jid is not null,
    coalesce(brought.shared_groups, '{}')
  from (
    select * from roster_item
    where roster_item.owner = of_owner and (only_jid is null or roster_item.jid = only_jid)
  ) item
  full join shared_contact(of_owner, only_jid) brought on brought.jid = item.jid
$$;


--
-- Name: FUNCTION roster_entry(of_owner text, only_jid text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.roster_entry(of_owner text, only_jid text) IS 'A roster as its owner sees it: stored items merged with what shared groups bring';


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

COMMENT ON FUNCTION public.service_domain() IS 'The XMPP domain that the accounts belong to';


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

COMMENT ON FUNCTION public.settle_roster_item() IS 'Ends the request of the owner once it is granted';


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

COMMENT ON FUNCTION public.settle_roster_request() IS 'Drops the request of a contact once it is granted';


--
-- Name: shared_contact(text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.shared_contact(of_owner text, only_jid text DEFAULT NULL::text) RETURNS TABLE(jid text, nickname text, shared_groups text[])
    LANGUAGE sql STABLE
    AS $$
  select
    other.jid,
    coalesce(nullif(min(person.name), ''), min(person.username), other.jid),
    array_agg(other.group_name order by other.group_name)
  from account owner
  cross join (select service_domain() as domain offset 0) here -- once, not per row
  join group_member mine on mine.jid = owner.username || '@' || here.domain
  join user_group on user_group.name = mine.group_name and user_group.shared
  join group_member other on other.group_name = mine.group_name and other.jid <> mine.jid
  left join account person on person.username = local_username(other.jid, here.domain)
  where owner.username = of_owner
    and (only_jid is null or other.jid = only_jid)
    and (person.username is not null or local_username(other.jid, here.domain) is null)
  group by other.jid
$$;


--
-- Name: FUNCTION shared_contact(of_owner text, only_jid text); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.shared_contact(of_owner text, only_jid text) IS 'Contacts that shared groups bring into the roster of an existing account';


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

COMMENT ON FUNCTION public.subscription_code(name text) IS 'A subscription as it is stored; what XMPP does not know counts as "none"';


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

COMMENT ON FUNCTION public.subscription_name(code smallint) IS 'A stored subscription in the words of XMPP';


--
-- Name: touch_rooms(bigint[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.touch_rooms(ids bigint[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  update room set version = version
  where id in (select id from room where id = any (ids) order by id for no key update);
end
$$;


--
-- Name: FUNCTION touch_rooms(ids bigint[]); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.touch_rooms(ids bigint[]) IS 'Moves the versions of rooms whose affiliations change';


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

COMMENT ON FUNCTION public.touch_rooms_of_affiliation() IS 'Moves the rooms whose lists change';


--
-- Name: touch_rooms_of_group_members(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.touch_rooms_of_group_members() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if tg_op = 'INSERT' then
    perform touch_rooms(array(
      select distinct room_id from new_rows join room_group_affiliation using (group_name)
    ));
  elsif tg_op = 'DELETE' then
    perform touch_rooms(array(
      select distinct room_id from old_rows join room_group_affiliation using (group_name)
    ));
  else
    perform touch_rooms(array(
      select room_id from room_group_affiliation
      where group_name in (select group_name from new_rows union select group_name from old_rows)
    ));
  end if;
  return null;
end
$$;


--
-- Name: FUNCTION touch_rooms_of_group_members(); Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON FUNCTION public.touch_rooms_of_group_members() IS 'Moves the rooms of which a group that people join or leave holds an affiliation';


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

COMMENT ON FUNCTION public.unix_seconds(moment timestamp with time zone) IS 'Seconds since 1970 with microseconds';


--
-- Name: account; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.account (
    username text NOT NULL COLLATE pg_catalog."C",
    name text,
    email text,
    properties jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT account_properties_check CHECK ((jsonb_typeof(properties) = 'array'::text))
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
-- Name: departed_account; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.departed_account (
    username text NOT NULL COLLATE pg_catalog."C"
);


--
-- Name: TABLE departed_account; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON TABLE public.departed_account IS 'Names that accounts had, whose leftovers the chat server has not removed yet';


--
-- Name: group_member; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.group_member (
    group_name text NOT NULL COLLATE pg_catalog."C",
    jid text NOT NULL COLLATE pg_catalog."C",
    is_admin boolean NOT NULL
);


--
-- Name: lockout; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.lockout (
    username text NOT NULL COLLATE pg_catalog."C",
    locked_at timestamp with time zone DEFAULT now() NOT NULL
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
    version bigint NOT NULL
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
-- Name: system_property; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.system_property (
    key text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL
);


--
-- Name: user_group; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.user_group (
    name text NOT NULL COLLATE pg_catalog."C",
    description text,
    shared boolean NOT NULL
);


--
-- Name: vcard; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.vcard (
    username text NOT NULL COLLATE pg_catalog."C",
    xml text NOT NULL
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
-- Name: departed_account departed_account_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.departed_account
    ADD CONSTRAINT departed_account_pk PRIMARY KEY (username);


--
-- Name: group_member group_member_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.group_member
    ADD CONSTRAINT group_member_pk PRIMARY KEY (group_name, jid);


--
-- Name: lockout lockout_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.lockout
    ADD CONSTRAINT lockout_pk PRIMARY KEY (username);


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
-- Name: account_properties_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX account_properties_idx ON public.account USING gin (properties jsonb_path_ops);


--
-- Name: account_username_trigram_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX account_username_trigram_idx ON public.account USING gin (username public.gin_trgm_ops);


--
-- Name: audit_entry_occurred_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_entry_occurred_at_idx ON public.audit_entry USING btree (occurred_at, log_id);


--
-- Name: audit_entry_username_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_entry_username_idx ON public.audit_entry USING btree (username, occurred_at, log_id);


--
-- Name: group_member_jid_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX group_member_jid_idx ON public.group_member USING btree (jid);


--
-- Name: room_affiliation_jid_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_affiliation_jid_idx ON public.room_affiliation USING btree (jid);


--
-- Name: room_group_affiliation_group_name_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_group_affiliation_group_name_idx ON public.room_group_affiliation USING btree (group_name);


--
-- Name: room_message_room_id_sent_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_message_room_id_sent_at_idx ON public.room_message USING btree (room_id, sent_at, id);


--
-- Name: room_name_trigram_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_name_trigram_idx ON public.room USING gin (name public.gin_trgm_ops);


--
-- Name: room_natural_name_trigram_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_natural_name_trigram_idx ON public.room USING gin (lower(natural_name) public.gin_trgm_ops);


--
-- Name: room_public_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX room_public_idx ON public.room USING btree (service, name) WHERE public_room;


--
-- Name: roster_item_jid_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX roster_item_jid_idx ON public.roster_item USING btree (jid);


--
-- Name: roster_request_jid_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX roster_request_jid_idx ON public.roster_request USING btree (jid);


--
-- Name: account_credential account_credential_notify_login_rows_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_credential_notify_login_rows_on_update AFTER UPDATE ON public.account_credential REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.notify_login_rows();


--
-- Name: account account_drop_roster_requests_of_account_on_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_drop_roster_requests_of_account_on_delete AFTER DELETE ON public.account REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.drop_roster_requests_of_account();


--
-- Name: account account_drop_roster_requests_of_account_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_drop_roster_requests_of_account_on_update AFTER UPDATE ON public.account REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.drop_roster_requests_of_account();


--
-- Name: account account_move_rosters_seeing_account_on_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_move_rosters_seeing_account_on_delete AFTER DELETE ON public.account REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.move_rosters_seeing_account();


--
-- Name: account account_move_rosters_seeing_account_on_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_move_rosters_seeing_account_on_insert AFTER INSERT ON public.account REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.move_rosters_seeing_account();


--
-- Name: account account_move_rosters_seeing_account_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER account_move_rosters_seeing_account_on_update AFTER UPDATE ON public.account REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.move_rosters_seeing_account();


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
-- Name: group_member group_member_move_rosters_of_group_members_on_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER group_member_move_rosters_of_group_members_on_delete AFTER DELETE ON public.group_member REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.move_rosters_of_group_members();


--
-- Name: group_member group_member_move_rosters_of_group_members_on_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER group_member_move_rosters_of_group_members_on_insert AFTER INSERT ON public.group_member REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.move_rosters_of_group_members();


--
-- Name: group_member group_member_move_rosters_of_group_members_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER group_member_move_rosters_of_group_members_on_update AFTER UPDATE ON public.group_member REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.move_rosters_of_group_members();


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
-- Name: lockout lockout_notify_login_rows_on_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER lockout_notify_login_rows_on_delete AFTER DELETE ON public.lockout REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.notify_login_rows();


--
-- Name: lockout lockout_notify_login_rows_on_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER lockout_notify_login_rows_on_insert AFTER INSERT ON public.lockout REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.notify_login_rows();


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
-- Name: roster_item roster_item_settle; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER roster_item_settle BEFORE INSERT OR UPDATE ON public.roster_item FOR EACH ROW WHEN (new.ask) EXECUTE FUNCTION public.settle_roster_item();


--
-- Name: roster_item roster_item_settle_request; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER roster_item_settle_request AFTER INSERT OR UPDATE ON public.roster_item FOR EACH ROW WHEN ((new.subscription = ANY (ARRAY[2, 3]))) EXECUTE FUNCTION public.settle_roster_request();


--
-- Name: system_property system_property_notify_properties; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER system_property_notify_properties AFTER INSERT OR DELETE OR UPDATE ON public.system_property FOR EACH ROW EXECUTE FUNCTION public.notify_properties();


--
-- Name: system_property system_property_notify_properties_on_truncate; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER system_property_notify_properties_on_truncate AFTER TRUNCATE ON public.system_property FOR EACH STATEMENT EXECUTE FUNCTION public.notify_properties();


--
-- Name: user_group user_group_move_rosters_on_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER user_group_move_rosters_on_delete BEFORE DELETE ON public.user_group FOR EACH ROW WHEN (old.shared) EXECUTE FUNCTION public.move_rosters_of_group();


--
-- Name: user_group user_group_move_rosters_on_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER user_group_move_rosters_on_update AFTER UPDATE ON public.user_group FOR EACH ROW WHEN (((old.shared IS DISTINCT FROM new.shared) OR (new.shared AND (old.name <> new.name)))) EXECUTE FUNCTION public.move_rosters_of_group();


--
-- Name: account_credential account_credential_account_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account_credential
    ADD CONSTRAINT account_credential_account_fk FOREIGN KEY (username) REFERENCES public.account(username) ON UPDATE CASCADE ON DELETE CASCADE;


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
-- Name: FUNCTION accounts(after text, amount integer); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.accounts(after text, amount integer) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.accounts(after text, amount integer) TO chat_engine_of_the_release;


--
-- Name: FUNCTION append_message(of_service text, of_room text, message jsonb); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.append_message(of_service text, of_room text, message jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.append_message(of_service text, of_room text, message jsonb) TO chat_engine_of_the_release;


--
-- Name: FUNCTION credentials(of_user text); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.credentials(of_user text) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.credentials(of_user text) TO chat_engine_of_the_release;


--
-- Name: FUNCTION delete_account(of_user text); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.delete_account(of_user text) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.delete_account(of_user text) TO chat_engine_of_the_release;


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
-- Name: FUNCTION messages(of_service text, of_room text, query jsonb); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.messages(of_service text, of_room text, query jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.messages(of_service text, of_room text, query jsonb) TO chat_engine_of_the_release;


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
-- Name: FUNCTION put_vcard(of_user text, new_xml text); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.put_vcard(of_user text, new_xml text) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.put_vcard(of_user text, new_xml text) TO chat_engine_of_the_release;


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
-- Name: FUNCTION vcard(of_user text); Type: ACL; Schema: engine; Owner: -
--

REVOKE ALL ON FUNCTION engine.vcard(of_user text) FROM PUBLIC;
GRANT ALL ON FUNCTION engine.vcard(of_user text) TO chat_engine_of_the_release;


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


