create or replace function directory_event(of_type text, of_directory text) returns void
language plpgsql as $$
begin
  -- runs of the schedule have no caller
  perform put_event('directory.' || of_type, '/directories/' || path_segment(of_directory),
    origin => jsonb_build_object('actor', 'directory:' || of_directory, 'source', 'directory') || change_origin());
end
$$;

comment on function directory_event is 'An event of a directory, by itself unless somebody makes the change';

create or replace function directory_run_events() returns trigger
language plpgsql as $$
begin
  if new.status = 'waiting' then
    perform directory_event('run_waiting', new.directory);
  elsif old.status = 'waiting' or new.confirmed is not null or exists (
    select from unnest('{created,updated,renamed,locked,unlocked,removed}'::text[]) as outcome
    where (new.counts ->> outcome)::integer > 0
  ) then
    perform directory_event('run_finished', new.directory);
  end if;
  return null;
end
$$;

comment on function directory_run_events is
  'Tells that a run waits, and that one has ended which has waited or changed something';

create trigger directory_run_directory_run_events
after update of status on directory_run
for each row
when (old.status <> new.status and not new.dry_run and new.status in ('waiting', 'done', 'failed', 'cancelled'))
execute function directory_run_events();

create or replace function directory_state_events() returns trigger
language plpgsql as $$
begin
  perform directory_event(case when new.failing_since is null then 'recovered' else 'failing' end, new.directory);
  return null;
end
$$;

comment on function directory_state_events is 'Tells of the first of failures in a row, and of the success that ends them';

create trigger directory_state_directory_state_events
after insert on directory_state
for each row when (new.failing_since is not null)
execute function directory_state_events();

create trigger directory_state_directory_state_events_on_update
after update of failing_since on directory_state
for each row when ((old.failing_since is null) <> (new.failing_since is null)
  and (new.failing_since is not null or new.last_success is not null))
execute function directory_state_events();
