import { QueryObserver } from '@tanstack/react-query';
import { changed, queryClient, refreshVisible } from './staleness';

Object.assign(globalThis, { document: { hidden: false } });
let now = 0;
const realNow = Date.now;
beforeAll(() => (Date.now = () => now));
afterEach(() => queryClient.clear());
afterAll(() => (Date.now = realNow));

/** Asks for something that is shown. @returns how often it was asked for after each second */
async function asked(
  every: number | ((answer: string | undefined) => number | null),
  answers: readonly string[],
  seconds: number,
): Promise<readonly number[]> {
  let calls = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: ['shown', answers],
    queryFn: () => answers[Math.min(calls++, answers.length - 1)]!,
    meta: { every },
  });
  const end = observer.subscribe(() => undefined);
  const counts: number[] = [];
  for (let second = 0; second <= seconds; second++) {
    now += 1_000;
    refreshVisible(false);
    await new Promise((resolve) => setTimeout(resolve));
    counts.push(calls);
  }
  end();
  return counts;
}

it('what is shown is asked for anew in its rhythm', async () => {
  expect(await asked(2, ['so'], 6)).toEqual([1, 1, 2, 2, 3, 3, 4]);
});

it('the rhythm is that of the answer: what is over is not asked for any more', async () => {
  const every = (answer: string | undefined) => (answer === 'over' ? null : 1);
  expect(await asked(every, ['runs', 'runs', 'over'], 6)).toEqual([1, 2, 3, 3, 3, 3, 3]);
});

it('what is recorded when it is read is never asked for by itself', async () => {
  let reads = 0;
  const meta = { isRecorded: true };
  const observer = new QueryObserver(queryClient, {
    queryKey: ['read'],
    queryFn: () => ++reads,
    meta,
  });
  const end = observer.subscribe(() => undefined);
  await observer.refetch();
  const before = reads;
  refreshVisible(true);
  await new Promise((resolve) => setTimeout(resolve));
  expect(reads).toBe(before);
  end();
});

it('a list that is not shown is stale after a change of what it lists; one that is shown has its own way', async () => {
  const list = (name: string) => ({
    queryKey: [name, 'list'],
    queryFn: () => name,
    staleTime: Infinity,
    meta: { isList: true },
  });
  for (const name of ['people', 'rooms', 'shown']) await queryClient.fetchQuery(list(name));
  const end = new QueryObserver(queryClient, list('shown')).subscribe(() => undefined);
  await changed('people', 'shown');
  const isStale = (name: string) =>
    queryClient.getQueryCache().find({ queryKey: [name, 'list'] })!.state.isInvalidated;
  expect(['people', 'rooms', 'shown'].map(isStale)).toEqual([true, false, false]);
  end();
});
