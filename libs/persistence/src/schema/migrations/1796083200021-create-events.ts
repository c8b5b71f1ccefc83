import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Events: those of changes that are committed or not, and those that have got their id. */
export class CreateEvents implements PhasedMigration {
  readonly name = 'CreateEvents1796083200021';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- of changes, which get their ids after the commit
      create table event_outbox (
        seq bigint generated always as identity,
        xid bigint not null default txid_current(),
        type text not null,
        occurred_at timestamptz not null default now(),
        object text collate "C" not null,
        previous text,
        columns text[] not null default '{}',
        added text[] not null default '{}',
        removed text[] not null default '{}',
        more integer not null default 0,
        origin jsonb not null,
        constraint event_outbox_pk primary key (seq)
      );

      create table event (
        id bigint not null,
        type text collate "C" not null,
        occurred_at timestamptz not null,
        actor text not null,
        source text not null,
        request text,
        object text not null,
        previous text,
        columns text[] not null,
        added text[] not null,
        removed text[] not null,
        more integer not null,
        constraint event_pk primary key (id)
      );
      create index event_type_idx on event (type, id);

      -- one row
      create table event_state (
        single boolean not null default true,
        last_id bigint not null default 0,
        constraint event_state_pk primary key (single),
        constraint event_state_single_check check (single)
      );
      insert into event_state default values`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
