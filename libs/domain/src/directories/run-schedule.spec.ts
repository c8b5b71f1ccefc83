import type { DirectoryRuns } from './directory-runs.js';
import { dueRun, OtherEntry } from './run-schedule.js';

const NOW = new Date('2026-01-05T10:00:00Z');
const entry = { name: 'main', fullMs: 3_600_000, digest: 'new' };

function runsWith(given: object, last: object | null = null, isNewer = true) {
  const begun: object[] = [];
  const kept: string[] = [];
  let state = { paused: false, nextAt: null, lastFull: NOW, digest: 'new', entry: 'new', ...given };
  const runs = {
    last: async () => last,
    state: async () => state,
    follow: async (_: string, followed: string) => {
      if (isNewer) state = { ...state, entry: followed, nextAt: null };
    },
    keepEntry: async (_: string, digest: string) => void kept.push(digest),
    now: async () => NOW,
    begin: async (run: object) => ({ id: String(begun.push(run)) }),
  } as unknown as DirectoryRuns;
  return { runs, begun, kept };
}
const later = new Date(NOW.getTime() + 1000);

it.each([
  ['is due', { nextAt: NOW }, null, 'changes'],
  ['has never been', { lastFull: null }, null, 'full'],
  ['is the first of all', { entry: null, nextAt: later }, 0, 'changes'],
  ['follows another entry of the file', { nextAt: later, entry: 'old' }, 5, 'changes'],
])('begins one that %s', async (_, state, ageMs, mode) => {
  const { runs, begun } = runsWith(state);
  expect(await dueRun(runs, entry, ageMs)).toBe('1');
  expect(begun).toMatchObject([{ directory: 'main', mode, createdBy: 'directory:main' }]);
});

it.each([
  ['before its time', { nextAt: later }, null],
  ['while it is paused', { paused: true }, 0],
  ['that another instance has already made for the new entry', { nextAt: later }, 0],
])('begins none %s', async (_, state, ageMs) => {
  const { runs, begun } = runsWith(state);
  expect(await dueRun(runs, entry, ageMs)).toBeNull();
  expect(begun).toEqual([]);
});

it.each([
  ['was followed a moment ago', null, true],
  ['is newer, or somebody has it', 60_000, false],
])('leaves the directory to others where another entry %s', async (_, ageMs, isNewer) => {
  const open = { id: '7', status: 'reading', finished: null };
  for (const last of [null, open]) {
    const { runs, begun } = runsWith({ entry: 'other', nextAt: NOW }, last, isNewer);
    await expect(dueRun(runs, entry, ageMs)).rejects.toThrow(OtherEntry);
    expect(begun).toEqual([]);
  }
});

it('tells that somebody has the entry that is followed, also while it is paused', async () => {
  const { runs, kept } = runsWith({ paused: true });
  for (const ageMs of [null, 5]) await dueRun(runs, entry, ageMs);
  expect(kept).toEqual(['new']);
});

it.each([
  ['reading', '7'],
  ['waiting', null],
])('goes on with one that is %s: %s', async (status, expected) => {
  const { runs } = runsWith({}, { id: '7', status, finished: null });
  expect(await dueRun(runs, entry, 0)).toBe(expected);
});
