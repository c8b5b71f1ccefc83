import { LocalRequestCounts } from './request-counts.js';

it('windows of 60 seconds begin with a request, one for each caller', () => {
  let now = 1000;
  const counts = new LocalRequestCounts(() => now);
  expect(counts.count('a')).toEqual({ count: 1, secondsLeft: 60 });
  now += 30_500;
  expect(counts.count('a')).toEqual({ count: 2, secondsLeft: 30 });
  expect(counts.count('b')).toEqual({ count: 1, secondsLeft: 60 });
  now += 29_499;
  expect(counts.count('a')).toEqual({ count: 3, secondsLeft: 1 });
  now += 1;
  expect(counts.count('a')).toEqual({ count: 1, secondsLeft: 60 });
});
