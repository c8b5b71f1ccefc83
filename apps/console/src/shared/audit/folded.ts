import type { Act } from './sentence';

/** An entry, and those of the same job that are older. */
export type Folded<E> = E & { readonly others: readonly E[] };

/** A job by one caller: its lines, and that it was started. */
const JOB = /^(?:JOB \S+|POST job) (\d+)$/;

/** Entries, newest first, in which those of one job are one. */
export function folded<E extends Act>(entries: readonly E[]): readonly Folded<E>[] {
  const others = new Map<string, E[]>();
  return entries.flatMap((entry) => {
    const [, job] = JOB.exec(entry.summary) ?? [];
    if (job === undefined) return [{ ...entry, others: [] }];
    const known = others.get(job);
    if (known !== undefined) {
      known.push(entry);
      return [];
    }
    const own: E[] = [];
    others.set(job, own);
    return [{ ...entry, others: own }];
  });
}
