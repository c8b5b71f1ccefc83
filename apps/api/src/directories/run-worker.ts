import { randomUUID } from 'node:crypto';
import type { DirectoryConfiguration } from '@chat-admin/directory/directory-configuration';
import { LdapSource } from '@chat-admin/directory/ldap-source';
import { RunLost } from '@chat-admin/domain/directories/directory-runs';
import { dueRun, OtherEntry } from '@chat-admin/domain/directories/run-schedule';
import type { NewEntry } from '@chat-admin/domain/directories/run-schedule';
import { isDatabaseAway } from '@chat-admin/persistence/database/database-away';
import { giveRunUp, goOnWithRun } from '@chat-admin/server/directories/directory-work';
import type { RunSurroundings } from '@chat-admin/server/directories/directory-work';
import type { WatchedDirectories } from './watched-directories.js';

/** How often an instance looks for runs that are due, or that others have left. */
const LOOK_MS = 1_000;
const TIDY_MS = 60_000;
/** How often a run is tried that fails for a reason that nobody knows. */
const MOST_ATTEMPTS = 10;
const LONGEST_PAUSE_MS = 60_000;

interface Attempts {
  count: number;
  notBefore: number;
}

/** Carries out the runs of the directories of the file, one of each at a time. Contract: extensions E13.10 */
export class RunWorker {
  private readonly instance = randomUUID();
  private readonly ending = new AbortController();
  private readonly running = new Map<string, Promise<void>>();
  private readonly attempts = new Map<string, Attempts>();
  /** by name, until they were compared with what is followed */
  private readonly entries = new Map<string, NewEntry>();
  private timers: readonly NodeJS.Timeout[] = [];
  /** names of directories, and null: tidying */
  private readonly failing = new Set<string | null>();

  constructor(
    private readonly directories: WatchedDirectories,
    private readonly surroundings: RunSurroundings,
  ) {
    const { modified } = directories;
    for (const { settings } of directories.all) this.entries.set(settings.name, { modified });
    directories.onChange((names) => {
      for (const name of names) {
        this.entries.set(name, { modified: null });
        this.attempts.delete(name);
      }
    });
  }

  start(): void {
    this.directories.start();
    const { directoryRuns } = this.surroundings.persistence;
    this.timers = [
      setInterval(() => this.wake(), LOOK_MS).unref(),
      setInterval(() => {
        if (this.directories.all.length === 0) return;
        void directoryRuns.tidy().then(
          () => this.failing.delete(null),
          (error: unknown) => this.report(error, null),
        );
      }, TIDY_MS).unref(),
    ];
    this.wake();
  }

  /** There may be something to do. */
  wake(): void {
    if (this.ending.signal.aborted) return;
    for (const configuration of this.directories.all) {
      const { name } = configuration.settings;
      if (this.running.has(name)) continue;
      const work = this.work(configuration).finally(() => this.running.delete(name));
      this.running.set(name, work);
    }
  }

  /** Other instances go on at once. */
  async stop(): Promise<void> {
    this.directories.stop();
    for (const timer of this.timers) clearInterval(timer);
    this.ending.abort();
    await Promise.all(this.running.values());
  }

  private async work(configuration: DirectoryConfiguration): Promise<void> {
    const { settings } = configuration;
    const { name } = settings;
    const attempts = this.attempts.get(name) ?? { count: 0, notBefore: 0 };
    if (attempts.notBefore > performance.now()) return;
    let runId: string | null = null;
    const isNew = this.entries.get(name) ?? null;
    try {
      const { directoryRuns } = this.surroundings.persistence;
      runId = await dueRun(directoryRuns, settings, isNew);
      this.looked(name, isNew);
      if (runId !== null) await this.carryOut(runId, configuration);
      this.attempts.delete(name);
      this.failing.delete(name);
    } catch (error) {
      if (error instanceof RunLost || this.ending.signal.aborted) return;
      if (error instanceof OtherEntry) this.looked(name, isNew);
      this.report(error, name);
      const count = attempts.count + 1;
      const pause = Math.min(LONGEST_PAUSE_MS, 500 * 2 ** count);
      this.attempts.set(name, { count, notBefore: performance.now() + pause });
      if (runId === null || count < MOST_ATTEMPTS || isDatabaseAway(error)) return;
      await giveRunUp({ runId }, this.surroundings, this.instance).then(
        () => this.attempts.delete(name),
        () => undefined,
      );
    }
  }

  /** It may have become another one meanwhile. */
  private looked(name: string, entry: NewEntry | null): void {
    if (this.entries.get(name) === entry) this.entries.delete(name);
  }

  private async carryOut(runId: string, configuration: DirectoryConfiguration): Promise<void> {
    const source = new LdapSource(configuration);
    const { settings } = configuration;
    const { signal } = this.ending;
    try {
      await goOnWithRun({ runId, settings, source }, this.surroundings, this.instance, signal);
    } finally {
      source.close();
    }
  }

  /** Once until it works again. @param name of a directory; null: of tidying */
  private report(error: unknown, name: string | null): void {
    const what = name === null ? 'Old runs cannot be tidied up' : `Runs of ${name} do not go on`;
    const { log } = this.surroundings;
    if (!this.failing.has(name) && error instanceof OtherEntry)
      log.warn(`${what}: ${error.message}`);
    else if (!this.failing.has(name)) log.warn(error, what);
    this.failing.add(name);
  }
}
