import type { Digits, NamedValue, ServiceRow } from '../../rows.js';
import { type Batches, type Cells, compareTexts, integer } from '../cells.js';
import { coGrouped } from '../co-grouped.js';
import { sorted } from '../sorted.js';
import { named } from './accounts.js';
import { mapped, orphans, type Reading, sortedTable } from './reading.js';

const BEFORE_SERVICES = 'xmpp.muc.';

/** Services; before schema 17 the one that properties describe. */
export async function* services(reading: Reading): Batches<ServiceRow> {
  if (!reading.schema.has('ofMucService')) {
    if (reading.schema.has('ofMucRoom')) yield [await onlyService(reading)];
    return;
  }
  const columns = ['serviceID', 'subdomain', 'description', 'isHidden'];
  const rows = sorted(withProperties(reading, columns), [1, 0], reading.scratch);
  yield* mapped(rows, ([serviceID, subdomain, description, isHidden, values]) => ({
    serviceID: serviceID!,
    subdomain: subdomain ?? '',
    description: description!,
    isHidden: integer(isHidden),
    properties: JSON.parse(values!) as NamedValue[],
  }));
}

async function* withProperties(reading: Reading, columns: readonly string[]): Batches {
  const joined = coGrouped(
    [
      sortedTable(reading, 'ofMucService', columns, 1),
      sortedTable(reading, 'ofMucServiceProp', ['serviceID', 'name', 'propValue'], 2),
    ],
    1,
  );
  for await (const batch of joined) {
    yield batch.flatMap(({ key, rows: [found, values] }): Cells[] => {
      if (found!.length === 0) {
        const name = `serviceID ${key[0]}`;
        orphans(reading.report, 'services', name, 'ofMucServiceProp', values!.length);
      }
      const own = JSON.stringify(values!.map(named));
      return found!.map((row) => [...row, own]);
    });
  }
}

async function onlyService({ schema }: Reading): Promise<ServiceRow> {
  const properties: NamedValue[] = [];
  for await (const batch of schema.read('ofProperty', ['name', 'propValue'])) {
    for (const [name, propValue] of batch) {
      if (!name?.startsWith(BEFORE_SERVICES)) continue;
      properties.push({ name: name.slice(BEFORE_SERVICES.length), propValue: propValue! });
    }
  }
  properties.sort((a, b) => compareTexts(a.name, b.name));
  const subdomain = properties.find(({ name }) => name === 'service')?.propValue?.trim();
  return {
    serviceID: null,
    subdomain: subdomain || 'conference',
    description: null,
    isHidden: null,
    properties,
  };
}

/** Subdomains by number; the number null stands for the only service of old schemas. */
export async function subdomains(
  reading: Reading,
): Promise<(serviceID: Digits | null) => readonly string[]> {
  const found = new Map<Digits | null, string[]>();
  for await (const batch of services({ ...reading, report: () => {} })) {
    for (const { serviceID, subdomain } of batch) {
      found.set(serviceID, [...(found.get(serviceID) ?? []), subdomain]);
    }
  }
  return (serviceID) => found.get(serviceID) ?? [];
}
