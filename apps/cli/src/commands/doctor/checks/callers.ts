import { WHOLE_LOG } from '@chat-admin/domain/audit/audit-search';
import { ok } from '../check.js';
import type { Check } from '../check.js';

const DAYS = 30;
const DAY_S = 24 * 60 * 60;
const MOST_COUNTED = 1_000;

/** Who still needs the deprecated user service. */
export const callers: Check = {
  code: 'user-service/callers',
  examine: async (deployment) => {
    const { auditReader } = await deployment.persistence();
    const { secretLabel } = deployment.usableSettings().userService;
    const from = Math.floor(deployment.clock() / 1_000) - DAYS * DAY_S;
    const filter = { ...WHOLE_LOG, username: secretLabel, from, limit: MOST_COUNTED };
    let count = 0;
    const addresses = new Set<string>();
    for await (const entries of auditReader.search(filter)) {
      count += entries.length;
      for (const { details } of entries) {
        const address = /(?:^|; )address=([^;]+)/.exec(details)?.[1];
        if (address !== undefined) addresses.add(address);
      }
    }
    if (count === 0) {
      return ok(`Nobody has changed anything through the user service for ${DAYS} days`);
    }
    const changes = count === MOST_COUNTED ? `${count} or more` : String(count);
    return ok(
      `${changes} changes through the user service in ${DAYS} days, from ${[...addresses].sort().join(', ')}`,
    );
  },
};
