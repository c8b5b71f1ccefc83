-- All that the services do, but nothing that changes the schema. Whoever has changed that calls it again.
create or replace function admit_chat_admin(role_name text) returns void
language plpgsql as $$
declare
  owner text := (select nspowner::regrole from pg_namespace where nspname = 'engine');
begin
  -- Serialises concurrent calls.
  perform pg_advisory_xact_lock(4862177333);
  execute format('grant connect, temporary on database %I to %I', current_database(), role_name);
  execute format('grant usage on schema public, engine to %I', role_name);
  execute format(
    'grant select, insert, update, delete on all tables in schema public to %I', role_name);
  execute format(
    'revoke insert, update, delete on schema_migration, schema_object, schema_state from %I', role_name);
  execute format('grant usage, select on all sequences in schema public to %I', role_name);
  execute format('grant execute on function engine.put_credentials(text, jsonb) to %I', role_name);
  execute format(
    'alter default privileges for role %s in schema public grant select, insert, update, delete on tables to %I',
    owner, role_name);
  execute format(
    'alter default privileges for role %s in schema public grant usage, select on sequences to %I',
    owner, role_name);
end
$$;

comment on function admit_chat_admin is
  'Admits a login role as the services: rows of all tables, but not the schema';

revoke all on function admit_chat_admin from public;
