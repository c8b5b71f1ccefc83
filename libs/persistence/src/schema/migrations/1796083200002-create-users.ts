import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Accounts, and what hangs on them: passwords, lockouts, vCards, rosters. Contract: core 3, 5, 6 */
export class CreateUsers implements MigrationInterface {
  readonly name = 'CreateUsers1796083200002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- properties: [{"key": …, "value": …}], unique keys, ascending by code point
      create table account (
        username text collate "C" not null,
        name text,
        email text,
        properties jsonb not null default '[]',
        created_at timestamptz not null default now(),
        constraint account_pk primary key (username),
        constraint account_properties_check check (jsonb_typeof(properties) = 'array')
      );
      create index account_properties_idx on account using gin (properties jsonb_path_ops);
      create index account_username_trigram_idx on account using gin (username gin_trgm_ops);

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
      );

      create table lockout (
        username text collate "C" not null,
        locked_at timestamptz not null default now(),
        constraint lockout_pk primary key (username),
        constraint lockout_account_fk foreign key (username)
          references account (username) on update cascade on delete cascade
      );

      create table vcard (
        username text collate "C" not null,
        xml text not null,
        constraint vcard_pk primary key (username),
        constraint vcard_account_fk foreign key (username)
          references account (username) on update cascade on delete cascade
      );

      -- A later account of the same name must not find what the chat server keeps by itself.
      create table departed_account (
        username text collate "C" not null,
        constraint departed_account_pk primary key (username)
      );
      comment on table departed_account is
        'Names that accounts had, whose leftovers the chat server has not removed yet';`);
    await runner.query(`
      -- ask: a request to the contact is not answered yet; approved: one of the contact is answered in advance
      create table roster_item (
        owner text collate "C" not null,
        jid text collate "C" not null,
        nickname text,
        subscription smallint not null,
        groups text[] not null,
        ask boolean not null default false,
        approved boolean not null default false,
        constraint roster_item_pk primary key (owner, jid),
        constraint roster_item_account_fk foreign key (owner)
          references account (username) on update cascade on delete cascade,
        constraint roster_item_subscription_check check (subscription between 0 and 3)
      );
      create index roster_item_jid_idx on roster_item (jid);

      -- The version of a roster as its owner sees it: no row before its first change, moved by triggers,
      -- from a sequence, so that an account that is recreated never shows an old version.
      create table roster (
        owner text collate "C" not null,
        version bigint not null,
        constraint roster_pk primary key (owner),
        constraint roster_account_fk foreign key (owner)
          references account (username) on update cascade on delete cascade
      );
      create sequence roster_version_seq owned by roster.version;

      -- Of people who want to see the presence of the owner and have no answer yet.
      create table roster_request (
        owner text collate "C" not null,
        jid text collate "C" not null,
        stanza text not null,
        constraint roster_request_pk primary key (owner, jid),
        constraint roster_request_account_fk foreign key (owner)
          references account (username) on update cascade on delete cascade
      );
      create index roster_request_jid_idx on roster_request (jid)`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
