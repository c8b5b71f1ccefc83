import type { GrowingKind, RowsByKind } from '../rows.js';
import { movedArchived } from './archive.js';
import { movedAuditEntry } from './audit.js';
import type { MappingContext } from './context.js';
import { movedMessage } from './messages.js';
import { movedOffline } from './offline.js';
import type { Outcome } from './outcome.js';

/** What becomes of the rows of growing kinds, which stand for themselves. */
export const LINE_MAPPINGS: {
  readonly [K in GrowingKind]: (row: RowsByKind[K], context: MappingContext) => Outcome<object>;
} = {
  audit: movedAuditEntry,
  messages: movedMessage,
  offline: movedOffline,
  archive: movedArchived,
};
