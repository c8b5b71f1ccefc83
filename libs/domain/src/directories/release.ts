import { namesOf } from '../shared/audit-facts.js';
import { Overloaded } from '../shared/domain-error.js';
import type { Localpart } from '../shared/jid.js';
import type { Transactions } from '../shared/transactions.js';
import { sourceOf } from '../users/managed-objects.js';
import type { ManagedObjects, Released } from '../users/managed-objects.js';
import { FRESH_STATE } from './directory-run.js';
import type { DirectoryRuns } from './directory-runs.js';
import { RunUnderWay } from './errors.js';

export interface ReleasePorts {
  readonly managed: ManagedObjects;
  readonly runs: DirectoryRuns;
  readonly transactions: Transactions;
}

/**
 * Makes local whom and what a directory manages, or one user of it, which may no longer be in the file. Only inside a transaction.
 * Contract: extensions E13.11
 * @param username null: everything; a run after that begins anew
 * @throws RunUnderWay, Overloaded
 */
export async function releaseFrom(
  { managed, runs, transactions }: ReleasePorts,
  directory: string,
  username: Localpart | null,
  author: string,
): Promise<Released> {
  // as long as this transaction lasts, nobody else begins one
  const place = await runs.begin({ directory, mode: 'full', dryRun: true, createdBy: author });
  if (place === null) {
    const last = await runs.last(directory);
    // one of the schedule that has just ended without a trace
    if (last === null) throw new Overloaded();
    throw new RunUnderWay(directory, last);
  }
  await runs.cancel(place.id, null);
  await runs.remove(place.id);
  const released = await managed.release(sourceOf(directory), username, author);
  const { users, groups } = released;
  if (username === null && users.length + groups.length > 0) {
    await runs.putState(directory, FRESH_STATE);
  }
  transactions.note({
    ...(users.length > 0 && { users: namesOf(users, (name) => name) }),
    ...(groups.length > 0 && { groups: namesOf(groups, (name) => name) }),
  });
  return released;
}
