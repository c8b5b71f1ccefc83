import type { AuditAnchor, SealedState } from '@chat-admin/domain/audit/seals';
import type { FieldsOf } from '../wire/fields-of.js';
import { always, date, doc, integer, list, named, text } from '../wire/schema.js';

const anchorDoc = doc('anchor', {
  number: always(integer),
  hash: always(text),
  anchored: always(date),
  signature: text,
} satisfies FieldsOf<AuditAnchor>);

/** Contract: extensions E22 */
export const auditAnchorsDoc = doc('auditAnchors', {
  number: always(named('seal', integer)),
  hash: always(text),
  last: always(integer),
  sealed: date,
  removed: always(integer),
  unsealed: always(integer),
  anchors: list('anchor', anchorDoc),
} satisfies FieldsOf<
  Omit<SealedState, 'unsealedSeconds'> & { readonly anchors: readonly AuditAnchor[] }
>);
