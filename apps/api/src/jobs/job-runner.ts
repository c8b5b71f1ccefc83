import { randomUUID } from 'node:crypto';
import type { ClaimedJob, JobRepository } from '@chat-admin/domain/jobs/job-repository';
import type { JobWork, Step } from '@chat-admin/domain/jobs/job-work';
import { isDatabaseAway } from '@chat-admin/persistence/database/database-away';
import type { Logger } from 'pino';

/** Of one instance at once. */
const MOST_JOBS = 4;
/** How often an instance looks for jobs that others have left. */
const POLL_MS = 5_000;
/** The same once that has failed. */
const RETRY_MS = 2_000;
/** A third of the lease. */
const RENEW_MS = 10_000;
const TIDY_MS = 30_000;
/** How often a batch is tried that fails for a reason that nobody knows. */
const MOST_ATTEMPTS = 10;
const LONGEST_PAUSE_MS = 5_000;

interface Held {
  readonly job: ClaimedJob;
  /** how often its next batch has failed */
  attempts: number;
  notBefore: number;
}

/** What is counted of jobs. */
export interface JobObserver {
  /** carries out a batch */
  around<T>(job: ClaimedJob, work: () => Promise<T>): Promise<T>;
  batch(job: ClaimedJob, step: Step): void;
  ended(kind: string, outcome: string, seconds: number): void;
}

/** Carries out jobs, a batch of each in turn. Contract: extensions E7.2 "Instances" */
export class JobRunner {
  private readonly instance = randomUUID();
  private held: Held[] = [];
  private running: Promise<void> | null = null;
  private timers: readonly NodeJS.Timeout[] = [];
  private stopped = false;
  private isFailing = false;
  private wakeUp: () => void = () => undefined;
  /** since the last look */
  private isWoken = false;

  constructor(
    private readonly jobs: JobRepository,
    private readonly work: Pick<JobWork, 'step'>,
    private readonly observer: JobObserver,
    private readonly log: Logger,
  ) {}

  start(): void {
    const every = (ms: number, task: () => Promise<void>) =>
      setInterval(() => void task().catch((error: unknown) => this.report(error)), ms).unref();
    this.timers = [
      every(RENEW_MS, async () => {
        if (this.held.length > 0) await this.jobs.renew(this.instance);
      }),
      every(TIDY_MS, () => this.jobs.tidy()),
    ];
    this.running = this.run();
  }

  /** There is a new job. */
  wake(): void {
    this.isWoken = true;
    this.wakeUp();
  }

  /** After the batch that is being done; other instances go on at once. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearInterval(timer);
    this.wakeUp();
    await this.running;
    if (this.held.length > 0) await this.jobs.release(this.instance).catch(() => undefined);
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      this.isWoken = false;
      const hasWorked = await this.round();
      if (!hasWorked && !this.isWoken && !this.stopped) await this.rest();
    }
  }

  /** @returns whether there was anything to do */
  private async round(): Promise<boolean> {
    await this.claim();
    let hasWorked = false;
    for (const one of [...this.held]) {
      if (this.stopped) return true;
      if (one.notBefore > Date.now()) continue;
      hasWorked = true;
      await this.step(one);
    }
    return hasWorked;
  }

  private async claim(): Promise<void> {
    if (this.held.length >= MOST_JOBS) return;
    try {
      const job = await this.jobs.claim(this.instance);
      if (job !== null) this.held.push({ job, attempts: 0, notBefore: 0 });
      this.isFailing = false;
    } catch (error) {
      this.report(error);
    }
  }

  private async step(one: Held): Promise<void> {
    try {
      const step = await this.observer.around(one.job, () =>
        this.work.step(one.job, this.instance, one.attempts),
      );
      one.attempts = 0;
      this.observer.batch(one.job, step);
      if (step.after === 'more') return;
      this.drop(one);
      if (step.after === 'ended') await this.tellEnd(one.job.id);
    } catch (error) {
      await this.failed(one, error);
    }
  }

  private async failed(one: Held, error: unknown): Promise<void> {
    one.attempts += 1;
    one.notBefore = Date.now() + Math.min(LONGEST_PAUSE_MS, 100 * 2 ** one.attempts);
    this.report(error);
    if (one.attempts < MOST_ATTEMPTS || isDatabaseAway(error)) return;
    const end = () => this.jobs.end(one.job.id, this.instance, 'Unexpected server error');
    await end().then(
      () => this.drop(one),
      () => undefined,
    );
  }

  private async tellEnd(id: string): Promise<void> {
    const job = await this.jobs.find(id);
    if (!job?.started || !job.finished) return;
    const seconds = (job.finished.getTime() - job.started.getTime()) / 1000;
    this.observer.ended(job.type, job.status, seconds);
  }

  private drop(one: Held): void {
    this.held = this.held.filter((other) => other !== one);
  }

  /** Once until it works again. */
  private report(error: unknown): void {
    if (!this.isFailing) this.log.warn(error, 'Jobs cannot be carried out');
    this.isFailing = true;
  }

  private rest(): Promise<void> {
    return new Promise((resolve) => {
      const soonest = Math.min(
        ...this.held.map(({ notBefore }) => notBefore - Date.now()),
        this.isFailing ? RETRY_MS : POLL_MS,
      );
      const timer = setTimeout(resolve, Math.max(soonest, 10)).unref();
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
