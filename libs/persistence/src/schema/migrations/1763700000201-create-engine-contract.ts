import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createEngineFunction } from './engine-functions.js';
import { forwardOnly } from './forward-only.js';

/** Of the one chat server that a database has; held by its session. */
const ADVISORY_LOCK = 4_862_177_332;
const ADMITTING_LOCK = 4_862_177_333;

/** How a chat server attaches to the database. Contract: integrations/prosody, "SQL contract" */
export class CreateEngineContract implements MigrationInterface {
  readonly name = 'CreateEngineContract1763700000201';

  async up(runner: QueryRunner): Promise<void> {
    // Somebody who may not create schemas can have them made beforehand.
    await runner.query(`
      do $$
      begin
        if to_regnamespace('engine') is null then create schema engine; end if;
      end $$`);
    await runner.query(
      `comment on schema engine is 'What the chat server calls, and all it may use'`,
    );

    // Lua writes an empty list as an empty object.
    await runner.query(`
      create function json_list(value jsonb) returns jsonb language sql immutable parallel safe as $$
        select case jsonb_typeof(value) when 'array' then value else '[]' end
      $$`);
    await this.hello(runner);
    await this.admit(runner);
  }

  /** Rooms are removed in slices for half a second at most; a chat server asks again after a refusal. */
  private async hello(runner: QueryRunner): Promise<void> {
    await createEngineFunction(runner, {
      signature: 'hello(contract integer, instance text, starting boolean)',
      returns: 'jsonb',
      comment: 'Attaches the one chat server of the database for as long as its session lasts',
      body: `
      declare
        temporary bigint[];
        first integer := 1;
        other text;
      begin
        if contract is distinct from 1 then
          return jsonb_build_object('ok', false, 'reason',
            format('The database speaks contract 1, the chat server asks for %s', contract));
        end if;
        if not pg_try_advisory_lock(${ADVISORY_LOCK}) then
          select coalesce(nullif(application_name, ''), 'process ' || pid) into other
          from pg_locks join pg_stat_activity using (pid)
          where datname = current_database() and locktype = 'advisory' and objsubid = 1
            and database = datid
            and (classid::bigint << 32) + objid::bigint = ${ADVISORY_LOCK} and granted;
          return jsonb_build_object('ok', false, 'reason',
            format('Another chat server is attached to the database: %s', coalesce(other, 'unknown')));
        end if;
        perform set_config('application_name', coalesce(instance, ''), false);
        if starting then
          temporary := array(select id from room where not persistent);
          while first <= cardinality(temporary)
            and clock_timestamp() < statement_timestamp() + interval '500 ms' loop
            delete from room where id in (
              select id from room where id = any (temporary[first:first + 99]) and not persistent
              for update skip locked);
            first := first + 100;
          end loop;
          if exists (select from room where not persistent) then
            return jsonb_build_object('ok', false, 'reason',
              'Temporary rooms of the last run are still being removed');
          end if;
        end if;
        return jsonb_build_object('ok', true, 'contract', 1, 'domain', service_domain());
      end`,
    });
  }

  /** The stock storage of the chat server makes its own tables, without naming a schema. */
  private async admit(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function admit_chat_engine(role_name text) returns void language plpgsql as $$
      declare
        owner text := (select nspowner::regrole from pg_namespace where nspname = 'engine');
      begin
        -- Several at a time would be in each other's way.
        perform pg_advisory_xact_lock(${ADMITTING_LOCK});
        execute format('grant connect on database %I to %I', current_database(), role_name);
        execute format('grant usage on schema engine to %I', role_name);
        execute format('grant execute on all functions in schema engine to %I', role_name);
        execute format(
          'alter default privileges for role %s in schema engine grant execute on functions to %I',
          owner, role_name);
        if to_regnamespace('prosody') is null then create schema prosody; end if;
        execute format('grant usage, create on schema prosody to %I', role_name);
        begin
          execute format('alter role %I in database %I set search_path = prosody',
                         role_name, current_database());
        exception when insufficient_privilege then
          raise notice 'The search path of % is not set: let it connect with the option search_path=prosody',
            role_name;
        end;
        if has_schema_privilege(role_name, 'public', 'create') then
          raise warning 'The role % may create objects in the schema public, and so act with the rights of %: take this right away',
            role_name, owner;
        end if;
      end $$`);
    await runner.query(`revoke all on function admit_chat_engine(text) from public`);
    await runner.query(`
      comment on function admit_chat_engine(text) is
        'Lets a login role be the chat server: the functions of the schema engine, a schema prosody of its own'`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
