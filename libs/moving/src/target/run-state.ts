import { randomBytes } from 'node:crypto';
import type { Kind } from '../rows.js';
import { Fingerprints } from '../entities/fingerprints.js';
import { hasMovingTables, movingTables } from './moving-schema.js';
import { ImportRefused } from '../faults.js';
import { isSameSource } from './same-source.js';
import type { CONTACTS } from './settle-contacts.js';
import type { Target } from './target.js';

/** What is known of an import between two commands. */
export interface RunState {
  readonly generation: number;
  /** the target had no rosters, groups, rooms, vCards: their triggers are off until all is loaded */
  readonly firstLoad: boolean;
  /** the target had no messages: they keep their ids */
  readonly ownIds: boolean;
  readonly auditAbove: number;
  readonly fingerprints: Fingerprints;
}

interface RunRow {
  readonly state: 'loading' | 'finished';
  readonly source: string;
  readonly secret: Buffer | null;
  readonly generation: number;
  readonly first_load: boolean;
  readonly own_ids: boolean;
  readonly audit_above: string;
}

/** What a pass does one after the other: kinds, then the contacts of shared groups. */
export type Step = Kind | typeof CONTACTS;

export interface KindProgress {
  readonly kind: Step;
  readonly generation: number;
  readonly done: boolean;
  readonly since: Date | null;
  readonly mark: Date | null;
  readonly moved: number;
  readonly lost: number;
  readonly seconds: number;
}

/** What to do after `finish`. */
export const FINISHED =
  'The import into this database is finished, and no other one is possible. What has changed at the former server since has to be done again here, or all of it moves into a new database.';

/** Of what wants an import that is under way. */
export const NONE = 'No import is running here.';

/** A run that has not been finished. */
export type OpenRun = RunState & { readonly source: string };

/** The run of this database that has not been finished; `null`: none. */
export async function openRun(target: Target): Promise<OpenRun | null> {
  const row = await rowOf(target);
  if (row === null || row.state === 'finished' || row.secret === null) return null;
  return {
    source: row.source,
    generation: row.generation,
    firstLoad: row.first_load,
    ownIds: row.own_ids,
    auditAbove: Number(row.audit_above),
    fingerprints: new Fingerprints(row.secret),
  };
}

/** @throws ImportRefused with `none` where no import has begun */
export async function requireRun(target: Target, none: string): Promise<OpenRun> {
  const run = await openRun(target);
  if (run !== null) return run;
  throw new ImportRefused((await isFinished(target)) ? FINISHED : none);
}

/** @throws ImportRefused while an import is neither finished nor abandoned */
export async function requireNoRun(target: Target): Promise<void> {
  const run = await openRun(target);
  if (run === null) return;
  throw new ImportRefused(
    `An import of ${run.source} is not finished: finish or abandon it first.`,
  );
}

/** Whether an import into this database was finished. */
export async function isFinished(target: Target): Promise<boolean> {
  return (await rowOf(target))?.state === 'finished';
}

/** What the copy of a run that goes on was told; `null`: there is none. */
export async function rememberedOptions(target: Target): Promise<object | null> {
  if ((await openRun(target)) === null) return null;
  // an import that an older version began has no such column
  const sql = `select to_jsonb(run) -> 'options' as options from moving.run`;
  const [row] = await target.query<{ options: object | null }>(sql);
  return row?.options ?? {};
}

/** Where the report of the import is that was begun here, be it finished; `null`: unknown. */
export async function rememberedReport(target: Target): Promise<string | null> {
  if (!(await hasMovingTables(target))) return null;
  const sql = `select to_jsonb(run) #>> '{options,report}' as report from moving.run`;
  const [row] = await target.query<{ report: string | null }>(sql);
  return row?.report ?? null;
}

async function rowOf(target: Target): Promise<RunRow | null> {
  if (!(await hasMovingTables(target))) return null;
  const [row] = await target.query<RunRow>('select * from moving.run');
  return row ?? null;
}

/**
 * Begins a run, or goes on with the one that is there: with the same pass if that was not finished, else with the next one.
 * @param source name of the source, without login
 * @param options what later commands are to know, see {@link rememberedOptions}; null: what they know stays
 * @throws ImportRefused if another source is being imported, or it was finished
 */
export async function beginPass(
  target: Target,
  source: string,
  options: object | null,
): Promise<RunState> {
  await movingTables(target);
  await target.query(
    `insert into moving.run (state, source, secret, first_load, own_ids, audit_above, line_above)
     select 'loading', $1, $2,
       not exists (select from roster_item) and not exists (select from user_group)
         and not exists (select from room) and not exists (select from vcard),
       not exists (select from room_message),
       coalesce((select max(log_id) from audit_entry), 0),
       coalesce((select max(id) from room_message), 0)
     on conflict do nothing`,
    [source, randomBytes(32)],
  );
  await target.query(
    `update moving.run set archive_above = (select coalesce(max(id), 0) from archived_message)
     where archive_above is null`,
  );
  const run = await requireRun(target, NONE);
  if (!(await isSameSource(run.source, source))) {
    throw new ImportRefused(
      `An import of ${run.source} is under way, and ${source} is another source: name the former one again.`,
    );
  }
  if (options !== null) await target.query('update moving.run set options = $1', [options]);
  const [unfinished] = await target.query('select from moving.progress where not done limit 1');
  if (unfinished !== undefined) return run;
  await target.query('update moving.run set generation = generation + 1');
  return { ...run, generation: run.generation + 1 };
}

/** @throws ImportRefused if the last pass was interrupted */
export async function requireFinishedPass(target: Target): Promise<void> {
  const open = (await progressOf(target)).filter(({ done }) => !done).map(({ kind }) => kind);
  if (open.length === 0) return;
  throw new ImportRefused(`Not finished: ${open.join(', ')}. Repeat the last line first.`);
}

export async function progressOf(target: Target): Promise<readonly KindProgress[]> {
  return target.query<KindProgress>(
    `select kind, generation, done, since, mark, moved::integer, lost::integer, seconds
     from moving.progress`,
  );
}
