import type { DirectoryRuns } from './directory-runs.js';
import { dueRun, OtherEntry } from './run-schedule.js';
import type { NewEntry } from './run-schedule.js';

const NOW = new Date('2026-01-05T10:00:00Z');
const entry = { name: 'main', fullMs: 3_600_000, digest: 'new' };

function runsWith(given: object, last: object | null = null, isNewer = true) {
  const begun: object[] = [];
  let state = { paused: false, nextAt: null, lastFull: NOW, digest: 'new', entry: 'new', ...given };
  const runs = {
    last: async () => last,
    state: async () => state,
    follow: async (_: string, followed: string) => {
      if (isNewer) state = { ...state, entry: followed, nextAt: null };
    },
    now: async () => NOW,
    begin: async (run: object) => ({ id: String(begun.push(run)) }),
  } as unknown as DirectoryRuns;
  return { runs, begun };
}
const later = new Date(NOW.getTime() + 1000);
const changed: NewEntry = { modified: null };

it.each([
  ['is due', { nextAt: NOW }, null, 'changes'],
  ['has never been', { lastFull: null }, null, 'full'],
  ['is the first of all', { entry: null, nextAt: later }, null, 'changes'],
  ['follows another entry of the file', { nextAt: later, entry: 'old' }, changed, 'changes'],
])('begins one that %s', async (_, state, isNew, mode) => {
  const { runs, begun } = runsWith(state);
  expect(await dueRun(runs, entry, isNew)).toBe('1');
  expect(begun).toMatchObject([{ directory: 'main', mode, createdBy: 'directory:main' }]);
});

it.each([
  ['before its time', { nextAt: later }, null],
  ['while it is paused', { paused: true }, changed],
  ['that another instance has already made for the new entry', { nextAt: later }, changed],
])('begins none %s', async (_, state, isNew) => {
  const { runs, begun } = runsWith(state);
  expect(await dueRun(runs, entry, isNew)).toBeNull();
  expect(begun).toEqual([]);
});

it.each([
  ['is followed, and this one is not new', null, true],
  ['is newer', { modified: NOW }, false],
])('leaves the directory to others where another entry %s', async (_, isNew, isNewer) => {
  const open = { id: '7', status: 'reading', finished: null };
  for (const last of [null, open]) {
    const { runs, begun } = runsWith({ entry: 'other', nextAt: NOW }, last, isNewer);
    await expect(dueRun(runs, entry, isNew)).rejects.toThrow(OtherEntry);
    expect(begun).toEqual([]);
  }
});

it.each([
  ['reading', '7'],
  ['waiting', null],
])('goes on with one that is %s: %s', async (status, expected) => {
  const { runs } = runsWith({}, { id: '7', status, finished: null });
  expect(await dueRun(runs, entry, changed)).toBe(expected);
});
