-- The stock storage of the chat server creates its own tables, without naming a schema.
create or replace function admit_chat_engine(role_name text) returns void
language plpgsql as $$
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

comment on function admit_chat_engine is
  'Admits a login role as the chat server: functions of the schema engine, and the schema prosody';

revoke all on function admit_chat_engine from public;
