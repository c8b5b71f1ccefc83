import { LINE_MAPPINGS } from '../mapping/lines.js';
import type { Outcome } from '../mapping/outcome.js';
import { isGrowing, KINDS } from '../rows.js';
import type { Kind, RowsByKind } from '../rows.js';
import type { Source } from '../source.js';
import { entitiesOf, lostRows } from '../entities/entities.js';
import type { Entity } from '../entities/entities.js';
import type { Follower, ImportSettings } from './import-settings.js';
import type { PassResult } from './keyed-pass.js';
import type { OpenedImport } from './open-import.js';
import { propertyEntities } from './property-entities.js';
import type { Reporter } from './reporter.js';
import { requireGoingOn } from './stoppable.js';

/** What a pass would report without a target: what the mapping says. No key is derived. */
export async function dryRun(
  source: Source,
  opened: OpenedImport,
  settings: ImportSettings,
  reporter: Reporter,
  follower: Follower,
): Promise<ReadonlyMap<Kind, PassResult>> {
  const results = new Map<Kind, PassResult>();
  for (const kind of KINDS.filter((one) => settings.kinds.has(one))) {
    const result = { moved: 0, lost: 0, changed: 0, removed: 0, derived: 0 };
    results.set(kind, result);
    const count = source.facts.kinds.has(kind) ? await source.count(kind) : null;
    follower.begins(kind, count?.rows ?? 0);
    for await (const thing of things(kind, source, opened, settings)) {
      const { name, rows, notes } = thing;
      const lost = lostRows(thing);
      result.lost += lost;
      result.moved += rows - lost;
      for (const note of notes) reporter.note(kind, name, note);
      follower.advance(kind, rows);
      requireGoingOn(follower.isStopped);
    }
    follower.ends(kind, result);
  }
  return results;
}

type Thing = Omit<Entity, 'key' | 'target'>;

function things(
  kind: Kind,
  source: Source,
  opened: OpenedImport,
  { propertyPrefixes }: ImportSettings,
): AsyncIterable<Thing> {
  if (kind === 'properties') return propertyEntities(opened, propertyPrefixes);
  const { context } = opened.found;
  if (isGrowing(kind)) {
    type Row = RowsByKind[typeof kind];
    const map = LINE_MAPPINGS[kind] as (row: Row, of: typeof context) => Outcome<object>;
    return lines(source.rows(kind) as AsyncIterable<Row>, (row) => map(row, context));
  }
  return entitiesOf(kind, source, context, {});
}

async function* lines<T>(
  rows: AsyncIterable<T>,
  map: (row: T) => Outcome<object>,
): AsyncIterable<Thing> {
  for await (const row of rows) {
    const outcome = map(row);
    const reasons = 'reason' in outcome ? [outcome.reason] : [];
    yield { name: '', rows: 1, value: outcome.value, notes: [...reasons, ...outcome.notes] };
  }
}
