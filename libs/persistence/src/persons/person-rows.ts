import type { ExportedKind } from '@chat-admin/domain/persons/personal-kinds';
import { entryOfPerson } from '@chat-admin/domain/persons/entry-of-person';
import { PERSON_QUERIES } from './person-queries.js';
import type { Person } from './person-queries.js';
import type { PersonSnapshot } from './person-snapshot.js';

export type RowKind = ExportedKind<'ndjson'>;
type Row = Readonly<Record<string, unknown>>;
type Entry = Parameters<typeof entryOfPerson>[0];

export const ROW_KINDS = Object.keys(PERSON_QUERIES) as readonly RowKind[];

/** What a kind has of a person, in batches as they are taken. */
export async function* rowsOfPerson(
  snapshot: PersonSnapshot,
  kind: RowKind,
  person: Person,
): AsyncGenerator<readonly Row[]> {
  const { text, values } = PERSON_QUERIES[kind](person);
  for await (const batch of snapshot.rows<{ row: Row }>(text, values)) {
    yield batch.flatMap(({ row }) => ofPerson(kind, row, person));
  }
}

/** One, or none. */
function ofPerson(kind: RowKind, row: Row, person: Person): readonly Row[] {
  if (kind !== 'audit') return [row];
  const entry = entryOfPerson(row as unknown as Entry, person);
  if (entry === null) return [];
  const { kind: _, accountId: __, ...shown } = { ...row, ...entry };
  return [shown];
}
