import { fileDoc, filesDoc, fileUsageDoc } from '@chat-admin/codecs/files/file.doc';
import type { DescribableDocument } from '@chat-admin/codecs/wire/describe';

/** Members of documents about files, by the name of the schema. */
export const FILE_DESCRIPTIONS = {
  File: {
    id: 'Of its slot',
    user: 'Bare JID of who has sent it',
    name: 'Its name, as the client said',
    type: 'Its media type, as the client said',
    bytes: 'Its size',
    created: 'When the slot was asked for',
    expires: 'When it is removed by its retention; absent: never',
    there:
      'Whether the chat server has its bytes: a slot may be unused; 503 while the chat server is away',
  },
  Files: { files: 'The files' },
  FileUsage: {
    files: 'How many',
    bytes: 'How much they are together',
    quota: 'How much they may be, `files.quota.bytes`; 0: any amount',
  },
};

const file = {
  ...{ id: 'Jq2m9xk4dEo7TnZ0', user: 'ola@example.org', name: 'menu.pdf' },
  ...{ type: 'application/pdf', bytes: 48_213, created: new Date('2026-11-22T08:00:00.000Z') },
  expires: new Date('2026-11-29T08:00:00.000Z'),
};

/** Documents about files, with what they show. */
export const FILE_SAMPLES: readonly (readonly [DescribableDocument, unknown])[] = [
  [fileDoc, file],
  [filesDoc, [file]],
  [fileUsageDoc, { files: 12, bytes: 1_048_576, quota: 104_857_600 }],
];
