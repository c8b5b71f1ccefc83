create or replace function engine.roster(of_user text) returns json
language plpgsql stable as $$
begin
  return (
    select json_build_object(
      'version', coalesce((select version from roster where owner = of_user), 0),
      'items', roster_items(of_user),
      'requests', roster_requests(of_user))
    from account
    where username = of_user);
end
$$;

comment on function engine.roster is
  'The roster as its owner sees it, with pending requests; null: no such account';

create or replace function engine.roster_changes(of_user text, known bigint, also jsonb)
returns json
language plpgsql stable as $$
declare
  current record;
  contacts text[];
begin
  select coalesce(version, 0) as version, changed_since, changed into current
  from account left join roster on owner = username
  where username = of_user;
  if not found then return null; end if;

  if known = current.version then
    contacts := '{}';
  elsif known between current.changed_since and current.version then
    contacts := current.changed;
  else
    return engine.roster(of_user);
  end if;
  contacts := array(
    select unnest(contacts) union select jsonb_array_elements_text(json_list(also)));
  return json_build_object(
    'version', current.version,
    'contacts', contacts,
    'items', roster_items_of(of_user, contacts),
    'requests', roster_requests(of_user));
end
$$;

comment on function engine.roster_changes is
  'What has changed since a version of a roster: the listed contacts, or everything';

create or replace function engine.unanswered(of_jid text) returns jsonb
language plpgsql stable as $$
begin
  return (select coalesce(jsonb_agg(owner), '[]') from roster_request where jid = of_jid);
end
$$;

comment on function engine.unanswered is 'The contacts that have not yet answered a subscription request of the user';
