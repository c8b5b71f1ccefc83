import { NO_COUNTS } from './directory-run.js';
import type { DirectoryRun, StagedEntry } from './directory-run.js';
import type { DirectoryRuns } from './directory-runs.js';
import type { DirectorySettings } from './directory-settings.js';
import type { DirectorySource, ReadingEnd } from './directory-source.js';
import { nameHere } from './plan.js';

/** Entries that are stored at once. */
const BATCH = 100;
const BEGINNING = { counts: NO_COUNTS, affected: null, reading: null, position: null };

/** Reads what has changed, or everything, and stages it. @throws ReadingEndedEarly */
export async function stageDirectory(
  run: DirectoryRun,
  runs: DirectoryRuns,
  settings: DirectorySettings,
  directory: DirectorySource,
  save: (change: Partial<DirectoryRun>) => Promise<void>,
  stop?: AbortSignal,
): Promise<void> {
  const { cursor, digest } = await runs.state(settings.name);
  await save({ ...BEGINNING, status: 'reading' });
  await runs.clear(run.id);
  let read = 0;
  const stage = async (entries: readonly StagedEntry[]) => {
    for (let start = 0; start < entries.length; start += BATCH) {
      await runs.stage(run.id, entries.slice(start, start + BATCH));
    }
  };
  const take: Parameters<DirectorySource['everything']>[0] = async (entries) => {
    read += entries.length;
    await stage(
      entries.map((doc) => {
        const { kind, externalId } = doc;
        return { kind, externalId, name: nameHere(doc), doc };
      }),
    );
    await save({ counts: { ...NO_COUNTS, read } });
  };
  let end: ReadingEnd | null = null;
  const isKnown = cursor !== null && digest === settings.digest;
  if (run.mode === 'changes' && isKnown) end = await directory.changes(cursor, take, stop);
  const full = end === null;
  end ??= await directory.everything(take, stop);
  if (!full && end.sweep) {
    const ids = await directory.ids(stop);
    for (const [kind, all] of [
      ['person', ids.people],
      ['group', ids.groups],
    ] as const) {
      await stage([...all].map((externalId) => ({ kind, externalId, name: null, doc: null })));
    }
  }
  await stage(end.gone.map((externalId) => ({ kind: 'gone', externalId, name: null, doc: null })));
  const staged = await runs.countStaged(run.id);
  const { referrals, strangers } = end;
  await save({
    counts: { ...NO_COUNTS, read, referrals, strangers },
    reading: {
      cursor: end.cursor,
      digest: settings.digest,
      staged,
      whole: full || end.sweep,
      full,
    },
  });
}
