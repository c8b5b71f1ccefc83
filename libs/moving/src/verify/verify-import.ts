import { GROWING } from '../rows.js';
import type { GrowingKind, Kind } from '../rows.js';
import { requireReadable } from '../source.js';
import type { Source } from '../source.js';
import { batchesOf } from '../target/batches.js';
import { lostRows } from '../entities/entities.js';
import type { Entity, KeyedKind } from '../entities/entities.js';
import type { OpenedImport } from '../passes/open-import.js';
import { entitiesHere } from '../passes/kept-people.js';
import { propertyEntities } from '../passes/property-entities.js';
import { NONE, progressOf, requireRun } from '../target/run-state.js';
import type { RunState } from '../target/run-state.js';
import { keptAmong } from '../target/kept.js';
import { sortKey } from '../entities/sort-key.js';
import type { Target } from '../target/target.js';
import { differingMembers } from './compare.js';
import type { Difference } from './difference.js';
import { READINGS } from './read-here.js';
import type { Repositories } from './repositories.js';
import { sampledItems, SAMPLES } from './sampling.js';
import { verifyArchive } from './verify-archive.js';
import { verifyAudit } from './verify-audit.js';
import { verifyMessages, verifyOffline } from './verify-lines.js';
import { verifyPassword } from './verify-password.js';

export interface Verified {
  readonly kind: Kind;
  /** rows of the source */
  readonly source: number;
  readonly here: number;
  /** rows that the report names, or that were kept */
  readonly reported: number;
  /** things that were looked into member by member, or conversations whose edges were compared */
  readonly samples: number;
}

export interface VerifyOptions {
  readonly kinds: ReadonlySet<Kind>;
  readonly propertyPrefixes: readonly string[];
  readonly messagesSince: Date | null;
  readonly found: (difference: Difference) => void;
  /** how many things of a kind, or conversations, are looked into */
  readonly samples?: number;
  /** before each sample. @throws ImportStopped */
  readonly checkpoint?: () => void;
}

const KEYED: readonly KeyedKind[] = [
  ...(['properties', 'accounts', 'groups', 'rosters', 'vcards', 'services', 'rooms'] as const),
  ...(['private', 'pep', 'blocks'] as const),
];

/**
 * Compares source and target: all by their number and presence, some member by member, as API and chat server read them.
 * @throws ImportRefused, SourceFailed, TargetFailed
 */
export async function verifyImport(
  source: Source,
  target: Target,
  opened: OpenedImport,
  here: Repositories,
  options: VerifyOptions,
): Promise<readonly Verified[]> {
  const run = await requireRun(target, `There is nothing to verify. ${NONE}`);
  requireReadable(source, options.kinds);
  const verified: Verified[] = [];
  for (const kind of KEYED.filter((one) => options.kinds.has(one))) {
    verified.push(await verifyKind(kind, source, target, run, opened, here, options));
  }
  await verifyUnchanged(target, options);
  const { context } = opened.found;
  const lines = {
    audit: verifyAudit,
    messages: verifyMessages,
    offline: verifyOffline,
    archive: verifyArchive,
  } as const;
  for (const kind of GROWING) {
    if (!options.kinds.has(kind)) continue;
    const { differences, samples } = await lines[kind](source, target, context, options);
    differences.forEach(options.found);
    verified.push({ ...(await verifyCounts(kind, source, target, options)), samples });
  }
  return verified;
}

async function verifyKind(
  kind: KeyedKind,
  source: Source,
  target: Target,
  { fingerprints }: RunState,
  opened: OpenedImport,
  here: Repositories,
  { found, propertyPrefixes, checkpoint, samples: most = SAMPLES }: VerifyOptions,
): Promise<Verified> {
  const items = await itemsOf(kind, target);
  const isSampled = await sampledItems(kind, target, most);
  let [moved, reported, present, samples] = [0, 0, 0, 0];
  const compare = async (entity: Entity) => {
    checkpoint?.();
    samples += 1;
    const { expected, found: read } = await READINGS[kind](entity, here, target);
    for (const field of differingMembers(expected, read)) {
      found({ kind, name: entity.name, field: field === '*' ? 'is missing' : field });
    }
    if (kind === 'accounts' && !(await verifyPassword(entity, opened, target, fingerprints))) {
      found({ kind, name: entity.name, field: 'credentials' });
    }
  };
  const entities =
    kind === 'properties'
      ? propertyEntities(opened, propertyPrefixes, (jids) => keptAmong(target, jids))
      : entitiesHere(kind, source, opened.found.context, {}, target);
  for await (const batch of batchesOf(entities)) {
    const missing = await missingHere(
      kind,
      batch.map(({ entity }) => entity),
      target,
    );
    for (const { entity } of batch) {
      const lost = lostRows(entity, missing.has(entity));
      reported += lost;
      moved += entity.rows - lost;
      if (entity.value !== null && !missing.has(entity)) {
        present += 1;
        if (isSampled(entity.key)) await compare(entity);
      }
      if (missing.get(entity) === false) found({ kind, name: entity.name, field: 'is missing' });
    }
  }
  const gone = items - present;
  if (gone > 0) found({ kind, name: '', field: `${gone} here are gone there` });
  const count = source.facts.kinds.has(kind) ? await source.count(kind) : null;
  // a running server counts its contacts only while they are read
  const rows = count?.estimated ? moved + reported : (count?.rows ?? 0);
  if (rows !== moved + reported) {
    found({ kind, name: '', field: `${rows} rows there, ${moved} here and ${reported} reported` });
  }
  return { kind, source: rows, here: moved, reported, samples };
}

