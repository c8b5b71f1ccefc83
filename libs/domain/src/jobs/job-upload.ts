import { requireAtMost } from '../shared/limits.js';
import { JobUploadLapsed, TooManyJobs, UnreadableTable } from './errors.js';
import { LINES_OF_A_BATCH, MOST_LINES } from './job.js';
import type { JobMaker, JobOptions, RawLine } from './job.js';
import { rulesOf } from './job-types.js';
import type { JobRepository, StoredBatch } from './job-repository.js';

/** What waits to be stored, in characters. */
const MOST_WAITING = 1_000_000;

/** Stores the lines of a job while they arrive. Contract: extensions E7.1 */
export class JobUpload {
  private lines: string[] = [];
  private batches: StoredBatch[] = [];
  private waiting = 0;
  private number = 0;
  private count = 0;

  private constructor(
    private readonly jobs: JobRepository,
    readonly id: string,
    private readonly mostLines: number,
  ) {}

  /**
   * @param mostLines of a job of this type
   * @throws TooManyJobs
   */
  static async begin(
    jobs: JobRepository,
    options: JobOptions,
    maker: JobMaker,
    mostLines = rulesOf(options.type).mostLines ?? MOST_LINES.most,
  ): Promise<JobUpload> {
    const id = await jobs.begin(options, maker);
    if (id === null) throw new TooManyJobs();
    return new JobUpload(jobs, id, mostLines);
  }

  /** @throws TooManyParts, UnreadableTable */
  add(line: RawLine): void {
    this.count += 1;
    requireAtMost(MOST_LINES, this.count);
    if (this.count > this.mostLines) {
      throw new UnreadableTable(
        `there are more lines than ${this.mostLines}`,
        'send the others in another job',
      );
    }
    const text = JSON.stringify(line);
    this.waiting += text.length;
    this.lines.push(text);
    if (this.lines.length === LINES_OF_A_BATCH) this.endBatch();
  }

  /** To be awaited between pieces of the upload. @returns `null`: there is nothing to wait for */
  store(): Promise<void> | null {
    return this.waiting < MOST_WAITING ? null : this.flush();
  }

  /** @returns how many lines there are. @throws UnreadableTable if there are none */
  async complete(): Promise<number> {
    if (this.count === 0) throw new UnreadableTable('there is no line', 'at least one');
    this.endBatch();
    await this.flush();
    return this.count;
  }

  private endBatch(): void {
    if (this.lines.length === 0) return;
    const before = this.number * LINES_OF_A_BATCH;
    this.batches.push({ number: this.number, before, lines: `[${this.lines.join(',')}]` });
    this.number += 1;
    this.lines = [];
  }

  private async flush(): Promise<void> {
    const batches = this.batches;
    this.batches = [];
    this.waiting = 0;
    if (!(await this.jobs.addBatches(this.id, batches))) throw new JobUploadLapsed();
  }
}
