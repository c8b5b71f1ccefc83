import { readDetails } from './audit-details';
import type { Act } from './sentence';

/** An entry, and the older ones that belong to it: of the same job, or next to it and alike. */
export type Folded<E> = E & { readonly others: readonly E[] };

/** A job by one caller: its lines, and that it was started. */
const JOB = /^(?:JOB \S+|POST job) (\d+)$/;

/** A message that was deleted: each leaves an entry. */
const DELETED = /^(DELETE history [^/ ]+\/[^/ ]+)/;

/** Entries, newest first, in which those of one job are one, and so are messages that somebody deleted in a row. */
export function folded<E extends Act>(entries: readonly E[]): readonly Folded<E>[] {
  const others = new Map<string, E[]>();
  let before: string | null = null;
  return entries.flatMap((entry) => {
    const [, job] = JOB.exec(entry.summary) ?? [];
    const deleted = deletionOf(entry);
    const key = job ?? deleted;
    const isNew = key === null || !others.has(key) || (job === undefined && key !== before);
    before = deleted;
    if (!isNew) {
      others.get(key)!.push(entry);
      return [];
    }
    const own: E[] = [];
    if (key !== null) others.set(key, own);
    return [{ ...entry, others: own }];
  });
}

/** What such entries have in common: who, where, and how it ended. */
function deletionOf({ username, summary, details }: Act): string | null {
  const [, where] = DELETED.exec(summary) ?? [];
  return where === undefined ? null : `${username} ${where} ${readDetails(details)['outcome']}`;
}
