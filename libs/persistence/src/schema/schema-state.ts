import type { DataSource, QueryRunner } from 'typeorm';
import type { Statement } from '../database/current-transaction.js';
import { PROGRAM_VERSION } from './program.js';
import { UnusableDatabase } from './unusable-database.js';

/** Which programs the schema of a database is for. */
export interface SchemaState {
  /** number of the migrations that it has */
  readonly level: number;
  /** programs of a lower level cannot use it any more */
  readonly oldestLevel: number;
  /** version of the program that has brought it there */
  readonly program: string;
}

/** The schema has lost what this program needs. */
export class NewerProgramNeeded extends UnusableDatabase {
  constructor({ program }: SchemaState) {
    super(`The database needs chat-admin ${program} or newer`);
  }
}

export const selectSchemaState: Statement = {
  name: 'schema-state',
  text: 'select level, oldest_level as "oldestLevel", program from schema_state',
};

/** The level of this program. */
export const levelOf = (dataSource: DataSource): number => dataSource.migrations.length;

/** @throws NewerProgramNeeded */
export function requireUsable(state: SchemaState, ownLevel: number): void {
  if (state.oldestLevel > ownLevel) throw new NewerProgramNeeded(state);
}

/** `null`: nobody has finished to prepare the database since levels are noted. */
export async function readSchemaState(runner: QueryRunner): Promise<SchemaState | null> {
  if (!(await hasTable(runner, 'schema_state'))) return null;
  const [state] = (await runner.query(selectSchemaState.text)) as SchemaState[];
  return state ?? null;
}

export async function writeSchemaState(
  runner: QueryRunner,
  { level, oldestLevel }: Omit<SchemaState, 'program'>,
): Promise<void> {
  await runner.query(
    `insert into schema_state (level, oldest_level, program) values ($1, $2, $3)
     on conflict (id) do update
     set level = excluded.level, oldest_level = excluded.oldest_level, program = excluded.program`,
    [level, oldestLevel, PROGRAM_VERSION],
  );
}

export async function hasTable(runner: QueryRunner, name: string): Promise<boolean> {
  const [row] = (await runner.query('select to_regclass($1) is not null as exists', [
    `public.${name}`,
  ])) as { exists: boolean }[];
  return row?.exists ?? false;
}
