import type { RunResult } from '@chat-admin/domain/directories/directory-run';
import type { DirectoryRuns } from '@chat-admin/domain/directories/directory-runs';
import { sourceOf } from '@chat-admin/domain/users/managed-objects';
import type { RunMeasures } from '@chat-admin/server/directories/directory-work';
import type { Instruments } from '@chat-admin/server/metrics/instruments';
import { inTime } from '@chat-admin/server/process/readiness';
import { DirectoryStandings } from './directory-standings.js';
import type { Standing } from './directory-standings.js';
import type { WatchedDirectories } from './watched-directories.js';

/** Counting goes over all people of a directory. */
const COUNTS_LIFETIME_MS = 30_000;

interface Kept {
  readonly at: number;
  readonly counts: ReturnType<DirectoryRuns['managed']>;
}

/** What Prometheus is told of directories: what the database knows, and the runs of this instance. */
export class DirectoryMeasures implements RunMeasures {
  readonly standings: DirectoryStandings;
  private readonly runs: Pick<DirectoryRuns, 'managed'>;
  private readonly changes;
  private readonly durations;
  private readonly kept = new Map<string, Kept>();

  constructor(
    instruments: Instruments,
    directories: Pick<WatchedDirectories, 'all'>,
    { directoryRuns }: { readonly directoryRuns: Pick<DirectoryRuns, 'managed' | 'standings'> },
    private readonly now: () => number = () => performance.now(),
  ) {
    this.runs = directoryRuns;
    this.standings = new DirectoryStandings(directories, directoryRuns);
    this.changes = instruments.counter('chat_admin_directory_changes_total');
    this.durations = instruments.histogram('chat_admin_directory_run_duration_seconds');
    instruments.reading('chat_admin_directory_up', () =>
      this.each(({ found }) => (found === null ? null : Number(!found.condition.isFailing))),
    );
    instruments.reading('chat_admin_directory_waiting', () =>
      this.each(({ found }) => Number((found?.waits ?? null) !== null)),
    );
    instruments.reading('chat_admin_directory_last_success_timestamp_seconds', () =>
      this.each(({ found }) => found?.lastSuccess && found.lastSuccess.getTime() / 1000),
    );
    instruments.reading('chat_admin_directory_full_seconds', () =>
      this.each(({ settings, found }) => (found?.paused ? null : settings.fullMs / 1000)),
    );
    instruments.reading('chat_admin_directory_managed', () => this.managed());
  }

  /** Of one batch. */
  changed(directory: string, results: readonly RunResult[]): void {
    for (const { outcome } of results) this.changes.of(directory, outcome).count += 1;
  }

  ended(directory: string, mode: string, outcome: string, seconds: number): void {
    this.durations.of(directory, mode, outcome).observe(seconds);
  }

  /** @param value null: there is nothing to tell */
  private async each(value: (standing: Standing) => number | null | undefined) {
    const standings = (await this.standings.read()) ?? [];
    return standings.flatMap((standing) => {
      const known = value(standing) ?? null;
      return known === null ? [] : [[[standing.settings.name], known] as const];
    });
  }

  private async managed() {
    const standings = (await this.standings.read()) ?? [];
    const rows = await Promise.all(
      standings.map(async ({ settings: { name } }) => {
        const counts = await inTime(this.count(name));
        return Object.entries(counts ?? {}).map(([kind, count]) => [[name, kind], count] as const);
      }),
    );
    return rows.flat();
  }

  private count(name: string): Kept['counts'] {
    const known = this.kept.get(name);
    if (known !== undefined && this.now() - known.at < COUNTS_LIFETIME_MS) return known.counts;
    const counts = this.runs.managed(sourceOf(name));
    const kept = { at: this.now(), counts };
    this.kept.set(name, kept);
    // the next scrape asks again
    counts.catch(() => this.kept.get(name) === kept && this.kept.delete(name));
    return counts;
  }
}
