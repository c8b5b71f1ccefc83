import { randomUUID } from 'node:crypto';
import type { JobMaker, JobOptions, LineOutcome } from '@chat-admin/domain/jobs/job';
import type { OpenDatabase } from './open-database.js';

const options: JobOptions = {
  ...{ type: 'users', dryRun: false, onExisting: 'fail', groups: 'add' },
  ...{ generatePasswords: true, service: 'conference' },
};
const maker: JobMaker = {
  ...{ id: 'secret:a', name: 'a', kind: 'secret', scopes: ['*'] },
  isAtConsole: false,
};

/** Each statement of jobs, on many of them. */
export async function useJobs({ jobs, transactions }: OpenDatabase): Promise<void> {
  const batch = { number: 0, before: 0, lines: '[]' };
  const discarded = (await jobs.begin(options, maker))!;
  await jobs.addBatches(discarded, [batch]);
  await jobs.discard(discarded);
  const submitted = (await jobs.begin(options, maker))!;
  await jobs.addBatches(submitted, [batch]);
  await jobs.submit(submitted, 1);
  await jobs.find('12');
  await jobs.maker('12');
  const instance = randomUUID();
  await jobs.claim(instance);
  await jobs.renew(instance);
  await jobs.release(instance);
  const ended = (await jobs.claim(instance))!.id;
  await jobs.end(ended, instance, 'over');
  const mine = (await jobs.claim(instance))!.id;
  await jobs.nextBatch(mine, instance, 0);
  await transactions.run(async () => {
    await jobs.takeBatch(mine, 0);
    await jobs.keepFile('123456', pieces());
    const outcome: LineOutcome = 'failed';
    const said = { exception: 'E', message: 'm', detail: null, warning: 'w' };
    const result = { line: 1, object: null, outcome, ...said };
    const passwords = [{ username: 'ola', password: 'p' }];
    const left = { number: 1, before: 1, lines: '[]' };
    await jobs.firstLines(mine, ['/users/ola']);
    const first = new Set([1]);
    const record = { number: 0, results: [result], first, passwords, left };
    await jobs.finishBatch(mine, instance, record);
  });
  await jobs.cancel('12');
  await jobs.passwords('12');
  await jobs.file('12');
  await jobs.remove('13');
  await jobs.forget(1, 10);
  await jobs.tidy();
}

async function* pieces() {
  yield Buffer.from('of a file');
}
