import { numberOf, takenBy } from './brake';

it('reads why a run waits', () => {
  const people = takenBy('Would lock 812, remove 0, rename 3 of 1000 people: confirm or cancel');
  expect(people).toEqual([{ kind: 'people', of: 1000, locked: 812, removed: 0, renamed: 3 }]);
  expect(numberOf(people)).toBe(815);
  const all = takenBy(
    'Would lock 0, remove 0, rename 0 of 9 people; remove 20, rename 1 of 40 groups; ' +
      'remove 300 of 900 memberships: confirm or cancel',
  );
  expect(all.map(({ kind, of }) => [kind, of])).toEqual([
    ['people', 9],
    ['groups', 40],
    ['memberships', 900],
  ]);
  expect(numberOf(all)).toBe(21);
});

it.each([undefined, '', 'Reading ended early: would remove 3 of 4 groups', 'Would lock 812'])(
  'reads nothing in "%s"',
  (message) => {
    expect(takenBy(message)).toEqual([]);
    expect(numberOf([])).toBe(0);
  },
);
