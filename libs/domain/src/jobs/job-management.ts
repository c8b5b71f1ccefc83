import { isMaker } from '../access/principal.js';
import type { Principal } from '../access/principal.js';
import type { Transactions } from '../shared/transactions.js';
import type { OrderedList } from '../shared/paging.js';
import {
  FileGone,
  JobInProgress,
  JobNotFound,
  JobUnfinished,
  JobUploadLapsed,
  NotTheMaker,
  PasswordsGone,
} from './errors.js';
import { requireScopes } from '../shared/scopes.js';
import { isFinished } from './job.js';
import { rulesOf } from './job-types.js';
import type {
  GeneratedPassword,
  Job,
  JobMaker,
  JobOptions,
  JobResult,
  LineOutcome,
} from './job.js';
import type { JobFile, JobFilter, JobRepository } from './job-repository.js';
import { JobUpload } from './job-upload.js';

/** Of ids that the database can hold. */
const ID = /^[1-9]\d{0,17}$/;

/** What looks for work at intervals, and at once when it is told that there is some. */
export interface Wakeable {
  wake(): void;
}

/** Jobs as their makers, and others who may, see them. Contract: extensions E7.2 */
export class JobManagement {
  constructor(
    private readonly jobs: JobRepository,
    private readonly transactions: Transactions,
    private readonly runner: Wakeable,
  ) {}

  /** @param id of an upload, which is complete. @throws JobUploadLapsed */
  submit(id: string, lines: number): Promise<Job> {
    return this.transactions.run(async () => {
      const job = await this.jobs.submit(id, lines);
      if (job === null) throw new JobUploadLapsed();
      await this.transactions.afterCommit(async () => this.runner.wake());
      return job;
    });
  }

  /** A job of one line. @throws TooManyJobs */
  make(options: JobOptions, maker: JobMaker, line: object): Promise<Job> {
    return this.transactions.run(async () => {
      const upload = await JobUpload.begin(this.jobs, options, maker);
      upload.add({ read: line });
      return this.submit(upload.id, await upload.complete());
    });
  }

  /** Newest first. */
  list(filter: JobFilter): OrderedList<Job> {
    return this.jobs.list(filter);
  }

  /** @throws JobNotFound */
  async get(id: string): Promise<Job> {
    const job = ID.test(id) ? await this.jobs.find(id) : null;
    if (job === null) throw new JobNotFound(id);
    return job;
  }

  /** By line. @throws JobNotFound, ScopeMissing */
  async results(
    id: string,
    outcome: LineOutcome | null,
    caller: Principal,
  ): Promise<{ readonly list: OrderedList<JobResult>; readonly dryRun: boolean }> {
    const { type, dryRun } = await this.get(id);
    requireScopes(caller.scopes, [rulesOf(type).read]);
    return { list: this.jobs.results(id, outcome), dryRun };
  }

  /** A job that waits ends at once, one that runs after its batch. @throws JobNotFound, ScopeMissing */
  async cancel(id: string, caller: Principal): Promise<Job> {
    await this.changeable(id, caller);
    return this.transactions.run(async () => {
      await this.jobs.cancel(id);
      return this.get(id);
    });
  }

  /** @throws JobNotFound, ScopeMissing, JobInProgress */
  async remove(id: string, caller: Principal): Promise<void> {
    await this.changeable(id, caller);
    await this.transactions.run(async () => {
      if (!(await this.jobs.remove(id))) throw new JobInProgress();
    });
  }

  /**
   * The generated passwords, in the order of lines.
   * @throws JobNotFound, ScopeMissing, NotTheMaker, PasswordsGone, JobUnfinished
   */
  async passwords(
    id: string,
    caller: Principal,
  ): Promise<AsyncIterable<readonly GeneratedPassword[]>> {
    const job = await this.changeable(id, caller);
    const { generates } = await this.madeBy(caller, id, 'passwords');
    if (!generates) throw new PasswordsGone();
    if (!isFinished(job)) throw new JobUnfinished();
    return this.transactions.run(async () => {
      const passwords = await this.jobs.passwords(id);
      if (passwords === null) throw new PasswordsGone();
      return passwords;
    });
  }

  /**
   * What a job has made.
   * @throws JobNotFound, ScopeMissing, NotTheMaker, FileGone, JobUnfinished
   */
  async file(id: string, caller: Principal): Promise<JobFile> {
    const job = await this.changeable(id, caller);
    await this.madeBy(caller, id, 'file');
    if (job.dryRun || rulesOf(job.type).makesFile !== true) throw new FileGone();
    if (!isFinished(job)) throw new JobUnfinished();
    return this.transactions.run(async () => {
      const file = await this.jobs.file(id);
      if (file === null) throw new FileGone();
      return file;
    });
  }

  /** @throws JobNotFound, NotTheMaker */
  private async madeBy(caller: Principal, id: string, what: 'passwords' | 'file') {
    const maker = await this.jobs.maker(id);
    if (maker === null) throw new JobNotFound(id);
    if (!isMaker(maker.id, caller)) throw new NotTheMaker(what);
    return maker;
  }

  private async changeable(id: string, caller: Principal): Promise<Job> {
    const job = await this.get(id);
    requireScopes(caller.scopes, [rulesOf(job.type).write]);
    return job;
  }
}
