create or replace function engine.roster(of_user text) returns json
language plpgsql stable as $$
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

comment on function engine.roster is
  'The roster as its owner sees it, with pending requests; null: no such account';

-- Asked for everybody online who sees a group: what it calls has generic plans, since planning takes longer than reading.
create or replace function engine.roster_changes(of_user text, known jsonb, also jsonb)
returns json
language plpgsql stable as $$
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

comment on function engine.roster_changes is
  'What has changed since a state of a roster: the listed contacts, or everything';

create or replace function engine.unanswered(of_jid text) returns jsonb
language plpgsql stable as $$
begin
  return (select coalesce(jsonb_agg(owner), '[]') from roster_request where jid = of_jid);
end
$$;

comment on function engine.unanswered is 'The contacts that have not yet answered a subscription request of the user';
