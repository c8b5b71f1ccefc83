import type { AuditTrail } from '@chat-admin/domain/audit/audit-trail';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { NewAccount } from '@chat-admin/domain/users/user-repository';
import { CoalescedWrites } from '../database/coalesced-writes.js';
import type { CurrentTransaction } from '../database/current-transaction.js';
import { insertAccounts } from './insert-accounts.js';
import type { InsertedRow } from './insert-accounts.js';

export type AccountAdditions = CoalescedWrites<Localpart, NewAccount>;

/** Coalesces single additions; skips those whose name is taken. */
export function accountAdditions(db: CurrentTransaction, audit: AuditTrail): AccountAdditions {
  return new CoalescedWrites(audit, {
    keyOf: ({ user }) => user.username,
    store: async (accounts) => {
      const { statement, values } = insertAccounts(
        accounts.map(({ item, ...request }) => ({ account: item, ...request })),
      );
      const { rows } = await db.runAlone<InsertedRow>(statement, values);
      return new Set(rows.map(({ username }) => username));
    },
  });
}
