import type { QueryRunner } from 'typeorm';

type Change = 'insert' | 'update' | 'delete';

const TRANSITIONS: Record<Change, string> = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
};

/** Statement triggers `<table>_<function>_on_<change>` that see the changed rows as `old_rows`, `new_rows`. */
export async function onEachChange(
  runner: QueryRunner,
  table: string,
  procedure: string,
  changes: readonly Change[] = ['insert', 'update', 'delete'],
): Promise<void> {
  for (const change of changes) {
    await runner.query(`
      create trigger ${table}_${procedure}_on_${change} after ${change} on ${table}
      referencing ${TRANSITIONS[change]} for each statement execute function ${procedure}()`);
  }
}
