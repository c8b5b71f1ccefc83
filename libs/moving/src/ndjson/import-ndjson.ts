import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { membersOf, READ_KINDS } from '@chat-admin/portable/ndjson/kinds';
import type { ReadKind } from '@chat-admin/portable/ndjson/kinds';
import { ImportRefused, TargetFailed } from '../faults.js';
import { openRun } from '../target/run-state.js';
import { withoutTriggers } from '../target/switches.js';
import type { Target } from '../target/target.js';
import { linesOf } from './lines.js';
import type { Line } from './lines.js';
import { ROW_INSERTS } from './row-inserts.js';

export interface NdjsonImport {
  /** the folder */
  readonly source: string;
  /** `null`: all that have a file */
  readonly kinds: readonly ReadKind[] | null;
  /** everything is done, and then undone */
  readonly isDry: boolean;
  /** for the audit log */
  readonly node: string;
  readonly begins: (kind: ReadKind) => void;
  /** after each batch; may throw to stop */
  readonly advance: (kind: ReadKind, rows: number) => void;
  readonly ends: (kind: ReadKind) => void;
}

const BATCH_LINES = 500;
const BATCH_CHARACTERS = 4_000_000;
/** SQLSTATE that a line can be to blame for: wrong values, what constraints forbid, limits, the same key twice. */
const OF_LINES = /^(2[23]|54|21000)/;
/** foreign_key_violation, unique_violation: the detail names the key, and nothing else of the line */
const NAMED = ['23503', '23505'];

class Undone extends Error {}

/**
 * Reads what `export ndjson` has written into a database without any of it, in one transaction: all of it is there, or
 * nothing. Services and chat server have to be stopped. Moving in: 10
 * @returns rows by kind
 * @throws ImportRefused naming file and line; TargetFailed; whatever `advance` throws
 */
export async function importNdjson(
  target: Target,
  options: NdjsonImport,
): Promise<Readonly<Record<string, number>>> {
  if ((await openRun(target)) !== null) {
    throw new ImportRefused('Another import is not finished: finish or abandon it first.');
  }
  const kinds = await kindsIn(options);
  const counts: Record<string, number> = {};
  try {
    await target.transaction(async () => {
      for (const kind of kinds) await requireNone(target, kind);
      await withoutTriggers(target, async () => {
        for (const kind of kinds) counts[kind] = await readKind(target, kind, options);
      });
      if (options.isDry) throw new Undone();
      for (const kind of kinds) await goOnAbove(target, kind);
      await audit(target, options.node, counts);
    });
  } catch (error) {
    if (error instanceof Undone) return counts;
    throw error;
  }
  await target.query('analyze');
  return counts;
}

const fileOf = ({ source }: NdjsonImport, kind: ReadKind) => join(source, `${kind}.ndjson`);

async function kindsIn(options: NdjsonImport): Promise<readonly ReadKind[]> {
  if (options.kinds !== null) return options.kinds;
  const found: ReadKind[] = [];
  for (const kind of READ_KINDS) {
    const isThere = await access(fileOf(options, kind)).then(
      () => true,
      () => false,
    );
    if (isThere) found.push(kind);
  }
  if (found.length > 0) return found;
  throw new ImportRefused(`${options.source} holds none of ${READ_KINDS.join('.ndjson, ')}.ndjson`);
}

/** What is here already would have to be merged. */
async function requireNone(target: Target, kind: ReadKind): Promise<void> {
  const { empty } = ROW_INSERTS[kind];
  if (empty === null) return;
  const [row] = await target.query(`select from ${empty} limit 1`);
  if (row !== undefined) {
    throw new ImportRefused(`There are ${kind} here already: leave them out by --only.`);
  }
}

