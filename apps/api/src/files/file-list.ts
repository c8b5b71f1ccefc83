import { extraFileFields, filesDoc } from '@chat-admin/codecs/files/file.doc';
import { numberFilter, textFilter, timeFilter } from '../http/list-filters.js';
import { listOf } from '../http/lists.js';

/** Contract: extensions E21 */
export const fileList = listOf(
  filesDoc,
  {
    sorts: { created: 'time', bytes: 'text' },
    filters: {
      user: textFilter('User name, or bare JID, of who has sent the files found'),
      type: textFilter('Media type of the files found, exactly'),
      createdFrom: timeFilter('Files whose slot was asked for at this time or later'),
      createdTo: timeFilter('Files whose slot was asked for before this time'),
      bytesFrom: numberFilter('Files of this size or larger'),
    },
    others: [],
  },
  extraFileFields,
);
