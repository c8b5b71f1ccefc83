import type { QueryRunner } from 'typeorm';
import { buildIndex } from './build-index.js';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Messages of rooms that are taken back, and what they said. Contract: extensions E19 */
export class RetractMessages implements PhasedMigration {
  readonly name = 'RetractMessages1796083200061';
  readonly phase = 'expand';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table room_message
        add column if not exists message_id text collate "C",
        add column if not exists occupant_id text collate "C",
        add column if not exists retracted_at timestamptz(3),
        add column if not exists retracted_by text,
        add column if not exists retract_reason text,
        add column if not exists retracts bigint,
        add column if not exists told boolean`);
    await buildIndex(runner, 'room_message_untold_idx', 'on room_message (id) where not told');
    await buildIndex(
      runner,
      'room_message_retracts_idx',
      'on room_message (retracts) where retracts is not null',
    );
    await runner.query(`
      create table if not exists retracted_message (
        id bigint not null,
        retracted_at timestamptz(3) not null,
        subject text,
        body text,
        stanza text,
        constraint retracted_message_pk primary key (id)
      )`);
    await buildIndex(
      runner,
      'retracted_message_retracted_at_idx',
      'on retracted_message (retracted_at)',
    );
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
