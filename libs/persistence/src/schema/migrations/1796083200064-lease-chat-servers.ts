import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Chat servers that serve or wait, with the number of the lease that each holds. */
export class LeaseChatServers implements PhasedMigration {
  readonly name = 'LeaseChatServers1796083200064';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create sequence engine_epoch`);
    await runner.query(`
      create table engine_node (
        node text collate "C" not null,
        kind text collate "C" not null,
        version text not null,
        address text not null,
        state text collate "C" not null,
        epoch bigint not null default 0,
        beat bigint not null default 0,
        joined_at timestamptz(3) not null,
        active_at timestamptz(3),
        renewed_at timestamptz(3) not null,
        sessions integer,
        rooms integer,
        constraint engine_node_pk primary key (node),
        constraint engine_node_state_check check (state in ('waiting', 'active', 'gone'))
      )`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
