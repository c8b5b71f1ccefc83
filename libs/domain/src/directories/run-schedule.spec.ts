import type { DirectoryRuns } from './directory-runs.js';
import { dueRun } from './run-schedule.js';

const NOW = new Date('2026-01-05T10:00:00Z');
const entry = { name: 'main', fullMs: 3_600_000, digest: 'new' };

function runsWith(state: object, last: object | null = null) {
  const begun: object[] = [];
  const runs = {
    last: async () => last,
    state: async () => ({ paused: false, nextAt: null, lastFull: NOW, digest: 'new', ...state }),
    now: async () => NOW,
    begin: async (run: object) => ({ id: String(begun.push(run)) }),
  } as unknown as DirectoryRuns;
  return { runs, begun };
}
const later = new Date(NOW.getTime() + 1000);

it.each([
  ['is due', { nextAt: NOW }, false, 'changes'],
  ['has never been', { lastFull: null }, false, 'full'],
  ['follows another entry of the file', { nextAt: later, digest: 'old' }, true, 'changes'],
])('begins one that %s', async (_, state, isChanged, mode) => {
  const { runs, begun } = runsWith(state);
  expect(await dueRun(runs, entry, isChanged)).toBe('1');
  expect(begun).toMatchObject([{ directory: 'main', mode, createdBy: 'directory:main' }]);
});

it.each([
  ['before its time', { nextAt: later }, false],
  ['while it is paused', { paused: true }, true],
  ['that another instance has already made for the new entry', { nextAt: later }, true],
])('begins none %s', async (_, state, isChanged) => {
  const { runs, begun } = runsWith(state);
  expect(await dueRun(runs, entry, isChanged)).toBeNull();
  expect(begun).toEqual([]);
});

it.each([
  ['reading', '7'],
  ['waiting', null],
])('goes on with one that is %s: %s', async (status, expected) => {
  const { runs } = runsWith({}, { id: '7', status, finished: null });
  expect(await dueRun(runs, entry, true)).toBe(expected);
});
