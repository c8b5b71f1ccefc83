import { movedAuditEntry } from '../mapping/audit.js';
import type { MovedAuditEntry } from '../mapping/audit.js';
import type { MappingContext } from '../mapping/context.js';
import type { Source } from '../source.js';
import type { Target } from '../target/target.js';
import type { Difference, LinesVerified } from './difference.js';
import { digestOf, Samples, SAMPLES } from './sampling.js';

/** What is kept of an entry, however long its details are. */
interface Mark extends Omit<MovedAuditEntry, 'details'> {
  readonly digest: string;
}

/** Some entries, member by member; they have no key but all that they say. */
export async function verifyAudit(
  source: Source,
  target: Target,
  _: MappingContext,
  { samples = SAMPLES }: { readonly samples?: number },
): Promise<LinesVerified> {
  const chosen = new Samples<Mark>(samples);
  for await (const row of source.rows('audit')) {
    const { value } = movedAuditEntry(row);
    if (value !== null) chosen.remember([row.msgID], () => markOf(value));
  }
  const differences = await missingHere(chosen.values, target);
  return { differences, samples: chosen.values.length };
}

const markOf = ({ details, ...entry }: MovedAuditEntry): Mark => ({
  ...entry,
  digest: digestOf(details),
});

async function missingHere(
  entries: readonly Mark[],
  target: Target,
): Promise<readonly Difference[]> {
  const missing = await target.query<{ n: number }>(
    `select n::integer from jsonb_array_elements($1::jsonb) with ordinality as one (entry, n)
     where not exists (
       select from audit_entry
       where log_id > (select audit_above from moving.run) and occurred_at = (entry ->> 'occurredAt')::timestamptz
         and username = entry ->> 'username' and summary = entry ->> 'summary'
         and node = entry ->> 'node' and encode(sha256(convert_to(details, 'UTF8')), 'hex') = entry ->> 'digest')
     order by n`,
    [JSON.stringify(entries)],
  );
  return missing.map(({ n }) => {
    const { occurredAt, username } = entries[n - 1]!;
    const name = `${occurredAt.toISOString()} ${username}`;
    return { kind: 'audit', name, field: 'is not as it is there' } as const;
  });
}
