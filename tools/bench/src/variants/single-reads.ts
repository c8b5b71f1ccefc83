// Preloaded into the API: every read is a separate statement.
import { CoalescedReads, type ReadSource } from '@chat-admin/persistence/database/coalesced-reads';

CoalescedReads.prototype.get = function get(
  this: { readonly source: ReadSource<unknown, unknown> },
  key: unknown,
) {
  return this.source.one(key);
} as typeof CoalescedReads.prototype.get;
