import { oldestLevelOf } from './phase.js';
import type { Phase, PhasedMigration } from './phase.js';

const nothing = () => Promise.resolve();

const migration = (name: string, phase?: Phase): PhasedMigration => ({
  name,
  ...(phase && { phase }),
  up: nothing,
  down: nothing,
});

it('programs go on when something is added', () => {
  const before = [migration('A'), migration('B')];
  expect(oldestLevelOf(before)).toBe(2);
  expect(oldestLevelOf([...before, migration('C', 'expand'), migration('D', 'expand')])).toBe(2);
});

it('programs that use what is taken away end', () => {
  const before = [migration('A'), migration('B', 'expand'), migration('C', 'expand')];
  expect(oldestLevelOf([...before, migration('D', { since: 'B' })])).toBe(2);
  expect(oldestLevelOf([...before, migration('D', { since: 'C' })])).toBe(3);
  expect(oldestLevelOf([...before, migration('D', { since: 'D' })])).toBe(4);
});
