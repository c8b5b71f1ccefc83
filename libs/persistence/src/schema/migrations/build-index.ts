import type { QueryRunner } from 'typeorm';

/**
 * Builds an index while others write, in a migration with `transaction = false`. One that an
 * interrupted build has left invalid is built anew.
 * @param definition such as `on room (name)`
 * @param kind `unique`: refuses equal values
 */
export async function buildIndex(
  runner: QueryRunner,
  name: string,
  definition: string,
  kind: 'plain' | 'unique' = 'plain',
): Promise<void> {
  const [found] = (await runner.query(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [`public.${name}`],
  )) as { valid: boolean }[];
  if (found?.valid) return;
  if (found !== undefined) await runner.query(`drop index concurrently public.${name}`);
  const index = kind === 'unique' ? 'unique index' : 'index';
  await runner.query(`create ${index} concurrently ${name} ${definition}`);
}
