import { movedAccount } from '../mapping/accounts.js';
import { movedBlocks } from '../mapping/blocks.js';
import type { MappingContext } from '../mapping/context.js';
import { movedGroup } from '../mapping/groups.js';
import type { Elsewhere, Note, Outcome } from '../mapping/outcome.js';
import { movedNode } from '../mapping/pep.js';
import { movedPrivate } from '../mapping/private-data.js';
import { movedRoom } from '../mapping/rooms.js';
import { movedRoster } from '../mapping/rosters.js';
import { movedService } from '../mapping/services.js';
import { movedVcard } from '../mapping/vcards.js';
import type { PasswordColumns } from '../mapping/moved-credentials.js';
import type { GrowingKind, RosterRow, RowsByKind } from '../rows.js';
import type { RowsOptions, Source } from '../source.js';
import { vcardsWithAvatars } from './avatars.js';
import { nodes } from './pep-nodes.js';

/** Kinds that are compared by key; properties are so few that they are one piece. */
export type KeyedKind = Exclude<keyof RowsByKind, GrowingKind>;

/** What becomes one thing here, or does not. */
export interface Entity {
  /** in the source; entities come in its order */
  readonly key: readonly string[];
  /** for people */
  readonly name: string;
  /** how many rows of the source it is made of, by its count */
  readonly rows: number;
  /** null: it is not moved, `notes` say why; or {@link isElsewhere} */
  readonly value: object | null;
  /** it is mapped with another kind, `value` is null */
  readonly isElsewhere?: true;
  /** key here */
  readonly target: readonly string[];
  readonly notes: readonly Note[];
  /** of accounts */
  readonly password?: PasswordColumns | undefined;
}

type Reader<K extends KeyedKind> = (
  rows: AsyncIterable<RowsByKind[K]>,
  context: MappingContext,
  source: Source,
) => AsyncIterable<Entity>;

function entity<T extends object>(
  key: readonly string[],
  name: string,
  rows: number,
  outcome: Outcome<T> | Elsewhere,
  targetOf: (value: T) => readonly string[],
  password?: PasswordColumns,
): Entity {
  const { value, notes } = outcome;
  if ('reason' in outcome || value === null) {
    const reasons = 'reason' in outcome ? [outcome.reason] : [];
    const without = {
      key,
      name,
      rows,
      value: null,
      target: [],
      notes: [...reasons, ...notes],
      password,
    };
    return 'isElsewhere' in outcome ? { ...without, isElsewhere: true } : without;
  }
  return { key, name, rows, value, notes, target: targetOf(value), password };
}

const READERS: { readonly [K in Exclude<KeyedKind, 'properties'>]: Reader<K> } = {
  async *accounts(rows, context) {
    for await (const row of rows) {
      const { username, user, scram } = row;
      const count = user === null ? 0 : 1;
      const outcome = movedAccount(row, context);
      const password = { username, user, scram };
      yield entity([username], username, count, outcome, (one) => [one.username], password);
    }
  },
  async *groups(rows, context) {
    for await (const row of rows) {
      const count = row.group === null ? 0 : 1;
      const outcome = movedGroup(row, context);
      yield entity([row.groupName], row.groupName, count, outcome, (one) => [one.name]);
    }
  },
  async *rosters(rows, context) {
    for await (const all of runs(rows, (row) => row.username)) {
      const [{ username }] = all as [RosterRow];
      const outcome = movedRoster(username, all, context);
      yield entity([username], username, all.length, outcome, (one) => [one.owner]);
    }
  },
  async *vcards(rows, context, source) {
    for await (const { username, row, avatar } of vcardsWithAvatars(rows, source, context)) {
      const outcome = movedVcard(row ?? { username }, context, avatar);
      const count = row === null ? 0 : 1;
      yield entity([username], username, count, outcome, (one) => [one.username]);
    }
  },
  async *services(rows, context) {
    for await (const row of rows) {
      const outcome = movedService(row, context);
      const key = [row.subdomain, row.serviceID ?? ''];
      yield entity(key, row.subdomain, 1, outcome, (one) => [one.name]);
    }
  },
  async *rooms(rows, context) {
    for await (const row of rows) {
      const service = row.services[0] ?? '';
      const key = [service, row.name, row.roomID ?? ''];
      const outcome = movedRoom(row, context);
      yield entity(key, `${row.name}@${service}`, 1, outcome, (one) => [one.service, one.name]);
    }
  },
  async *private(rows, context) {
    for await (const row of rows) {
      const key = [row.username, row.namespace, row.name];
      const name = `${row.username}: ${row.namespace}`;
      yield entity(key, name, 1, movedPrivate(row, context), (one) => [one.user, one.key]);
    }
  },
  async *pep(rows, context) {
    for await (const found of nodes(rows)) {
      const { serviceID, nodeID, node, items } = found.row;
      const count = items + (node === null ? 0 : 1);
      const name = `${serviceID}: ${nodeID}`;
      const outcome = movedNode(found, context);
      yield entity([serviceID, nodeID], name, count, outcome, (one) => [one.user, one.node]);
    }
  },
  async *blocks(rows, context) {
    for await (const row of rows) {
      const outcome = movedBlocks(row, context);
      const name = `${row.username}: ${row.name}`;
      yield entity([row.username, row.name], name, 1, outcome, (one) => [one.user]);
    }
  },
};

/** How many of its rows the report answers for. */
export function lostRows(
  { rows, value, isElsewhere, notes }: Omit<Entity, 'key' | 'target'>,
  isRefused = false,
): number {
  if (isRefused || (value === null && !isElsewhere)) return rows;
  return Math.min(
    rows,
    notes.reduce((sum, one) => sum + (one.rows ?? 0), 0),
  );
}

/** The entities of a kind, in the order of their keys. */
export function entitiesOf<K extends Exclude<KeyedKind, 'properties'>>(
  kind: K,
  source: Source,
  context: MappingContext,
  options: RowsOptions,
): AsyncIterable<Entity> {
  return (READERS[kind] as Reader<K>)(source.rows(kind, options), context, source);
}

/** Neighbours with the same key, together. */
async function* runs<T>(
  rows: AsyncIterable<T>,
  keyOf: (row: T) => string,
): AsyncIterable<readonly T[]> {
  let run: T[] = [];
  for await (const row of rows) {
    if (run.length > 0 && keyOf(run[0]!) !== keyOf(row)) {
      yield run;
      run = [];
    }
    run.push(row);
  }
  if (run.length > 0) yield run;
}
