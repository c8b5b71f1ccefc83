import type { BulkEntry } from '@chat-admin/domain/muc/rooms/room-bulk';
import { InvalidValue } from '../../wire/body-faults.js';
import { docOfLists } from '../../wire/doc-of-lists.js';
import type { Item, ScalarField } from '../../wire/fields.js';
import type { BodyReader } from '../../wire/read-body.js';
import { mapRoots } from '../../wire/read-body.js';
import { shown } from '../../wire/json-values.js';
import { UNUSABLE, type Scalar } from '../../wire/scalars.js';
import { unusable } from '../../wire/unusable.js';
import {
  doc,
  list,
  listDoc,
  text,
  always,
  type Field,
  type Fields,
  type Value,
} from '../../wire/schema.js';
import { extraRoomFields, roomDoc } from './room.doc.js';

const result = doc('result', { roomName: text, resultType: always(text), message: always(text) });

/** Contract: muc-and-legacy 6 */
export const bulkResultsDoc = docOfLists('results', {
  success: list('result', result),
  failure: list('result', result),
  other: list('result', result),
});

/** Placeholder for a value that cannot be converted, so that the other values are kept. */
class Unconverted {
  constructor(
    private readonly field: ScalarField<unknown>,
    private readonly shown: string,
  ) {}

  faultOf(wire: string): InvalidValue {
    return unusable(wire, this.field, this.shown);
  }
}

const lenientFields = Object.fromEntries(
  Object.entries(roomDoc.fields).map(([property, field]) => [property, lenient(field)]),
) as Fields;
const lenientRooms = listDoc(
  'chatRooms',
  doc('chatRoom', lenientFields, { unread: extraRoomFields }),
  {
    member: 'chatRooms',
    limit: { things: 'rooms', most: 5000 },
  },
);

/** Reads entries independently: a value that cannot be converted invalidates its own entry only. */
export const bulkRooms: BodyReader<readonly BulkEntry[]> = {
  xmlRoots: new Map(mapRoots(lenientRooms.settled, settle)),
  readJson: async (value, ignored) => settle(await lenientRooms.settled.readJson(value, ignored)),
};

function settle(entries: readonly unknown[]): readonly BulkEntry[] {
  return entries.map((entry) =>
    entry instanceof InvalidValue
      ? { draft: {}, fault: entry }
      : settleOne(entry as Readonly<Record<string, unknown>>),
  );
}

function settleOne(entry: Readonly<Record<string, unknown>>): BulkEntry {
  for (const property in entry) {
    const unconverted = unconvertedIn(entry[property]);
    if (unconverted === null) continue;
    const field: Field = roomDoc.fields[property as keyof typeof roomDoc.fields];
    const { roomName } = entry;
    return {
      draft: typeof roomName === 'string' ? { roomName } : {},
      fault: unconverted.faultOf(field.wireName ?? property),
    };
  }
  return { draft: entry as Value<typeof roomDoc>, fault: null };
}

/** The first placeholder in a value or list. */
function unconvertedIn(value: unknown): Unconverted | null {
  if (!Array.isArray(value)) return value instanceof Unconverted ? value : null;
  for (const one of value) if (one instanceof Unconverted) return one;
  return null;
}

function lenient(field: Field): Field {
  if (field.kind === 'scalar') return lenientScalar(field);
  return { ...field, item: lenientItem(field.item) };
}

function lenientItem(item: Item): Item {
  return item.kind === 'scalar' ? lenientScalar(item) : item;
}

function lenientScalar(field: ScalarField<unknown>): ScalarField<unknown> {
  const { scalar } = field;
  const settled: Scalar<unknown> = {
    ...scalar,
    fromText: (text) => kept(field, scalar.fromText(text), text),
    fromJson: (value) => kept(field, scalar.fromJson(value), shown(value)),
  };
  return { ...field, scalar: settled };
}

function kept(field: ScalarField<unknown>, value: unknown, shown: string): unknown {
  return value === UNUSABLE ? new Unconverted(field, shown) : value;
}
