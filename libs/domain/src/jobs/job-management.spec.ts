import { inMemoryPorts } from '../testing/in-memory-ports.js';
import { JobManagement } from './job-management.js';
import type { JobRepository } from './job-repository.js';
import type { Job } from './job.js';

const { transactions } = inMemoryPorts();
const job = { id: '7' } as Job;
const repository = { submit: async () => job } as unknown as JobRepository;

let woken = 0;
beforeEach(() => (woken = 0));
const jobs = new JobManagement(repository, transactions, { wake: () => (woken += 1) });

it('what carries out jobs is woken once the upload is committed', async () => {
  expect(await jobs.submit('7', 1)).toBe(job);
  expect(woken).toBe(1);
  await transactions.run(async () => {
    await jobs.submit('7', 1);
    expect(woken).toBe(1);
  });
  expect(woken).toBe(2);
});

it('and never of an upload that is undone', async () => {
  const undone = transactions.run(async () => {
    await jobs.submit('7', 1);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(woken).toBe(0);
});
