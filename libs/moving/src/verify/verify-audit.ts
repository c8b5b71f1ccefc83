import { movedAuditEntry } from '../mapping/audit.js';
import type { MovedAuditEntry } from '../mapping/audit.js';
import { BatchLimits } from '../run/batches.js';
import type { Source } from '../source.js';
import type { Target } from '../run/target.js';
import type { Difference } from './difference.js';
import { samplingOf } from './sampling.js';

/** Some entries, member by member; they have no key but all that they say. */
export async function verifyAudit(source: Source, target: Target): Promise<readonly Difference[]> {
  const isSampled = await samplingOf(source, 'audit');
  const differences: Difference[] = [];
  let batch: MovedAuditEntry[] = [];
  let limits = new BatchLimits();
  const look = async () => {
    differences.push(...(await missingHere(batch, target)));
    batch = [];
    limits = new BatchLimits();
  };
  for await (const row of source.rows('audit')) {
    const { value } = movedAuditEntry(row);
    if (value === null || !isSampled([row.msgID])) continue;
    batch.push(value);
    limits.add(1, value.details.length);
    if (limits.areReached) await look();
  }
  await look();
  return differences;
}

async function missingHere(
  batch: readonly MovedAuditEntry[],
  target: Target,
): Promise<readonly Difference[]> {
  const missing = await target.query<{ n: number }>(
    `select n::integer from jsonb_array_elements($1::jsonb) with ordinality as one (entry, n)
     where not exists (
       select from audit_entry
       where log_id > (select audit_above from moving.run) and occurred_at = (entry ->> 'occurredAt')::timestamptz
         and username = entry ->> 'username' and summary = entry ->> 'summary'
         and node = entry ->> 'node' and details = entry ->> 'details')
     order by n`,
    [JSON.stringify(batch)],
  );
  return missing.map(({ n }) => {
    const { occurredAt, username } = batch[n - 1]!;
    const name = `${occurredAt.toISOString()} ${username}`;
    return { kind: 'audit', name, field: 'is not as it is there' } as const;
  });
}