async function itemsOf(kind: KeyedKind, target: Target): Promise<number> {
  const [row] = await target.query<{ items: number }>(
    'select count(*)::integer as items from moving.item where kind = $1',
    [kind],
  );
  return row!.items;
}

/** Which were not merged; true: for a reason that the report names. */
async function missingHere(
  kind: KeyedKind,
  batch: readonly Entity[],
  target: Target,
): Promise<ReadonlyMap<Entity, boolean>> {
  const valued = batch.filter(({ value }) => value !== null);
  const keys = valued.map(({ key }) => sortKey(key));
  const items = await target.query<{ key: Buffer }>(
    'select key from moving.item where kind = $1 and key = any ($2)',
    [kind, keys],
  );
  const there = new Set(items.map(({ key }) => key.toString('hex')));
  const absent = valued.filter((_, index) => !there.has(keys[index]!.toString('hex')));
  if (absent.length === 0) return new Map();
  const rows = await target.query<{ n: number }>(
    `select n::integer from jsonb_array_elements($2::jsonb) with ordinality as one (target, n)
     where exists (select from moving.kept
         where kept.target = array(select jsonb_array_elements_text(one.target))
           or kept.kind = 'accounts' and kept.target = array[one.target ->> 0])
       or exists (select from moving.item where item.kind = $1
         and item.target = array(select jsonb_array_elements_text(one.target)))
       or $1 = any ('{rosters,vcards,private,pep,blocks}') and not exists (
         select from account where username = one.target ->> 0)
       or $1 = 'rooms' and not exists (select from chat_service where name = one.target ->> 0)`,
    [kind, JSON.stringify(absent.map(({ target: key }) => key))],
  );
  const explained = new Set(rows.map(({ n }) => n - 1));
  return new Map(absent.map((entity, index) => [entity, explained.has(index)]));
}

/** All that was merged is as it was written, but for what was changed here. */
async function verifyUnchanged(target: Target, { kinds, found }: VerifyOptions): Promise<void> {
  const rows = await target.query<{ kind: Kind; target: string[] }>(
    `select kind, target from moving.item
     where kind = any ($1) and written is distinct from moving.digest(kind, target) limit 10000`,
    [[...kinds]],
  );
  for (const { kind, target: name } of rows) {
    found({ kind, name: name.join('/'), field: 'is not as it was written' });
  }
}

/** Audit entries have no keys; lines are counted by rooms, too. */
async function verifyCounts(
  kind: GrowingKind,
  source: Source,
  target: Target,
  { found, messagesSince }: VerifyOptions,
): Promise<Omit<Verified, 'samples'>> {
  const rows = await linesThere(kind, source, messagesSince);
  const known = (await progressOf(target)).find((one) => one.kind === kind);
  const reported = known?.lost ?? 0;
  let here = rows - reported;
  if (kind === 'audit') {
    const [row] = await target.query<{ here: number }>(
      `select count(*)::integer as here from audit_entry where log_id > (select audit_above from moving.run)`,
    );
    here = row!.here;
    if (here < rows - reported) {
      found({ kind, name: '', field: `${rows} rows there, ${here} here and ${reported} reported` });
    }
  }
  return { kind, source: rows, here, reported };
}

async function linesThere(
  kind: GrowingKind,
  source: Source,
  messagesSince: Date | null,
): Promise<number> {
  if (!source.facts.kinds.has(kind)) return 0;
  if (kind !== 'messages' || messagesSince === null) return (await source.count(kind)).rows;
  let rows = 0;
  for await (const _ of source.rows(kind, { since: messagesSince })) rows += 1;
  return rows;
}
