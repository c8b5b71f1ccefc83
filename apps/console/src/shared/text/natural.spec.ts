import { inOrder } from './natural';

it('numbers in names count as numbers', () => {
  expect(['10a', '5b', 'b', '5a', 'B2', 'b10'].toSorted(inOrder)).toEqual([
    ...['5a', '5b', '10a', 'b', 'B2', 'b10'],
  ]);
});
