import type { Note } from '../mapping/outcome.js';
import type { CredentialOutcome } from '../mapping/moved-credentials.js';
import { lostRows } from '../entities/entities.js';
import type { Entity, KeyedKind } from '../entities/entities.js';
import { MERGES } from '../target/merges.js';
import { batchesOf, requireOrder } from '../target/batches.js';
import type { WrittenEntity } from '../target/batches.js';
import { oneAhead } from '../one-ahead.js';
import {
  CHANGED_HERE,
  conflicts,
  FORMER_TARGETS,
  GONE_CHANGED_HERE,
  itemsOf,
  KNOWN_ITEMS,
} from '../target/item-statements.js';
import { isSomeGone, removeGone } from '../target/remove-gone.js';
import type { RunState } from '../target/run-state.js';
import { sortKey } from '../entities/sort-key.js';
import { stage } from '../target/stage.js';
import type { StagedEntity } from '../target/stage.js';
import type { Target } from '../target/target.js';
import { TARGETS_INDEXED, Twins } from '../target/twins.js';
import { writeStores } from '../target/chat-server-stores.js';
import { purgeForNewAccounts } from '../target/former-holders.js';
import { deriveAll, secretOf } from '../target/derivation.js';

export interface PassOptions {
  readonly onConflict: 'fail' | 'keep' | 'replace';
  /** whatever part of what is here has gone there */
  readonly mayRemove: boolean;
  /** keys at once */
  readonly jobs: number;
  readonly derive: (entity: Entity) => Promise<CredentialOutcome>;
  /** takes what is reported of an entity */
  readonly report: (kind: KeyedKind, entity: Entity, note: Note) => void;
  /** how many source rows are done */
  readonly advance: (rows: number) => void;
  /** after each batch. @throws ImportStopped */
  readonly checkpoint: () => Promise<void>;
}

/** What a pass has done, in rows of the source. */
export interface PassResult {
  moved: number;
  lost: number;
  /** things that were merged anew */
  changed: number;
  removed: number;
  /** keys that were derived */
  derived: number;
}

interface KnownItem {
  readonly key: Buffer;
  readonly fingerprint: Buffer;
  readonly secret: Buffer | null;
  readonly notes: readonly Note[] | null;
}

/**
 * Compares what the source has with what was merged, in the order of keys, and merges what differs. A batch and what is noted of it are
 * one transaction, so that whoever goes on finds either both or none.
 */
export class KeyedPass {
  private last: Buffer = Buffer.alloc(0);
  private readonly twins: Twins;
  readonly result: PassResult = { moved: 0, lost: 0, changed: 0, removed: 0, derived: 0 };

  constructor(
    private readonly kind: KeyedKind,
    private readonly target: Target,
    private readonly run: RunState,
    /** what the mapping depends on besides the row */
    private readonly salt: string,
    private readonly options: PassOptions,
  ) {
    this.twins = new Twins(kind, target);
  }

  async take(entities: AsyncIterable<Entity>): Promise<PassResult> {
    for await (const batch of oneAhead(batchesOf(entities))) await this.flush(batch, false);
    await this.flush([], true);
    await this.removeGone();
    return this.result;
  }

