import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Which programs the schema is for, so that they can run beside newer ones. */
export class CreateSchemaState implements PhasedMigration {
  readonly name = 'CreateSchemaState1796083200024';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table schema_state (
        id smallint not null default 1,
        level integer not null,
        oldest_level integer not null,
        program text not null,
        constraint schema_state_pk primary key (id),
        constraint schema_state_id_check check (id = 1)
      );
      comment on table schema_state is
        'One row: the level of the schema (number of migrations), the lowest one of programs that may use it, and the version that has brought it there'`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
