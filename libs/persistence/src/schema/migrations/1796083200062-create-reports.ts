import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Reports of people who were bothered, with copies of what they were written. Contract: extensions E20 */
export class CreateReports implements PhasedMigration {
  readonly name = 'CreateReports1796083200062';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- accused: as it was blocked; person: the local account behind it; told_at: the newest 20 moments
      create table report (
        id bigint generated always as identity,
        status text collate "C" not null default 'open',
        kind text collate "C" not null,
        texts text[] not null default '{}',
        language text,
        accused text collate "C" not null,
        person text collate "C",
        room text collate "C",
        reporter text collate "C",
        source text collate "C" not null,
        count integer not null default 1,
        processing text[] collate "C" not null default '{}',
        missing integer not null default 0,
        told_at timestamptz[] not null,
        assignee text,
        note text,
        created_at timestamptz(3) not null default now(),
        closed_at timestamptz(3),
        closed_by text,
        constraint report_pk primary key (id),
        constraint report_status_check
          check (status in ('open', 'acting', 'acted', 'dismissed'))
      );
      create index report_accused_idx on report (accused, id);
      create index report_person_idx on report (person, id);
      create index report_reporter_idx on report (reporter, id);
      create index report_status_idx on report (status, id);
      create index report_closed_at_idx on report (closed_at);

      -- message: c17 of an archive, r17 of a room, null: as its reporter has handed it over; author: whose bare JID is
      -- behind the sender, as far as it is known
      create table report_message (
        report_id bigint not null,
        place integer not null,
        message text collate "C",
        sent_at timestamptz(3),
        sender text collate "C" not null,
        body text,
        stanza text,
        how text collate "C" not null,
        sha256 text collate "C",
        author text collate "C",
        constraint report_message_pk primary key (report_id, place),
        constraint report_message_report_fk foreign key (report_id)
          references report (id) on delete cascade
      );
      create index report_message_author_idx on report_message (author);

      -- Counts what is refused, whatever becomes of the transaction.
      create sequence report_refused_seq`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
