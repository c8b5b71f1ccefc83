import { extraPropertyFields, propertiesDoc } from '@chat-admin/codecs/system/property.doc';
import { textFilter } from '../http/list-filters.js';
import { listOf } from '../http/lists.js';

/** Contract: extensions E1.2 */
export const propertyList = listOf(
  propertiesDoc,
  {
    sorts: { key: 'text' },
    filters: { prefix: textFilter('How the key begins') },
    others: [],
  },
  extraPropertyFields,
);
