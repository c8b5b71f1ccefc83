import type { FileUsage, ShownFile } from '@chat-admin/domain/files/file';
import type { FieldsOf } from '../wire/fields-of.js';
import { always, boolean, date, doc, listDoc, longInteger, text } from '../wire/schema.js';

/** Shown to those who ask for them. */
export const extraFileFields = { there: boolean };

/** Contract: extensions E21 */
export const fileDoc = doc(
  'file',
  {
    id: always(text),
    user: always(text),
    name: always(text),
    type: text,
    bytes: always(longInteger),
    created: always(date),
    expires: date,
  } satisfies FieldsOf<ShownFile>,
  { unread: extraFileFields },
);

export const filesDoc = listDoc('files', fileDoc, { member: 'files' });

/** What a person has stored. */
export const fileUsageDoc = doc('fileUsage', {
  files: always(longInteger),
  bytes: always(longInteger),
  quota: always(longInteger),
} satisfies FieldsOf<FileUsage>);