  private async flush(written: readonly WrittenEntity[], isLast: boolean): Promise<void> {
    const { kind } = this;
    const batch = written.map(({ entity }) => entity);
    const keys = batch.map(({ key }) => sortKey(key));
    requireOrder(this.last, keys);
    const known = await this.known(keys.at(-1) ?? this.last, isLast);
    const twins = await this.twins.of(batch, this.last);
    for (const twin of twins) {
      this.options.report(kind, twin, { code: 'name-twice', text: 'another one has this name' });
    }
    const changed: StagedEntity[] = [];
    const present = new Set<string>();
    for (const [index, { entity, text }] of written.entries()) {
      if (text === null || twins.has(entity)) continue;
      const key = keys[index]!.toString('hex');
      const item = known.get(key);
      present.add(key);
      const fingerprint = this.run.fingerprints.ofText(
        `[${text},${JSON.stringify([this.salt, entity.password ?? null]).slice(1)}`,
      );
      if (item?.fingerprint.equals(fingerprint)) {
        for (const note of item.notes ?? []) this.options.report(kind, entity, note);
      } else {
        changed.push(this.staged(entity, text, fingerprint, item));
      }
    }
    const gone = [...known.values()].filter(({ key }) => !present.has(key.toString('hex')));
    const staged = await deriveAll(changed, this.options.jobs, this.options.derive);
    this.result.derived += staged.reduce((sum, one) => sum + one.derived, 0);
    for (const { entity, notes } of staged) {
      for (const note of notes) this.options.report(kind, entity, note);
    }
    const refused = await this.merge(staged, gone, known.size > gone.length);
    this.count(batch, new Set([...refused, ...twins]));
    this.last = keys.at(-1) ?? this.last;
    await this.options.checkpoint();
  }

  /** What was merged of the range that ends with `to`. */
  private async known(to: Buffer, isLast: boolean): Promise<Map<string, KnownItem>> {
    const items = await this.target.query<KnownItem>(
      `select key, fingerprint, secret, notes from moving.item
       where kind = $1 and key > $2 and ($4 or key <= $3)`,
      [this.kind, this.last, to, isLast],
    );
    return new Map(items.map((item) => [item.key.toString('hex'), item]));
  }

  private staged(
    entity: Entity,
    text: string,
    fingerprint: Buffer,
    item: KnownItem | undefined,
  ): StagedEntity & { keep: readonly Note[] | null } {
    if (entity.password === undefined) {
      return { entity, text, fingerprint, secret: null, notes: [], keep: null };
    }
    const { secret, same } = secretOf(entity.password, this.run.fingerprints, item);
    const keep = same ? (item?.notes ?? []) : null;
    return { entity, text, fingerprint, secret, notes: keep ?? [], keep };
  }

  /**
   * @param isKnown whether some of them may be merged already
   * @returns entities that could not be merged
   */
  private async merge(
    staged: readonly StagedEntity[],
    gone: readonly KnownItem[],
    isKnown: boolean,
  ): Promise<ReadonlySet<Entity>> {
    if (staged.length === 0 && gone.length === 0) return new Set();
    const { kind, target } = this;
    const refused = await target.transaction(async () => {
      await this.setAside(gone.map(({ key }) => key));
      if (staged.length === 0) return new Map<number, string>();
      await stage(target, staged, MERGES[kind]!.parts);
      await this.refuse();
      await this.noteFormer();
      if (kind === 'accounts') await purgeForNewAccounts(target);
      if (kind === 'private' || kind === 'pep' || kind === 'blocks') {
        await writeStores(target, kind);
      }
      const isNew = await this.write();
      await this.reportLosses(staged);
      await target.query(FORMER_TARGETS, [kind]);
      // triggers might have written something else
      const isAsStaged = isNew && this.run.firstLoad;
      const items = itemsOf(isAsStaged ? MERGES[kind]!.written : undefined);
      await target.query(isKnown ? `${items} ${KNOWN_ITEMS}` : items, [kind]);
      const rows = await target.query<{ n: number; refused: string }>(
        'select n, refused from moving.stage where refused is not null',
      );
      return new Map(rows.map((row) => [row.n, row.refused]));
    });
    this.result.changed += staged.length - refused.size;
    const left = new Set<Entity>();
    for (const [n, code] of refused) {
      const { entity } = staged[n]!;
      left.add(entity);
      this.options.report(kind, entity, { code: code as Note['code'], text: REFUSALS[code]! });
    }
    return left;
  }

