import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** System properties, the audit log, and the books of what else a start creates. */
export class CreateSystem implements MigrationInterface {
  readonly name = 'CreateSystem1796083200001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create extension if not exists pg_trgm;

      create table schema_object (
        file text collate "C" not null,
        sha256 text not null,
        objects text[] not null,
        constraint schema_object_pk primary key (file)
      );
      comment on table schema_object is
        'Which file of this version''s SQL has created which functions and triggers';

      create table system_property (
        key text collate "C" not null,
        value text not null,
        constraint system_property_pk primary key (key)
      );

      create table audit_entry (
        log_id bigint generated always as identity,
        username text collate "C" not null,
        occurred_at timestamptz not null,
        summary text not null,
        node text not null,
        details text not null,
        constraint audit_entry_pk primary key (log_id)
      );
      -- read backwards: newest first
      create index audit_entry_occurred_at_idx on audit_entry (occurred_at, log_id);
      create index audit_entry_username_idx on audit_entry (username, occurred_at, log_id);

      -- An owner who may not create schemas has it made beforehand.
      do $$
      begin
        if to_regnamespace('engine') is null then create schema engine; end if;
      end $$;
      comment on schema engine is 'What the chat server calls, and all it may use'`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
