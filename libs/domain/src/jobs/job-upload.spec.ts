import type { JobRepository, StoredBatch } from './job-repository.js';
import { JobUpload } from './job-upload.js';
import { MOST_LINES } from './job.js';
import type { JobMaker, JobOptions } from './job.js';

const options: JobOptions = {
  ...{ type: 'groups', dryRun: false, onExisting: 'fail', groups: 'add' },
  ...{ generatePasswords: false, service: 'conference' },
};
const maker: JobMaker = {
  ...{ id: 'secret:a', name: 'a', kind: 'secret', scopes: ['*'], isAtConsole: false },
};
const line = { read: { name: 'A' } };

function aStore() {
  const stored: StoredBatch[] = [];
  const jobs = {
    begin: () => Promise.resolve('1'),
    addBatches: (_id: string, batches: readonly StoredBatch[]) => {
      stored.push(...batches);
      return Promise.resolve(true);
    },
  } as unknown as JobRepository;
  return { jobs, stored };
}

it('takes a million lines, and no more', async () => {
  const { jobs, stored } = aStore();
  const upload = await JobUpload.begin(jobs, options, maker);
  for (let count = 0; count < MOST_LINES.most; count++) {
    upload.add(line);
    await upload.store();
  }
  expect(() => upload.add(line)).toThrow('The request body has too many lines: more than 1000000');
  expect(stored.at(-1)).toMatchObject({ before: 100 * stored.length - 100 });
});

it('takes fewer where the type has fewer', async () => {
  const { jobs } = aStore();
  const upload = await JobUpload.begin(jobs, options, maker, 1);
  upload.add(line);
  expect(() => upload.add(line)).toThrow('Could not read the table: there are more lines than 1');
});
