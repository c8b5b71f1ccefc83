import { movedAuditEntry } from '../mapping/audit.js';
import type { MovedAuditEntry } from '../mapping/audit.js';
import type { Target } from '../target/target.js';
import type { Difference, LinesVerifier } from './difference.js';
import { digestOf, Samples } from './sampling.js';

/** What is kept of an entry, however long its details are. */
interface Mark extends Omit<MovedAuditEntry, 'details'> {
  readonly digest: string;
}

/** Some entries, member by member; they have no key but all that they say. */
export const verifyAudit: LinesVerifier<'audit'> = async (rows, target, _, { samples }) => {
  const chosen = new Samples<Mark>(samples);
  let [source, reported] = [0, 0];
  for await (const row of rows) {
    source += 1;
    const { value } = movedAuditEntry(row);
    if (value === null) reported += 1;
    else chosen.remember([row.msgID], () => markOf(value));
  }
  const [row] = await target.query<{ here: number }>(
    'select count(*)::integer as here from moving.entry join audit_entry using (log_id)',
  );
  const { here } = row!;
  const differences = [...(await missingHere(chosen.values, target))];
  if (here < source - reported) {
    const field = `${source} rows there, ${here} here and ${reported} reported`;
    differences.push({ kind: 'audit', name: '', field });
  }
  return { differences, source, here, reported, samples: chosen.values.length };
};

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
       select from moving.entry join audit_entry using (log_id)
       where occurred_at = (entry ->> 'occurredAt')::timestamptz
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
