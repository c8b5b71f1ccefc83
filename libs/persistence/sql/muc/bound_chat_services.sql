-- The lock is taken for new services only, before their row, and makes the count hold against others.
create or replace function bound_chat_services() returns trigger
language plpgsql as $$
begin
  if exists (select from chat_service where name = new.name) then return new; end if;
  perform pg_advisory_xact_lock('chat_service'::regclass::oid::bigint);
  if exists (select from chat_service where name = new.name)
    or (select count(*) from chat_service) < 100
    or import_running()
  then
    return new;
  end if;
  raise exception using
    errcode = 'check_violation',
    constraint = 'chat_service_number',
    message = 'there are as many chat services as there may be';
end
$$;

comment on function bound_chat_services is
  'Refuses a new chat service beside 100; those of an import all come';

create trigger chat_service_bound_chat_services
before insert on chat_service
for each row execute function bound_chat_services();
