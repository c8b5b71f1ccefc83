import { lookup, Resolver } from 'node:dns/promises';
import type { FindAddresses } from '@chat-admin/server/edge/allowed-lookup';

const UNKNOWN = ['ENOTFOUND', 'ENODATA'];

/**
 * Asks the name servers, and for what they do not know the system, one name after the other: names of the
 * hosts file and of search domains. The system's look-up takes a thread of few that all share, so
 * nobody's slow name servers may keep it.
 */
export function createNameLookup(timeoutMs = 2_000): FindAddresses {
  const servers = new Resolver({ timeout: timeoutMs, tries: 2 });
  let others: Promise<unknown> = Promise.resolve();
  const bySystem = (name: string): Promise<readonly string[]> => {
    const found = others.then(() => lookup(name, { all: true }));
    others = found.catch(() => undefined);
    return found.then((all) => all.map(({ address }) => address));
  };
  return async (name) => {
    const answers = await Promise.allSettled([servers.resolve4(name), servers.resolve6(name)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    const faults = answers.map((answer) => (answer as PromiseRejectedResult).reason as Error);
    const isUnknown = faults.every((fault) =>
      UNKNOWN.includes(String('code' in fault && fault.code)),
    );
    if (!isUnknown) throw faults[0]!;
    return bySystem(name);
  };
}
