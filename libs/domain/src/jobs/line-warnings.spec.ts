import { inMemoryPorts } from '../testing/in-memory-ports.js';
import type { ClaimedJob, JobRepository } from './job-repository.js';
import type { JobType } from './job-types.js';
import { LineWarnings } from './line-warnings.js';
import type { CheckedLine } from './line-warnings.js';

const { users, groups } = inMemoryPorts();
const asked: (readonly string[])[] = [];
const jobs = {
  firstLines: async (_id: string, objects: readonly string[]) => {
    asked.push(objects);
    return new Map([['/groups/A', 3]]);
  },
} as unknown as JobRepository;
const warnings = new LineWarnings(jobs, users, groups);
beforeEach(() => (asked.length = 0));

function lineOf(line: number, name: string | null): CheckedLine {
  const result = {
    ...{ line, object: null, outcome: 'created' as const, exception: null, message: null },
    ...{ detail: null, warning: null },
  };
  if (name === null) return { plan: null, result };
  const run = () => Promise.resolve('created' as const);
  return { plan: { object: `/groups/${name}`, named: ['groups', name], run }, result };
}

const judged = (type: JobType, ...names: readonly (string | null)[]) =>
  warnings.of(
    { id: '7', type } as ClaimedJob,
    names.map((name, index) => lineOf(101 + index, name)),
  );

it('each name of a batch is looked up once, and its first line remembered', async () => {
  const { results, first } = await judged('groups', 'B', 'A', null, 'B', 'C');
  expect(asked).toEqual([['/groups/B', '/groups/A', '/groups/C']]);
  expect(results.map(({ warning }) => warning)).toEqual([
    ...[null, 'line 3 has the same name', null, 'line 101 has the same name', null],
  ]);
  expect([101, 102, 103, 104, 105].filter((line) => first.has(line))).toEqual([101, 105]);
});

it('no name is looked up where it may come often', async () => {
  const { results, first } = await judged('memberships', 'A', 'A');
  expect(results.map(({ warning }) => warning)).toEqual([null, null]);
  expect([asked, first]).toEqual([[], new Set()]);
});
