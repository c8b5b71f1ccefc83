import { brakes, isWithin } from './brake.js';

const settings = { brake: { percent: 10, atLeast: 20 } };
const affected = (
  people: Partial<Record<'locked' | 'removed' | 'renamed' | 'of', number>>,
  groups: Partial<Record<'removed' | 'renamed' | 'of', number>> = {},
  memberships: Partial<Record<'removed' | 'of', number>> = {},
) => ({
  people: { locked: 0, removed: 0, renamed: 0, of: 1000, ...people },
  groups: { removed: 0, renamed: 0, of: 100, ...groups },
  memberships: { removed: 0, of: 5000, ...memberships },
});

it.each([
  ['a tenth', affected({ locked: 60, removed: 20, renamed: 20 }), null],
  [
    'more than a tenth',
    affected({ locked: 61, removed: 20, renamed: 20 }),
    'lock 61, remove 20, rename 20 of 1000 people',
  ],
  ['much of few, below the number from which it counts', affected({ locked: 19, of: 19 }), null],
  ['groups', affected({}, { removed: 21 }), 'remove 21, rename 0 of 100 groups'],
  ['memberships', affected({}, {}, { removed: 501 }), 'remove 501 of 5000 memberships'],
  ['a first run', affected({ of: 0 }, { of: 0 }, { of: 0 }), null],
])('%s', (_what, taken, reason) => {
  expect(brakes(taken, 1000, settings)).toBe(reason && `Would ${reason}: confirm or cancel`);
});

it('waits for an empty answer, whatever it takes', () => {
  expect(brakes(affected({ locked: 3, of: 3 }), 0, settings)).toContain('Would lock 3');
  expect(brakes(affected({ locked: 3, of: 3 }), null, settings)).toBeNull();
});

it('lets through what was confirmed, or less', () => {
  const confirmed = affected({ locked: 200 });
  expect(isWithin(affected({ locked: 199 }), confirmed)).toBe(true);
  expect(isWithin(affected({ locked: 200 }, { removed: 1 }), confirmed)).toBe(false);
  expect(isWithin(affected({ locked: 1 }), null)).toBe(false);
});
