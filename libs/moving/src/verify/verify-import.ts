import { GROWING } from '../rows.js';
import type { GrowingKind, Kind, RowsByKind } from '../rows.js';
import { requireReadable } from '../source.js';
import type { Source } from '../source.js';
import { batchesOf } from '../target/batches.js';
import { lostRows } from '../entities/entities.js';
import type { Entity, KeyedKind } from '../entities/entities.js';
import type { OpenedImport } from '../passes/open-import.js';
import { entitiesHere } from '../passes/kept-people.js';
import { propertyEntities } from '../passes/property-entities.js';
import { completeTables } from '../target/moving-schema.js';
import { NONE, requireRun } from '../target/run-state.js';
import type { RunState } from '../target/run-state.js';
import { keptAmong } from '../target/kept.js';
import type { Target } from '../target/target.js';
import { differingMembers } from './compare.js';
import type { Difference, LinesVerifier } from './difference.js';
import { READINGS } from './read-here.js';
import type { Repositories } from './repositories.js';
import { sampledItems, SAMPLES } from './sampling.js';
import { storedHere } from './stored-here.js';
import type { Stored } from './stored-here.js';
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
  await completeTables(target);
  const verified: Verified[] = [];
  for (const kind of KEYED.filter((one) => options.kinds.has(one))) {
    verified.push(await verifyKind(kind, source, target, run, opened, here, options));
  }
  for (const kind of GROWING.filter((one) => options.kinds.has(one))) {
    verified.push(await verifyLines(kind, source, target, opened, options));
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
  let [moved, reported, named, present, samples] = [0, 0, 0, 0, 0];
  const compare = async (entity: Entity) => {
    checkpoint?.();
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
    const all = batch.map(({ entity }) => entity);
    const stored = await storedHere(kind, all, target);
    const explained = await explainedAmong(kind, all, stored, target);
    for (const entity of all) {
      const { missing, field } = stored.get(entity) ?? NOT_MERGED;
      const isMerged = stored.has(entity) || entity.value === null;
      if (!isMerged && !explained.has(entity)) {
        named += entity.rows;
        found({ kind, name: entity.name, field: 'is missing' });
        continue;
      }
      const lost = lostRows(entity, !isMerged);
      const absent = Math.min(missing, entity.rows - lost);
      reported += lost;
      named += absent;
      moved += entity.rows - lost - absent;
      if (!stored.has(entity)) continue;
      if (entity.value !== null) present += 1;
      if (field !== null) found({ kind, name: entity.name, field });
      if (isSampled(entity.key)) {
        samples += 1;
        if (entity.value !== null && field !== 'is missing') await compare(entity);
      }
    }
  }
  const gone = items - present;
  if (gone > 0) found({ kind, name: '', field: `${gone} here are gone there` });
  const count = source.facts.kinds.has(kind) ? await source.count(kind) : null;
  const told = moved + reported + named;
  // a running server counts its contacts only while they are read
  const rows = count?.estimated ? told : (count?.rows ?? 0);
  if (rows !== told) {
    found({ kind, name: '', field: `${rows} rows there, ${moved} here and ${reported} reported` });
  }
  return { kind, source: rows, here: moved, reported, samples };
}

const NOT_MERGED: Stored = { missing: 0, field: null };

const LINES = {
  audit: verifyAudit,
  messages: verifyMessages,
  offline: verifyOffline,
  archive: verifyArchive,
} as const;

async function verifyLines<K extends GrowingKind>(
  kind: K,
  source: Source,
  target: Target,
  { found: { context } }: OpenedImport,
  { found, messagesSince, samples = SAMPLES, checkpoint }: VerifyOptions,
): Promise<Verified> {
  const since = kind === 'messages' ? messagesSince : null;
  let read = 0;
  async function* rows(): AsyncIterable<RowsByKind[K]> {
    for await (const row of source.rows(kind, since === null ? {} : { since })) {
      read += 1;
      yield row;
    }
  }
  const verify = LINES[kind] as LinesVerifier<K>;
  const { differences, ...counts } = await verify(rows(), target, context, { samples, checkpoint });
  differences.forEach(found);
  const isCounted = since === null && source.facts.kinds.has(kind);
  const count = isCounted ? await source.count(kind) : null;
  if (count !== null && !count.estimated && count.rows !== read) {
    found({ kind, name: '', field: `${count.rows} rows there, ${read} of them read` });
  }
  return { kind, ...counts };
}

async function itemsOf(kind: KeyedKind, target: Target): Promise<number> {
  const [row] = await target.query<{ items: number }>(
    'select count(*)::integer as items from moving.item where kind = $1',
    [kind],
  );
  return row!.items;
}

/** Those that were not merged for a reason that the report names. */
async function explainedAmong(
  kind: KeyedKind,
  batch: readonly Entity[],
  merged: ReadonlyMap<Entity, Stored>,
  target: Target,
): Promise<ReadonlySet<Entity>> {
  const absent = batch.filter((entity) => entity.value !== null && !merged.has(entity));
  if (absent.length === 0) return new Set();
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
  return new Set(rows.map(({ n }) => absent[n - 1]!));
}
