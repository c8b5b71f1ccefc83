import type pg from 'pg';
import type { QueryFailedError, QueryRunner } from 'typeorm';
import { databaseError } from '../database/database-error.js';
import { lockTables } from './lock-tables.js';
import type { SqlFile } from './sql-files.js';

/**
 * As in `drop …`: `function public.base64(bytea)`, `trigger room_move_room_on_update on
 * public.room`.
 */
type ObjectName = string;

interface AppliedFile {
  readonly file: string;
  readonly sha256: string;
  readonly objects: readonly ObjectName[];
}

/**
 * `create or replace` cannot change the result, rename parameters or remove defaults; with other
 * parameters it makes a second function of the name, which a comment no longer identifies.
 */
const NOT_REPLACEABLE: readonly (string | null)[] = ['42P13', '42725'];

/** With its table. */
const CREATED_TRIGGER = /^create (?:constraint )?trigger\b[^;]*?\son (\w+)/gm;

/**
 * Brings the functions and triggers of the database in line with the files, in the transaction of
 * the runner. Files whose checksum is stored are skipped. The order of the files does not matter:
 * bodies are checked once all functions exist, and a trigger lies in the file of its function.
 * Objects that no file creates any more are dropped.
 * @param tablesChanged also restores what was lost along with a table
 * @returns whether anything was done, by which rights on functions may have been lost
 */
export async function applySqlFiles(
  runner: QueryRunner,
  files: readonly SqlFile[],
  tablesChanged: boolean,
): Promise<boolean> {
  const applied = (await runner.query('select * from schema_object')) as AppliedFile[];
  const present = tablesChanged ? new Set((await objectNames(runner)).values()) : null;
  const isCurrent = ({ name, sha256 }: SqlFile) =>
    applied.some(
      (known) =>
        known.file === name &&
        known.sha256 === sha256 &&
        (present === null || known.objects.every((object) => present.has(object))),
    );
  const due = files.filter((file) => !isCurrent(file));
  const kept = applied.filter(({ file }) =>
    files.some((current) => current.name === file && !due.includes(current)),
  );
  const replaced = applied.filter((known) => !kept.includes(known));
  if (due.length === 0 && replaced.length === 0) return false;
  await lockTables(runner, tablesWithTriggers(due, replaced));
  await runner.query('set local check_function_bodies = off');
  const made = await replace(runner, due, replaced);
  refuseRepeated([...kept, ...made]);
  const current = new Set([...kept, ...made].flatMap(({ objects }) => objects));
  await drop(
    runner,
    replaced.flatMap(({ objects }) => objects).filter((object) => !current.has(object)),
  );
  await secure(runner, made);
  await record(runner, replaced, made);
  return true;
}

/** Of which some are to be dropped or created. */
function tablesWithTriggers(
  due: readonly SqlFile[],
  replaced: readonly AppliedFile[],
): readonly string[] {
  const former = replaced
    .flatMap(({ objects }) => objects.filter(isTrigger))
    .map((object) => object.slice(object.lastIndexOf(' ') + 1));
  const later = due.flatMap(({ text }) =>
    [...text.matchAll(CREATED_TRIGGER)].map((found) => `public.${found[1]!}`),
  );
  return [...new Set([...former, ...later])];
}

/** Names of the files that differ from what was applied, or are applied and no longer there. */
export async function changedSqlFiles(
  runner: QueryRunner,
  files: readonly SqlFile[],
): Promise<readonly string[]> {
  const applied = (await runner.query('select file, sha256 from schema_object')) as AppliedFile[];
  const sums = new Map(applied.map(({ file, sha256 }) => [file, sha256]));
  const changed = files.filter(({ name, sha256 }) => sums.get(name) !== sha256);
  for (const { name } of files) sums.delete(name);
  return [...changed.map(({ name }) => name), ...sums.keys()];
}

/** Functions keep their identity, and thus their grants, if PostgreSQL can replace them. */
async function replace(
  runner: QueryRunner,
  due: readonly SqlFile[],
  replaced: readonly AppliedFile[],
): Promise<readonly AppliedFile[]> {
  const objects = replaced.flatMap((known) => known.objects);
  await drop(runner, objects.filter(isTrigger));
  await runner.startTransaction();
  try {
    const made = await create(runner, due);
    await runner.commitTransaction();
    return made;
  } catch (error) {
    await runner.rollbackTransaction();
    if (!NOT_REPLACEABLE.includes(databaseError((error as Error).cause).code)) throw error;
  }
  await drop(
    runner,
    objects.filter((object) => !isTrigger(object)),
  );
  return create(runner, due);
}

