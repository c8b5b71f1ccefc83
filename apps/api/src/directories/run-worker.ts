import { randomUUID } from 'node:crypto';
import type { DirectoryConfiguration } from '@chat-admin/directory/directory-configuration';
import { LdapSource } from '@chat-admin/directory/ldap-source';
import { RunLost } from '@chat-admin/domain/directories/directory-runs';
import { dueRun, OtherEntry } from '@chat-admin/domain/directories/run-schedule';
import { isDatabaseAway } from '@chat-admin/persistence/database/database-away';
import { giveRunUp, goOnWithRun } from '@chat-admin/server/directories/directory-work';
import type { RunSurroundings } from '@chat-admin/server/directories/directory-work';
import type { WatchedDirectories } from './watched-directories.js';

/** How often an instance looks for runs that are due, or that others have left. */
const LOOK_MS = 1_000;
const TIDY_MS = 60_000;
/** How often the entry is compared with the one that is followed. */
const COMPARE_MS = 30_000;
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
  /** by name: since when the entry has been the one that it is here */
  private readonly since = new Map<string, number>();
  /** by name: when it was compared with the one that is followed, which it was */
  private readonly compared = new Map<string, number>();
  private timers: readonly NodeJS.Timeout[] = [];
  /** names of directories, and null: tidying */
  private readonly failing = new Set<string | null>();

  constructor(
    private readonly directories: WatchedDirectories,
    private readonly surroundings: RunSurroundings,
  ) {
    const { modified } = directories;
    // the time of a file may be yet to come
    const ageMs = modified === null ? 0 : Math.max(0, Date.now() - modified.getTime());
    const since = performance.now() - ageMs;
    for (const { settings } of directories.all) this.since.set(settings.name, since);
    directories.onChange((names) => {
      for (const name of names) {
        this.since.set(name, performance.now());
        this.compared.delete(name);
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
    const now = performance.now();
    if (attempts.notBefore > now) return;
    let runId: string | null = null;
    const since = this.since.get(name) ?? now;
    const isCompared = now - (this.compared.get(name) ?? -Infinity) < COMPARE_MS;
    try {
      const { directoryRuns } = this.surroundings.persistence;
      runId = await dueRun(directoryRuns, settings, isCompared ? null : now - since);
      if (!isCompared && since === this.since.get(name)) this.compared.set(name, now);
      if (runId !== null) await this.carryOut(runId, configuration);
      this.attempts.delete(name);
      this.failing.delete(name);
    } catch (error) {
      if (error instanceof RunLost || this.ending.signal.aborted) return;
      if (error instanceof OtherEntry) this.compared.delete(name);
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
