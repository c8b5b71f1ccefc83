import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** What people have written to each other (XEP-0313). Contract: core 8.5 */
export class CreateArchives implements MigrationInterface {
  readonly name = 'CreateArchives1796083200020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The messages of an account hang on an id, so that a rename touches one row.
      create table message_archive (
        id bigint generated always as identity,
        username text collate "C" not null,
        logged_out_at timestamptz(3),
        constraint message_archive_pk primary key (id),
        constraint message_archive_username_key unique (username),
        constraint message_archive_account_fk foreign key (username)
          references account (username) on update cascade on delete cascade
      );

      create table archived_message (
        id bigint generated always as identity,
        archive_id bigint not null,
        sent_at timestamptz(3) not null default now(),
        contact text collate "C" not null,
        received boolean not null,
        stanza text not null,
        constraint archived_message_pk primary key (id),
        constraint archived_message_archive_fk foreign key (archive_id)
          references message_archive (id) on delete cascade
      );
      create index archived_message_archive_id_idx
        on archived_message (archive_id, sent_at, id);
      create index archived_message_contact_idx
        on archived_message (archive_id, contact, sent_at, id);
      create index archived_message_sent_at_idx on archived_message (sent_at, id)`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
