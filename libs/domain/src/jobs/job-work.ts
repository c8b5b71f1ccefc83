import type { AdministratorProtection } from '../access/administrator-protection.js';
import { namesOf } from '../shared/audit-facts.js';
import type { AuditFacts, Names } from '../shared/audit-facts.js';
import type { Localpart } from '../shared/jid.js';
import { requireScopes, ScopeSet } from '../shared/scopes.js';
import type { Transactions } from '../shared/transactions.js';
import { username } from '../users/user.js';
import type { GatheredNotices } from './gathered-notices.js';
import type { GeneratedPassword, JobMaker, JobResult, JobType, RawLine } from './job.js';
import type { JobLine, LineContext, LinePlanner, PlannedLine } from './job-line.js';
import type { AfterBatch, ClaimedJob, JobRepository, StoredBatch } from './job-repository.js';

/** How an error of a line is told, in the words of the single call. */
export interface LineFailure {
  readonly exception: string;
  readonly message: string;
}

/** The audit entry of one batch. */
export interface BatchAudit {
  /** What the use cases have noted since the last call. */
  noted(): AuditFacts;
  say(facts: AuditFacts): void;
}

/** What the work on jobs needs besides the use cases. */
export interface JobTools {
  /** @throws what is wrong with the line */
  readonly readLine: (type: JobType, raw: RawLine) => JobLine;
  /** `null`: the line is not to blame, all of its batch is to be done again */
  readonly failureOf: (error: unknown, attempt: number) => LineFailure | null;
  /** Runs `work`, whose transaction writes the entry. */
  readonly audited: <T>(job: ClaimedJob, work: (audit: BatchAudit) => Promise<T>) => Promise<T>;
  readonly newPassword: () => string;
  readonly isAdministrator: (name: Localpart) => boolean;
  /** Whether the maker still has the rights that it had. */
  readonly isEntitled: (maker: JobMaker) => Promise<boolean>;
}

export type Planners = { readonly [T in JobType]: LinePlanner<(JobLine & { type: T })['draft']> };

/** What the names of a batch are called in its audit entry. */
const NAMED: Readonly<Record<JobType, 'users' | 'groups' | 'rooms'>> = {
  users: 'users',
  groups: 'groups',
  memberships: 'groups',
  affiliations: 'rooms',
  rooms: 'rooms',
  lockouts: 'users',
};

/** Another instance has the job. */
class BatchLost extends Error {}

/** How far a job is, and what has become of the lines of a batch. */
export interface Step {
  readonly after: AfterBatch;
  readonly results: readonly JobResult[];
}

const OVER: Step = { after: 'ended', results: [] };

/** A line before it is done; `failure`: it cannot be read. */
type Prepared = { readonly draft: unknown } | { readonly failure: unknown };

/** Does the lines of jobs, a batch in one transaction. One at a time. Contract: extensions E7.2 */
export class JobWork {
  private passwords: GeneratedPassword[] = [];

  constructor(
    private readonly jobs: JobRepository,
    private readonly transactions: Transactions,
    private readonly planners: Planners,
    private readonly notices: GatheredNotices,
    private readonly protection: AdministratorProtection,
    private readonly tools: JobTools,
  ) {}

  /**
   * The next batch of a job.
   * @param attempt how often it was tried before
   * @throws if it has to be done again; nothing of it was stored
   */
  async step(job: ClaimedJob, instance: string, attempt: number): Promise<Step> {
    const { id, maker } = job;
    if (!(await this.tools.isEntitled(maker))) {
      await this.jobs.end(id, instance, `The rights of ${maker.name} have ended`);
      return OVER;
    }
    const batch = await this.jobs.nextBatch(id, instance);
    if (batch === null) {
      await this.jobs.end(id, instance, null);
      return OVER;
    }
    try {
      const step = await this.tools.audited(job, (audit) =>
        this.carryOut(job, instance, batch, audit, attempt),
      );
      await this.notices.tell();
      return step;
    } catch (error) {
      this.notices.forget();
      if (error instanceof BatchLost) return { after: 'lost', results: [] };
      throw error;
    }
  }

  private async carryOut(
    job: ClaimedJob,
    instance: string,
    batch: StoredBatch,
    audit: BatchAudit,
    attempt: number,
  ): Promise<Step> {
    const { id, type, dryRun } = job;
    const context = this.contextOf(job, audit);
    const planner = this.planners[type] as LinePlanner<unknown>;
    const lines = (JSON.parse(batch.lines) as readonly RawLine[]).map((raw) =>
      this.read(type, raw),
    );
    const drafts = lines.map((line) => ('draft' in line ? line.draft : null));
    await planner.prepare?.(drafts, context);
    return this.transactions.run(async () => {
      if (!(await this.jobs.takeBatch(id, batch.number))) throw new BatchLost();
      this.passwords = [];
      const names: string[] = [];
      const results: JobResult[] = [];
      for (const [index, line] of lines.entries()) {
        audit.noted();
        const plan = this.plan(planner, line, context);
        if ('run' in plan) names.push(plan.name);
        const done = await this.attempt(plan, dryRun, attempt);
        results.push({ line: batch.before + index + 1, ...done });
      }
      audit.noted();
      audit.say(factsOf(job, names));
      const passwords = dryRun ? [] : this.passwords;
      const record = { number: batch.number, results, passwords };
      const after = await this.jobs.finishBatch(id, instance, record);
      if (after === 'lost') throw new BatchLost();
      return { after, results };
    });
  }

  private read(type: JobType, raw: RawLine): Prepared {
    try {
      return { draft: this.tools.readLine(type, raw).draft };
    } catch (failure) {
      return { failure };
    }
  }

  private plan(
    planner: LinePlanner<unknown>,
    line: Prepared,
    context: LineContext,
  ): PlannedLine | { readonly failure: unknown } {
    if ('failure' in line) return line;
    try {
      return planner.plan(line.draft, context);
    } catch (failure) {
      return { failure };
    }
  }

  /** A line that fails, or is only checked, is undone alone. */
  private async attempt(
    plan: PlannedLine | { readonly failure: unknown },
    dryRun: boolean,
    attempt: number,
  ): Promise<Omit<JobResult, 'line'>> {
    const failed = (object: string | null, error: unknown) => {
      const failure = this.tools.failureOf(error, attempt);
      if (failure === null) throw error;
      return { object, outcome: 'failed' as const, ...failure };
    };
    if ('failure' in plan) return failed(null, plan.failure);
    try {
      const outcome = await this.transactions.part(() => plan.run(), !dryRun);
      return { object: plan.object, outcome, exception: null, message: null };
    } catch (error) {
      return failed(plan.object, error);
    }
  }

  private contextOf(job: ClaimedJob, audit: BatchAudit): LineContext {
    const { maker } = job;
    const scopes = new ScopeSet(maker.scopes);
    const self = maker.kind === 'basic' ? username(maker.name) : null;
    return {
      options: job,
      makerName: maker.name,
      require: (...needed) => requireScopes(scopes, needed),
      isAdministrator: (name) => this.tools.isAdministrator(name),
      endingLogin: (name, change) =>
        maker.isAtConsole ? this.protection.endingLogin(name, self, change) : change(),
      noted: () => audit.noted(),
      newPassword: () => this.tools.newPassword(),
      handOut: (name, password) => this.passwords.push({ username: name, password }),
    };
  }
}

function factsOf({ type, dryRun }: ClaimedJob, names: readonly string[]): AuditFacts {
  const named: Names = namesOf([...new Set(names)], (name) => name);
  return { source: 'job', [NAMED[type]]: named, dryRun };
}
