create or replace function engine.roster(of_user text) returns json
language plpgsql stable as $$
begin
  return (
    select json_build_object(
      'version', roster_version(state),
      'state', state,
      'items', roster_items(of_user),
      'requests', roster_requests(of_user))
    from roster_states(array[of_user]));
end
$$;

comment on function engine.roster is
  'The roster as its owner sees it, with pending requests; null: no such account';

-- Generic plans, here and in what it calls: asked for everybody online who sees a group, and planning takes longer than reading.
create or replace function engine.roster_changes(of_user text, known jsonb, also jsonb)
returns json
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  contacts text[] := contacts_changed_since(of_user, known);
begin
  if contacts is null then return engine.roster(of_user); end if;
  contacts := array(
    select unnest(contacts) union select jsonb_array_elements_text(json_list(also)));
  return (
    select json_build_object(
      'version', roster_version(state),
      'state', state,
      'contacts', contacts,
      'items', roster_items_of(of_user, contacts),
      'requests', roster_requests(of_user))
    from roster_states(array[of_user]));
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
