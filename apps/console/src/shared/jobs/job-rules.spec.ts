import type { Job } from '@chat-admin/client';
import { progressEvery } from './job-rules';

const aJob = (job: Partial<Job>) => ({ status: 'running', lines: 10, ...job }) as Job;

it.each([
  ['a short one', aJob({ lines: 1_000 }), 1],
  ['a long one', aJob({ lines: 10_000 }), 5],
  ['one that waits', aJob({ status: 'queued' }), 1],
  ['one that nothing is known of', undefined, 5],
  ['one that is done', aJob({ status: 'done' }), null],
  ['one that was cancelled', aJob({ status: 'cancelled', lines: 10_000 }), null],
])('how often the progress of %s is asked for', (_, job, seconds) => {
  expect(progressEvery(job)).toBe(seconds);
});
