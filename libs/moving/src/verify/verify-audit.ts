import { movedAuditEntry } from '../mapping/audit.js';
import type { MovedAuditEntry } from '../mapping/audit.js';
import type { Source } from '../source.js';
import type { Target } from '../run/target.js';
import type { Difference } from './difference.js';
import { Samples } from './samples.js';

const SAMPLES = 1_000;

/** Some entries, member by member; they have no key but all that they say. */
export async function verifyAudit(source: Source, target: Target): Promise<readonly Difference[]> {
  const samples = new Samples<MovedAuditEntry>(SAMPLES);
  for await (const row of source.rows('audit')) {
    const { value } = movedAuditEntry(row);
    if (value !== null) samples.offer([row.msgID], value);
  }
  const missing = await target.query<{ n: number }>(
    `select n::integer from jsonb_array_elements($1::jsonb) with ordinality as one (entry, n)
     where not exists (
       select from audit_entry
       where log_id > (select audit_above from moving.run) and occurred_at = (entry ->> 'occurredAt')::timestamptz
         and username = entry ->> 'username' and summary = entry ->> 'summary'
         and node = entry ->> 'node' and details = entry ->> 'details')
     order by n`,
    [JSON.stringify(samples.all)],
  );
  return missing.map(({ n }) => {
    const { occurredAt, username } = samples.all[n - 1]!;
    const name = `${occurredAt.toISOString()} ${username}`;
    return { kind: 'audit', name, field: 'is not as it is there' } as const;
  });
}
