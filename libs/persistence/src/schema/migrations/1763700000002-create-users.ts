import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Accounts and the rows that hang on them one to one. */
export class CreateUsers implements MigrationInterface {
  readonly name = 'CreateUsers1763700000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create extension if not exists pg_trgm`);
    // properties: [{"key": …, "value": …}], unique keys, ascending by code point
    await runner.query(`
      create table account (
        username text collate "C" not null,
        name text,
        email text,
        properties jsonb not null default '[]',
        created_at timestamptz not null default now(),
        constraint account_pk primary key (username),
        constraint account_properties_check check (jsonb_typeof(properties) = 'array')
      )`);
    await runner.query(`
      create index account_properties_idx on account using gin (properties jsonb_path_ops)`);
    await runner.query(`
      create index account_username_trigram_idx on account using gin (username gin_trgm_ops)`);

    await runner.query(`
      create table account_credential (
        username text collate "C" not null,
        sha1_salt bytea not null,
        sha1_iterations integer not null,
        sha1_stored_key bytea not null,
        sha1_server_key bytea not null,
        sha256_salt bytea not null,
        sha256_iterations integer not null,
        sha256_stored_key bytea not null,
        sha256_server_key bytea not null,
        constraint account_credential_pk primary key (username),
        constraint account_credential_account_fk foreign key (username)
          references account (username) on update cascade on delete cascade
      )`);
    await runner.query(`
      create table lockout (
        username text collate "C" not null,
        locked_at timestamptz not null default now(),
        constraint lockout_pk primary key (username),
        constraint lockout_account_fk foreign key (username)
          references account (username) on update cascade on delete cascade
      )`);
    await runner.query(`
      create table vcard (
        username text collate "C" not null,
        xml text not null,
        constraint vcard_pk primary key (username),
        constraint vcard_account_fk foreign key (username)
          references account (username) on update cascade on delete cascade
      )`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
