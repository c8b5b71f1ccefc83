import { shownKey } from '@chat-admin/domain/access/key-repository';
import { guardedDocument } from '../http/guarded.js';
import type { Guarded } from '../http/guarded.js';
import { keyDocument } from './key-document.js';

export const theKey: Guarded = async ({ keys }, { id = '' }) => {
  await keys.hold();
  const key = await keys.find(id);
  return guardedDocument(keyDocument, key && shownKey(key, new Date()));
};
