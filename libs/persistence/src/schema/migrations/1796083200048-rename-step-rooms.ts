import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Rooms named `.` and `..`, which no client can address, become `_` and `__`, or `_-2` where that is taken. */
export class RenameStepRooms implements PhasedMigration {
  readonly name = 'RenameStepRooms1796083200048';
  readonly phase = 'expand';
  readonly changesFew = ['room', 'audit_entry'];

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      do $$
      declare
        step record;
        given text;
        number integer;
      begin
        for step in
          select id, service, name from room where name in ('.', '..')
          order by service, name for no key update
        loop
          given := replace(step.name, '.', '_');
          number := 2;
          while exists (select from room where service = step.service and name = given) loop
            given := replace(step.name, '.', '_') || '-' || number;
            number := number + 1;
          end loop;
          update room set name = given where id = step.id;
          insert into audit_entry (username, kind, occurred_at, summary, node, details)
          values (
            'service', 'label', date_trunc('second', now()), 'RENAME chatroom ' || step.name, 'migration',
            format('object=/chatrooms/%s; outcome=200; service=%s; name=%s', step.name, step.service, given));
        end loop;
      end $$`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
