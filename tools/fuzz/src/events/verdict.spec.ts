import { delays, faultsOf, untold } from './verdict.js';

const told = (...ids: number[]) =>
  ids.map((id) => ({ id, type: 'group.created', object: `/groups/${id}`, atMs: 10 * id }));
const change = (id: number) => ({ type: 'group.created', object: `/groups/${id}`, doneMs: 5 });

it('who is told all in order has no fault', () => {
  expect(faultsOf('R', told(1, 2, 4), told(1, 2, 4))).toEqual([]);
});

it('what is missed, doubled, in disorder, or never happened is one', () => {
  expect(faultsOf('R', told(1, 4), told(1, 2, 4))).toEqual([
    'R: 1 events missed or different, such as 2',
  ]);
  expect(faultsOf('R', told(1, 2, 2), told(1, 2))).toEqual(['R: 2 came after a later one']);
  expect(faultsOf('R', told(2, 1), told(1, 2))).toEqual(['R: 1 came after a later one']);
  expect(faultsOf('R', told(1, 2, 3), told(1, 2))).toEqual(['R: was told what is not kept']);
});

it('what was acknowledged has to be told', () => {
  expect(untold([change(1), change(3)], told(1, 2))).toEqual([
    '1 changes were never told, such as group.created /groups/3',
  ]);
  expect(untold([change(1)], told(1, 2))).toEqual([]);
});

it('delays are those of acknowledged changes, the shortest first', () => {
  expect(delays([change(1), change(3)], told(3, 1, 2))).toEqual([5, 25]);
});