async function create(
  runner: QueryRunner,
  files: readonly SqlFile[],
): Promise<readonly AppliedFile[]> {
  const made: { file: SqlFile; rows: readonly string[] }[] = [];
  let before = await latestRows(runner);
  for (const file of files) {
    try {
      await runner.query(file.text);
    } catch (error) {
      throw new Error(`${place(file, error)}: ${(error as Error).message}`, { cause: error });
    }
    const after = await latestRows(runner);
    made.push({ file, rows: [...after].filter((row) => !before.has(row)) });
    before = after;
  }
  const names = await objectNames(runner);
  return made.map(({ file: { name, sha256 }, rows }) => ({
    file: name,
    sha256,
    objects: rows.flatMap((row) => names.get(row.slice(0, row.indexOf('@'))) ?? []),
  }));
}

const OWN_OBJECTS = `
  select 'pg_proc'::regclass as catalogue, oid, xmin, ctid from pg_proc
  where pronamespace in ('public'::regnamespace, 'engine'::regnamespace)
  union all
  select 'pg_trigger'::regclass, oid, xmin, ctid from pg_trigger where not tgisinternal`;

/** The current catalogue row of each function and trigger, `<catalogue>/<oid>@<version>`. */
async function latestRows(runner: QueryRunner): Promise<ReadonlySet<string>> {
  const rows = (await runner.query(`
    select format('%s/%s@%s%s', catalogue, oid, xmin, ctid) as row from (${OWN_OBJECTS}) own`)) as {
    row: string;
  }[];
  return new Set(rows.map(({ row }) => row));
}

/** The names of all functions and triggers, by `<catalogue>/<oid>`. */
async function objectNames(runner: QueryRunner): Promise<ReadonlyMap<string, ObjectName>> {
  const rows = (await runner.query(`
    select format('%s/%s', catalogue, oid) as id, format('%s %s', type, identity) as name
    from (${OWN_OBJECTS}) own, pg_identify_object(catalogue, oid, 0)`)) as {
    id: string;
    name: ObjectName;
  }[];
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const isTrigger = (object: ObjectName) => object.startsWith('trigger ');

async function drop(runner: QueryRunner, objects: readonly ObjectName[]): Promise<void> {
  for (const object of objects) {
    await runner.query(`drop ${object.replace(' ', ' if exists ')}`);
  }
}

function refuseRepeated(files: readonly AppliedFile[]): void {
  const places = new Map<ObjectName, string>();
  for (const { file, objects } of files) {
    for (const object of objects) {
      const other = places.get(object);
      if (other !== undefined) throw new Error(`${other} and ${file} both create the ${object}`);
      places.set(object, file);
    }
  }
}

/**
 * Enforced for all files: functions of the schema `engine` run with the rights of their owner and
 * are executable by admitted roles only; every function has its own search path, except SQL
 * functions outside `engine`, which could no longer be inlined. Finally checks all bodies.
 */
async function secure(runner: QueryRunner, made: readonly AppliedFile[]): Promise<void> {
  const functions = (await runner.query(
    `select p.oid::text as oid, identity, nspname as schema, lanname as language,
            lanvalidator::regproc as validator
     from pg_proc p
     join pg_namespace n on n.oid = pronamespace
     join pg_language l on l.oid = prolang,
     pg_identify_object('pg_proc'::regclass, p.oid, 0)
     where type || ' ' || identity = any ($1)`,
    [made.flatMap(({ objects }) => objects)],
  )) as Record<'oid' | 'identity' | 'schema' | 'language' | 'validator', string>[];
  const statements = functions.flatMap(({ identity, schema, language }) => {
    if (schema === 'engine') {
      return [
        `alter function ${identity} security definer set search_path = public, pg_temp`,
        `revoke all on function ${identity} from public`,
      ];
    }
    return language === 'sql'
      ? []
      : [`alter function ${identity} set search_path = public, pg_temp`];
  });
  await runner.query([...statements, 'set local check_function_bodies = on'].join(';\n'));
  for (const { oid, identity, validator } of functions) {
    await runner.query(`select ${validator}(${oid})`).catch((error: Error) => {
      throw new Error(`${identity}: ${error.message}`, { cause: error });
    });
  }
}

async function record(
  runner: QueryRunner,
  replaced: readonly AppliedFile[],
  made: readonly AppliedFile[],
): Promise<void> {
  await runner.query('delete from schema_object where file = any ($1)', [
    replaced.map(({ file }) => file),
  ]);
  await runner.query(
    `insert into schema_object (file, sha256, objects)
     select file, sha256, objects
     from jsonb_to_recordset($1) as made (file text, sha256 text, objects text[])`,
    [JSON.stringify(made)],
  );
}

function place({ name, text }: SqlFile, error: unknown): string {
  const { position } = (error as QueryFailedError<pg.DatabaseError>).driverError;
  if (position === undefined) return name;
  return `${name}:${text.slice(0, Number(position)).split('\n').length}`;
}
