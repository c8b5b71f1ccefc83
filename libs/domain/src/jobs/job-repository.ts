import type { OrderedList } from '../shared/paging.js';
import type {
  GeneratedPassword,
  Job,
  JobMaker,
  JobOptions,
  JobResult,
  JobStatus,
  LineOutcome,
} from './job.js';
import type { JobType } from './job-types.js';

/** Lines that are one transaction, as they are kept. */
export interface StoredBatch {
  readonly number: number;
  /** how many lines are in all batches before it */
  readonly before: number;
  /** JSON, as the upload has written it */
  readonly lines: string;
}

export interface NextBatch extends StoredBatch {
  /** how many instances have begun it, and ended without a result */
  readonly abandoned: number;
}

/** A job that an instance carries out. */
export interface ClaimedJob extends JobOptions {
  readonly id: string;
  readonly maker: JobMaker;
}

/** What one batch adds. */
export interface BatchRecord {
  readonly number: number;
  readonly results: readonly JobResult[];
  /** numbers of the lines which {@link JobRepository.firstLines} finds by their objects */
  readonly first: ReadonlySet<number>;
  readonly passwords: readonly GeneratedPassword[];
  /** lines of the batch that were not done, and come next */
  readonly left: StoredBatch | null;
}

/** How far a job is after a batch; `lost`: another instance has it, so nothing of the batch may stay. */
export type AfterBatch = 'more' | 'ended' | 'lost';

/** What a job has made. */
export interface JobFile {
  readonly bytes: number;
  /** read as they are needed */
  readonly pieces: AsyncIterable<Uint8Array>;
}

export interface JobFilter {
  readonly status: JobStatus | null;
  readonly type: JobType | null;
}

/** Jobs, their lines until they are done, and what became of them. Contract: extensions E7 */
export abstract class JobRepository {
  /**
   * A job whose lines follow, and which nobody sees until it is submitted.
   * @returns `null` if there are as many unfinished ones as there may be
   */
  abstract begin(options: JobOptions, maker: JobMaker): Promise<string | null>;
  /** @returns false if the upload has been given up */
  abstract addBatches(id: string, batches: readonly StoredBatch[]): Promise<boolean>;
  /** Removes what was uploaded, unless it has been submitted. */
  abstract discard(id: string): Promise<void>;
  /** @returns `null` if the upload has been given up */
  abstract submit(id: string, lines: number): Promise<Job | null>;

  abstract find(id: string): Promise<Job | null>;
  abstract maker(id: string): Promise<(Pick<JobMaker, 'id'> & { generates: boolean }) | null>;
  abstract list(filter: JobFilter): OrderedList<Job>;
  abstract results(id: string, outcome: LineOutcome | null): OrderedList<JobResult>;
  /** A job that waits ends at once, one that runs after its batch. */
  abstract cancel(id: string): Promise<void>;
  /** @returns false if it is not finished */
  abstract remove(id: string): Promise<boolean>;
  /** Begins the time in which they may be fetched. @returns `null` if it is over */
  abstract passwords(id: string): Promise<AsyncIterable<readonly GeneratedPassword[]> | null>;
  /** Begins the time in which it may be fetched. @returns `null` if it is over, or there is none */
  abstract file(id: string): Promise<JobFile | null>;

  /** A job that waits, or whose instance has gone, for `instance` alone. */
  abstract claim(instance: string): Promise<ClaimedJob | null>;
  /** Others do not take over the jobs of the instance for the next 30 seconds. */
  abstract renew(instance: string): Promise<void>;
  /** Others may take them over at once. */
  abstract release(instance: string): Promise<void>;
  /**
   * The next lines of the job; `null` if it has ended, or is to. Outside of a transaction, so that it is known of a batch
   * that it was begun.
   * @param attempt how often the instance has tried the batch before, and knows that it failed
   */
  abstract nextBatch(id: string, instance: string, attempt: number): Promise<NextBatch | null>;
  /** In a transaction, before the work: nobody else does this batch. @returns false if it is done already */
  abstract takeBatch(id: string, number: number): Promise<boolean>;
  /** In the same transaction: the file that the one line of the job makes. @param content in pieces of any length */
  abstract keepFile(id: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** By object: which line of an earlier batch was the first about it. */
  abstract firstLines(id: string, objects: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** In the same transaction, after the work. */
  abstract finishBatch(id: string, instance: string, batch: BatchRecord): Promise<AfterBatch>;
  /** Ends the job although lines are left; `cancelled` if that is what somebody wants. @returns whether it was not over */
  abstract end(id: string, instance: string, failure: string | null): Promise<boolean>;

  /** Deletes uploads given up, passwords and files whose time is over, and a piece of what deleted jobs have left. */
  abstract tidy(): Promise<void>;
  /** Deletes what finished longer ago. @returns how many jobs, at most `limit` */
  abstract forget(days: number, limit: number): Promise<number>;
  /** By status, of all instances. */
  abstract counts(): Promise<Readonly<Record<string, number>>>;
}