async function readKind(target: Target, kind: ReadKind, options: NdjsonImport): Promise<number> {
  const file = fileOf(options, kind);
  const lines = linesOf(file);
  const members = membersOf(kind);
  const head = await lines.next();
  await requireHead(target, file, head.done ? null : head.value);
  options.begins(kind);
  let count = 0;
  let batch: Line[] = [];
  let characters = 0;
  const store = async () => {
    await storeBatch(target, kind, file, batch);
    count += batch.length;
    options.advance(kind, batch.length);
    batch = [];
    characters = 0;
  };
  for await (const line of lines) {
    requireRow(kind, members, file, line);
    batch.push(line);
    characters += line.text.length;
    if (batch.length === BATCH_LINES || characters > BATCH_CHARACTERS) await store();
  }
  if (batch.length > 0) await store();
  options.ends(kind);
  return count;
}

/** New ids follow on the highest one. A rollback does not undo it, so it comes last. */
async function goOnAbove(target: Target, kind: ReadKind): Promise<void> {
  const { sequence } = ROW_INSERTS[kind];
  if (sequence === null) return;
  const [table, column] = sequence;
  await target.query(
    `select setval(name, greatest(pg_sequence_last_value(name), (select max(${column}) from ${table})))
     from (select pg_get_serial_sequence('${table}', '${column}')::regclass as name) own`,
  );
}

async function requireHead(target: Target, file: string, line: Line | null): Promise<void> {
  const head = line === null ? null : parsed(line.text);
  if (head === null || head['format'] !== 'chat-admin') {
    throw new ImportRefused(`${file}: the first line is no head of "export ndjson"`);
  }
  if (head['version'] !== 1) {
    throw new ImportRefused(`${file}: version ${JSON.stringify(head['version'])} is not known`);
  }
  const [here] = await target.query<{ domain: string }>('select service_domain() as domain');
  if (head['domain'] !== here!.domain) {
    const there = JSON.stringify(head['domain']);
    throw new ImportRefused(`${file}: it is of the domain ${there}, this is ${here!.domain}`);
  }
}

function requireRow(
  kind: ReadKind,
  members: ReadonlySet<string>,
  file: string,
  { number, text }: Line,
): void {
  const row = parsed(text);
  const refused = (why: string) => new ImportRefused(`${file}:${number}: ${why}`);
  if (row === null) throw refused('it is no JSON object');
  const unknown = Object.keys(row).find((member) => !members.has(member));
  if (unknown !== undefined) throw refused(`the member ${JSON.stringify(unknown)} is not known`);
  const fault = ROW_INSERTS[kind].fault(row);
  if (fault !== null) throw refused(fault);
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** As one statement; if that fails, line by line, to tell which one it is. */
async function storeBatch(
  target: Target,
  kind: ReadKind,
  file: string,
  batch: readonly Line[],
): Promise<void> {
  const store = (lines: readonly Line[]) =>
    target.query(ROW_INSERTS[kind].sql, [`[${lines.map(({ text }) => text).join()}]`]);
  await target.query('savepoint batch');
  try {
    await store(batch);
  } catch (error) {
    if (reasonOf(error) === null) throw error;
    await target.query('rollback to savepoint batch');
    for (const line of batch) {
      await store([line]).catch((cause: unknown) => {
        const reason = reasonOf(cause);
        throw reason === null ? cause : new ImportRefused(`${file}:${line.number}: ${reason}`);
      });
    }
  }
  await target.query('release savepoint batch');
}

/** `null`: no line is to blame. Without what is in the line, which may be keys. */
function reasonOf(error: unknown): string | null {
  const cause = error instanceof TargetFailed ? error.cause : error;
  const { code, message, detail } = cause as Record<string, string | undefined>;
  if (code === undefined || !OF_LINES.test(code)) return null;
  if (NAMED.includes(code)) return `${detail ?? message}`;
  if (code.startsWith('54')) return 'a value is too long or too deep';
  return code.startsWith('22') ? 'a value is of the wrong form' : `${message}`;
}

async function audit(
  target: Target,
  node: string,
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  const shown = Object.entries(counts).map(([kind, rows]) => `${kind}=${rows}`);
  await target.query(
    `select append_audit_entry(jsonb_build_object(
       'username', 'command line', 'timestamp', now(), 'summary', 'import ndjson', 'node', $1::text,
       'details', $2::text))`,
    [node, `object=/import; outcome=200; ${shown.join('; ')}`],
  );
}
