-- New accounts come many at once, each of another request.
create or replace function new_account_events() returns trigger
language plpgsql as $$
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

comment on function new_account_events is 'Events of new accounts';

create trigger account_new_account_events_on_insert
after insert on account
referencing new table as new_rows
for each statement execute function new_account_events();

create or replace function account_events() returns trigger
language plpgsql as $$
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
  columns := changed_columns(to_jsonb(old), to_jsonb(new), '{id,username,created_at}');
  if columns <> '{}' then
    perform put_event('user.updated', '/users/' || path_segment(new.username), columns);
  end if;
  return null;
end
$$;

comment on function account_events is 'Events of a changed or deleted account';

create trigger account_account_events_on_update
after update on account
for each row execute function account_events();

create trigger account_account_events_on_delete
after delete on account
for each row execute function account_events();
