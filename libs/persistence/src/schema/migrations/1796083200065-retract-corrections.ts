import type { QueryRunner } from 'typeorm';
import { buildIndex } from './build-index.js';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Messages of rooms that correct others (XEP-0308), which are taken back with them. Contract: extensions E19 */
export class RetractCorrections implements PhasedMigration {
  readonly name = 'RetractCorrections1796083200065';
  readonly phase = 'expand';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table room_message add column if not exists corrects text collate "C"`);
    await buildIndex(
      runner,
      'room_message_corrects_idx',
      'on room_message (room_id, left(corrects, 255)) where corrects is not null',
    );
    await buildIndex(
      runner,
      'room_message_tombstone_idx',
      'on room_message (room_id, left(message_id, 255)) where retracted_at is not null',
    );
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