  /** What is gone there is removed at the end of the pass, unless something else has its name by then. */
  private async setAside(keys: readonly Buffer[]): Promise<void> {
    if (keys.length === 0) return;
    await this.target.query(
      `with gone as (
         delete from moving.item where kind = $1 and key = any ($2) returning kind, key, target, written)
       insert into moving.gone select * from gone`,
      [this.kind, keys],
    );
  }

  private async refuse(): Promise<void> {
    const { kind, target } = this;
    const { refuse, isHere, isThereAnyway = false } = MERGES[kind]!;
    const { onConflict } = this.options;
    for (const statement of refuse) await target.query(statement);
    await target.query(CHANGED_HERE, [kind]);
    if (await isSomeGone(target, kind)) {
      await target.query(TARGETS_INDEXED);
      await target.query(GONE_CHANGED_HERE, [kind]);
    }
    if (isHere === undefined) return;
    if (onConflict === 'keep' || (onConflict === 'fail' && !isThereAnyway)) {
      await target.query(conflicts(isHere), [kind]);
    }
    for (const statement of KEPT) await target.query(statement, [kind]);
  }

  private async noteFormer(): Promise<void> {
    const table = FORMER[this.kind];
    if (table === undefined) return;
    await this.target.query(
      `insert into moving.former
       select $1, target, (select to_jsonb(${table[0]}) from ${table[0]} where ${table[1]} = target[1])
       from moving.stage where refused is null on conflict do nothing`,
      [this.kind],
    );
  }

  /** @returns whether nothing of it was here */
  private async write(): Promise<boolean> {
    const { target } = this;
    const { clear = [], isHere, merge } = MERGES[this.kind]!;
    const some = `select from moving.stage where refused is null and (${isHere}) limit 1`;
    const isNew = isHere !== undefined && (await target.query(some)).length === 0;
    if (!isNew) for (const statement of clear) await target.query(statement);
    for (const { rows, onConflict } of merge) {
      await target.query(isNew || onConflict === undefined ? rows : `${rows} ${onConflict}`);
    }
    return isNew;
  }

  private async reportLosses(staged: readonly StagedEntity[]): Promise<void> {
    const { losses } = MERGES[this.kind]!;
    if (losses === undefined) return;
    type Loss = { readonly n: number; readonly code: Note['code']; readonly text: string };
    for (const { n, code, text } of await this.target.query<Loss>(losses)) {
      this.options.report(this.kind, staged[n]!.entity, { code, text });
    }
  }

  private count(batch: readonly Entity[], refused: ReadonlySet<Entity>): void {
    let rows = 0;
    for (const entity of batch) {
      rows += entity.rows;
      const lost = lostRows(entity, refused.has(entity));
      this.result.lost += lost;
      this.result.moved += entity.rows - lost;
      const notes = refused.has(entity) ? [] : entity.notes;
      for (const note of notes) this.options.report(this.kind, entity, note);
    }
    this.options.advance(rows);
  }

  private async removeGone(): Promise<void> {
    const { removed, kept } = await removeGone(this.target, this.kind, this.options.mayRemove);
    this.result.removed += removed;
    for (const name of kept) {
      const entity = { key: [], name, rows: 0, value: null, target: [], notes: [] };
      const text = 'gone there, but changed here';
      this.options.report(this.kind, entity, { code: 'changed-here', text });
    }
  }
}

const REFUSALS: Readonly<Record<string, string>> = {
  'reference-missing': 'what it belongs to is not here',
  'changed-here': 'it was changed here since it was copied, and stays so',
  conflict: 'something of this name was here already, and stays',
};

/** What is moved after all is kept no more. */
const KEPT = [
  `insert into moving.kept select $1, target from moving.stage
   where refused = 'conflict' on conflict do nothing`,
  `delete from moving.kept using moving.stage
   where kept.kind = $1 and kept.target = stage.target and refused is null`,
];

const FORMER: Partial<Record<KeyedKind, readonly [table: string, key: string]>> = {
  properties: ['system_property', 'system_property.key'],
  services: ['chat_service', 'chat_service.name'],
};
