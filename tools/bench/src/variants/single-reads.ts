// Preloaded into the api: every read is a statement of its own.
import { CoalescedReads, type ReadSource } from '@chat-admin/persistence/database/coalesced-reads';

CoalescedReads.prototype.get = function get(
  this: { readonly source: ReadSource<unknown, unknown> },
  key: unknown,
) {
  return this.source.one(key);
} as typeof CoalescedReads.prototype.get;
