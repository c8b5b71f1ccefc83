import type { DataSource } from 'typeorm';
import { poolOf } from '../database/pool.js';
import { sqlFiles } from '../schema/sql-files.js';

/** A file of functions and triggers whose objects are not as it says. */
export interface FunctionDrift {
  /** `muc/give_owner.sql` */
  readonly file: string;
  /** such as `function public.give_owner(bigint[],text)` */
  readonly objects: readonly string[];
}

interface LiveObject {
  readonly name: string;
  /** of a function */
  readonly body: string | null;
  /** whether a trigger fires */
  readonly enabled: boolean;
}

const LIVE = `
  select type || ' ' || identity as name, body, enabled
  from (
    select 'pg_proc'::regclass as catalogue, oid, prosrc as body, true as enabled from pg_proc
    where pronamespace in ('public'::regnamespace, 'engine'::regnamespace)
    union all
    select 'pg_trigger'::regclass, oid, null, tgenabled = 'O' from pg_trigger where not tgisinternal
  ) own, pg_identify_object(catalogue, oid, 0)`;

/**
 * Functions and triggers that are missing, disabled, or not those of the files, in a database to which the files of
 * this version were applied.
 */
export async function functionDrift(dataSource: DataSource): Promise<readonly FunctionDrift[]> {
  const pool = poolOf(dataSource);
  const live = new Map((await pool.query<LiveObject>(LIVE)).rows.map((row) => [row.name, row]));
  type Applied = { readonly file: string; readonly objects: string[] };
  const { rows } = await pool.query<Applied>('select file, objects from schema_object');
  const applied = new Map(rows.map((row) => [row.file, row]));
  return sqlFiles().flatMap(({ name: file, text }) => {
    const objects = (applied.get(file)?.objects ?? []).filter((name) => {
      const object = live.get(name);
      return object === undefined || !object.enabled || !text.includes(object.body ?? '');
    });
    return objects.length === 0 ? [] : [{ file, objects }];
  });
}

/** After this, `migrate` applies the files again. */
export function reapplySql(files: readonly string[]): string {
  const names = files.map((file) => `'${file}'`).join(', ');
  return `update schema_object set sha256 = '' where file in (${names});`;
}
