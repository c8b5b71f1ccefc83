import { jest } from '@jest/globals';
import type { JobRepository } from '@chat-admin/domain/jobs/job-repository';
import type { JobWork } from '@chat-admin/domain/jobs/job-work';
import type { Logger } from 'pino';
import { JobRunner } from './job-runner.js';
import type { JobObserver } from './job-runner.js';

/** Of a runner that finds no job. */
const NOTHING_TO_DO = [{}, {}, {}] as unknown as [JobWork, JobObserver, Logger];

// no time passes
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('looks again at once when it is woken while it looks', async () => {
  let looks = 0;
  let again: () => void;
  const lookedAgain = new Promise<void>((resolve) => (again = resolve));
  const claim = async () => {
    looks += 1;
    if (looks === 1) runner.wake();
    else again();
    return null;
  };
  const jobs = { claim } as unknown as JobRepository;
  const runner = new JobRunner(jobs, ...NOTHING_TO_DO);
  runner.start();
  await lookedAgain;
  await runner.stop();
  expect(looks).toBe(2);
});
