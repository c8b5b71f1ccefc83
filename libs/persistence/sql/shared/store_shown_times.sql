-- Documents, tags, filters and pages have milliseconds. What else writes to these tables, such as a default, an import or a
-- program of a former release, need not know.
create or replace function store_shown_times() returns trigger
language plpgsql as $$
begin
  case tg_table_name
    when 'event_outbox' then
      new.occurred_at := date_trunc('milliseconds', new.occurred_at);
    when 'account' then
      new.created_at := date_trunc('milliseconds', new.created_at);
      new.last_seen := date_trunc('milliseconds', new.last_seen);
    when 'room' then
      new.creation_date := date_trunc('milliseconds', new.creation_date);
      new.modification_date := date_trunc('milliseconds', new.modification_date);
    when 'lockout' then
      new.locked_at := date_trunc('milliseconds', new.locked_at);
      new.starts_at := date_trunc('milliseconds', new.starts_at);
      new.ends_at := date_trunc('milliseconds', new.ends_at);
    when 'webhook' then
      new.created_at := date_trunc('milliseconds', new.created_at);
      new.previous_until := date_trunc('milliseconds', new.previous_until);
      new.last_success := date_trunc('milliseconds', new.last_success);
      new.last_failure := date_trunc('milliseconds', new.last_failure);
    when 'webhook_delivery' then
      new.attempted_at := date_trunc('milliseconds', new.attempted_at);
      new.next_at := date_trunc('milliseconds', new.next_at);
    when 'job' then
      new.created_at := date_trunc('milliseconds', new.created_at);
      new.started_at := date_trunc('milliseconds', new.started_at);
      new.finished_at := date_trunc('milliseconds', new.finished_at);
    when 'api_key' then
      new.created_at := date_trunc('milliseconds', new.created_at);
      new.expires_at := date_trunc('milliseconds', new.expires_at);
      new.previous_until := date_trunc('milliseconds', new.previous_until);
      new.last_used := date_trunc('milliseconds', new.last_used);
    when 'console_session' then
      new.created_at := date_trunc('milliseconds', new.created_at);
      new.last_used := date_trunc('milliseconds', new.last_used);
      new.expires_at := date_trunc('milliseconds', new.expires_at);
    when 'system_property' then
      new.changed_at := date_trunc('milliseconds', new.changed_at);
  end case;
  return new;
end
$$;

comment on function store_shown_times is
  'Stores times as they are shown, so that what is sent back as it was read is no change, and a shown time finds its row';

create trigger event_outbox_store_shown_times
before insert on event_outbox
for each row execute function store_shown_times();

create trigger account_store_shown_times
before insert or update of created_at, last_seen on account
for each row execute function store_shown_times();

create trigger room_store_shown_times
before insert or update of creation_date, modification_date on room
for each row execute function store_shown_times();

create trigger lockout_store_shown_times
before insert or update of locked_at, starts_at, ends_at on lockout
for each row execute function store_shown_times();

create trigger webhook_store_shown_times
before insert or update of created_at, previous_until, last_success, last_failure on webhook
for each row execute function store_shown_times();

create trigger webhook_delivery_store_shown_times
before insert or update of attempted_at, next_at on webhook_delivery
for each row execute function store_shown_times();

create trigger job_store_shown_times
before insert or update of created_at, started_at, finished_at on job
for each row execute function store_shown_times();

create trigger api_key_store_shown_times
before insert or update of created_at, expires_at, previous_until, last_used on api_key
for each row execute function store_shown_times();

create trigger console_session_store_shown_times
before insert or update of created_at, last_used, expires_at on console_session
for each row execute function store_shown_times();

-- of whatever is set: the time is noted by a trigger, whose name comes first
create trigger system_property_store_shown_times
before insert or update on system_property
for each row execute function store_shown_times();
