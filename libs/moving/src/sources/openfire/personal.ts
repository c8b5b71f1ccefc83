import type { BlockRow, NodeColumns, PepItemRow, PepRow, PrivateRow } from '../../rows.js';
import { type Batches, type Cells, integer } from '../cells.js';
import { coGrouped } from '../co-grouped.js';
import { sorted } from '../sorted.js';
import { mapped, ms, orphans, type Reading, sortedTable } from './reading.js';

export function privateData(reading: Reading): Batches<PrivateRow> {
  const columns = ['username', 'namespace', 'name', ['privateData', 'value'] as const];
  return mapped(sortedTable(reading, 'ofPrivate', columns, 3), (row) => ({
    username: row[0] ?? '',
    namespace: row[1] ?? '',
    name: row[2] ?? '',
    privateData: row[3]!,
  }));
}

export function blocks(reading: Reading): Batches<BlockRow> {
  const columns = ['username', 'name', 'isDefault', 'list'];
  return mapped(sortedTable(reading, 'ofPrivacyList', columns, 2), (row) => ({
    username: row[0] ?? '',
    name: row[1] ?? '',
    isDefault: integer(row[2]),
    list: row[3]!,
  }));
}

const NODE = ['serviceID', 'nodeID'];
const COLUMNS = [
  ...['leaf', 'creationDate', 'modificationDate', 'persistItems', 'maxItems', 'sendItemSubscribe'],
  ...['accessModel', 'publisherModel', 'payloadType', 'creator', 'name', 'description'],
];

/**
 * Nodes, each before its items. How many there are is counted in a pass of its own over their keys, so that no node's items have to
 * be held.
 */
export async function* pep(reading: Reading): Batches<PepRow> {
  const heads = coGrouped(
    [
      sortedTable(reading, 'ofPubsubNode', [...NODE, ...COLUMNS], 2),
      sortedTable(reading, 'ofPubsubAffiliation', [...NODE, 'jid', 'affiliation'], 3),
      sortedTable(reading, 'ofPubsubItem', NODE, 2),
    ],
    2,
  );
  const items = itemCursor(reading);
  try {
    for await (const batch of heads) {
      for (const { key, rows } of batch) {
        const [node, affiliations, counted] = rows;
        const [serviceID, nodeID] = [key[0] ?? '', key[1] ?? ''];
        if (node!.length === 0) {
          // Openfire stores affiliations of a service's root collection, but not the collection itself
          const isRoot = nodeID === '' || nodeID === serviceID;
          const name = `${serviceID}: ${nodeID}`;
          const orphaned = isRoot ? 0 : affiliations!.length;
          orphans(reading.report, 'pep', name, 'ofPubsubAffiliation', orphaned);
          // affiliations alone make no node
          if (counted!.length === 0) continue;
        }
        const columns = node![0] ? nodeColumns(node![0], affiliations!) : null;
        yield [{ type: 'node', serviceID, nodeID, node: columns, items: counted!.length }];
        for (let left = counted!.length; left > 0;) {
          const next = await items.take(left);
          left -= next.length;
          yield next;
        }
      }
    }
  } finally {
    await items.end();
  }
}

function nodeColumns(row: Cells, affiliations: readonly Cells[]): NodeColumns {
  return {
    leaf: integer(row[2]),
    creationDate: ms(row[3]!),
    modificationDate: ms(row[4]!),
    persistItems: integer(row[5]),
    maxItems: integer(row[6]),
    sendItemSubscribe: integer(row[7]),
    accessModel: row[8]!,
    publisherModel: row[9]!,
    payloadType: row[10]!,
    creator: row[11]!,
    name: row[12]!,
    description: row[13]!,
    affiliations: affiliations.map(([, , jid, affiliation]) => ({
      jid: jid ?? '',
      affiliation: affiliation!,
    })),
  };
}

/** Items in the order of their nodes, taken by number. */
function itemCursor({ schema, scratch }: Reading) {
  const columns = [...NODE, 'creationDate', 'id', 'jid', 'payload'];
  const rows = sorted(schema.read('ofPubsubItem', columns), [0, 1, 2, 3], scratch);
  const batches = rows[Symbol.asyncIterator]();
  let held: readonly Cells[] = [];
  return {
    /** @returns one at least, `most` at most */
    async take(most: number): Promise<PepItemRow[]> {
      while (held.length === 0) {
        const { done, value } = await batches.next();
        if (done) throw new Error('The items of a node changed while they were read.');
        held = value;
      }
      const taken = held.slice(0, most);
      held = held.slice(taken.length);
      return taken.map(([serviceID, nodeID, creationDate, id, jid, payload]) => ({
        type: 'item',
        serviceID: serviceID ?? '',
        nodeID: nodeID ?? '',
        id: id ?? '',
        jid: jid!,
        creationDate: ms(creationDate!),
        payload: payload!,
      }));
    },
    end: async () => void (await batches.return?.()),
  };
}
