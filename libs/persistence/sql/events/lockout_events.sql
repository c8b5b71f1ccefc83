-- An end that has come by itself has the time at which it was due, and nobody's name.
create or replace function lockout_events() returns trigger
language plpgsql as $$
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

comment on function lockout_events is 'Events of a lockout';

create trigger lockout_lockout_events
after insert or update or delete on lockout
for each row execute function lockout_events();
