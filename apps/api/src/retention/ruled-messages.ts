import type { MessageExpiry } from '@chat-admin/domain/retention/retention-repository';
import type { MessageKind } from '@chat-admin/domain/retention/retention-rule';
import type { Forgotten } from './retention.js';

/**
 * Deletes messages of a kind as rules say: step by step through all that has some. Without rules the oldest of all go.
 * @param oldest deletes at most `limit` messages that are older than `days`
 */
export function ruledMessages(
  kind: MessageKind,
  expiry: MessageExpiry,
  oldest: (days: number, limit: number) => Promise<number>,
) {
  let place = '0';
  return async (days: number, limit: number): Promise<Forgotten> => {
    if (!(await expiry.hasRules(kind))) {
      place = '0';
      const amount = days === 0 ? 0 : await oldest(days, limit);
      return { amount, isDone: amount < limit };
    }
    const { removed, next, isBusy = false } = await expiry.step(kind, place, days, limit);
    place = next ?? '0';
    return { amount: removed, isDone: isBusy || next === null };
  };
}
