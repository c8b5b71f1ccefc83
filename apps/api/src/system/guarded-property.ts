import { propertyDoc } from '@chat-admin/codecs/system/property.doc';
import { shown } from '@chat-admin/domain/system/property-rules';
import { guardedDocument } from '../http/guarded.js';
import type { Guarded } from '../http/guarded.js';
import { document } from '../http/replies.js';

export const theProperty: Guarded = async ({ propertyStore }, { key = '' }) => {
  await propertyStore.hold(key);
  const value = await propertyStore.find(key);
  return guardedDocument(
    document(propertyDoc),
    value === null ? null : { key, value: shown(key, value) },
  );
};
