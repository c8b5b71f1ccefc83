import type { AdministratorProtection } from '../access/administrator-protection.js';
import { namesOf } from '../shared/audit-facts.js';
import type { AuditFacts } from '../shared/audit-facts.js';
import type { Localpart } from '../shared/jid.js';
import { requireScopes, ScopeSet } from '../shared/scopes.js';
import type { Transactions } from '../shared/transactions.js';
import { RightsEnded } from '../access/errors.js';
import { signerOf } from '../access/principal.js';
import type { GatheredNotices } from './gathered-notices.js';
import type { GeneratedPassword, JobMaker, JobResult, RawLine } from './job.js';
import { NAMED_KINDS } from './job-line.js';
import type { LineContext, LinePlanner, LineStep, NamedKind, PlannedLine } from './job-line.js';
import type { JobType } from './job-types.js';
import { BatchWithoutResult } from './errors.js';
import type { CheckedLine, LineWarnings, WarnedLines } from './line-warnings.js';
import type {
  AfterBatch,
  ClaimedJob,
  JobRepository,
  NextBatch,
  StoredBatch,
} from './job-repository.js';

/** How an error of a line is told, in the words of the single call. */
export interface LineFailure {
  readonly exception: string;
  readonly message: string;
  readonly detail: string | null;
}

/** The audit entry of one batch, for which its lines say nothing. */
export interface BatchAudit {
  /** @param facts null: there is no entry */
  say(facts: AuditFacts | null): void;
}

/** What the work on jobs needs besides the use cases. */
export interface JobTools {
  /** The line as the planner of the type takes it. @throws what is wrong with it */
  readonly readLine: (type: JobType, raw: RawLine) => object;
  /** `null`: the line is not to blame, all of its batch is to be done again */
  readonly failureOf: (error: unknown, attempt: number) => LineFailure | null;
  /** Runs `work`, whose transaction writes the entry. */
  readonly audited: <T>(job: ClaimedJob, work: (audit: BatchAudit) => Promise<T>) => Promise<T>;
  readonly newPassword: () => string;
  /** in milliseconds, of any beginning */
  readonly now: () => number;
  readonly isAdministrator: (name: Localpart) => boolean;
  readonly isReserved: (name: Localpart) => boolean;
  readonly isReader: (name: Localpart) => boolean;
  readonly hasRole: (name: Localpart) => Promise<boolean>;
  /** Whether the maker still has the rights that it had. */
  readonly isEntitled: (maker: JobMaker) => Promise<boolean>;
}

/** each for the lines that `readLine` makes of its type */
export type Planners = Readonly<Record<JobType, LinePlanner<never>>>;

/** After which a batch of commands to the chat server ends, however many lines are left of it. */
const LIVE_BATCH_MS = 2_000;

/** As often may instances end while they do a batch; then its lines fail unread. */
const MOST_ABANDONED = 3;

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
    private readonly warnings: LineWarnings,
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
      await this.jobs.end(id, instance, new RightsEnded(maker.name).message);
      return OVER;
    }
    const batch = await this.jobs.nextBatch(id, instance, attempt);
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
    batch: NextBatch,
    audit: BatchAudit,
    attempt: number,
  ): Promise<Step> {
    const { id, type, dryRun } = job;
    const context = this.contextOf(job);
    const planner: LinePlanner<unknown> = this.planners[type];
    const raws = JSON.parse(batch.lines) as readonly RawLine[];
    const lines = raws.map((raw) =>
      batch.abandoned < MOST_ABANDONED
        ? this.read(type, raw)
        : { failure: new BatchWithoutResult() },
    );
    const drafts = lines.map((line) => ('draft' in line ? line.draft : null));
    await planner.prepare?.(drafts, context);
    return this.transactions.run(async () => {
      if (!(await this.jobs.takeBatch(id, batch.number))) throw new BatchLost();
      const end = planner.isLive ? this.tools.now() + LIVE_BATCH_MS : Infinity;
      this.passwords = [];
      const planned: PlannedLine[] = [];
      const done: CheckedLine[] = [];
      let later = raws;
      for (const [index, line] of lines.entries()) {
        if (index > 0 && this.tools.now() > end) break;
        const plan = this.plan(planner, line, context);
        if ('run' in plan) planned.push(plan);
        const raw = raws[index]!;
        const outcome = await this.attempt(plan, dryRun, attempt, progressOf(raw));
        if ('progress' in outcome) {
          later = raws.with(index, { ...raw, ...outcome } as RawLine);
          break;
        }
        const result = { line: batch.before + index + 1, ...outcome, warning: null };
        done.push({ plan: 'run' in plan ? plan : null, result });
      }
      // a line that goes in steps has entries of the first and of the last one
      const isBetween = done.length === 0 && progressOf(raws[0]!) !== undefined;
      audit.say(isBetween ? null : { ...factsOf(job, planned), ...endOf(type, drafts, done) });
      const passwords = dryRun ? [] : this.passwords;
      const left = leftOf(batch, later, done.length);
      const warned = dryRun ? await this.warnings.of(job, done) : unwarned(done);
      const record = { number: batch.number, ...warned, passwords, left };
      const after = await this.jobs.finishBatch(id, instance, record);
      if (after === 'lost') throw new BatchLost();
      return { after, results: warned.results };
    });
  }

  private read(type: JobType, raw: RawLine): Prepared {
    try {
      return { draft: this.tools.readLine(type, raw) };
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
    progress: unknown,
  ): Promise<Omit<JobResult, 'line' | 'warning'> | LineStep> {
    const failed = (object: string | null, error: unknown) => {
      const failure = this.tools.failureOf(error, attempt);
      if (failure === null) throw error;
      return { object, outcome: 'failed' as const, ...failure };
    };
    if ('failure' in plan) return failed(null, plan.failure);
    try {
      const ran = await this.transactions.part(() => plan.run(progress), !dryRun);
      if (typeof ran === 'object' && 'progress' in ran) return ran;
      const { outcome, message } = typeof ran === 'object' ? ran : { outcome: ran, message: null };
      return { object: plan.object, outcome, exception: null, message, detail: null };
    } catch (error) {
      return failed(plan.object, error);
    }
  }

  private contextOf(job: ClaimedJob): LineContext {
    const { maker } = job;
    const scopes = new ScopeSet(maker.scopes);
    const self = signerOf(maker);
    const ender = { scopes, console: maker.isAtConsole ? { self } : null };
    return {
      options: job,
      makerName: maker.name,
      self,
      scopes,
      require: (...needed) => requireScopes(scopes, needed),
      isAdministrator: (name) => this.tools.isAdministrator(name),
      isReserved: (name) => this.tools.isReserved(name),
      isReader: (name) => this.tools.isReader(name),
      hasRole: (name) => this.tools.hasRole(name),
      endingLogin: (name, change) => this.protection.endingLogin(name, ender, change),
      newPassword: () => this.tools.newPassword(),
      handOut: (name, password) => this.passwords.push({ username: name, password }),
      keepFile: (content) => this.jobs.keepFile(job.id, content),
    };
  }
}

const unwarned = (done: readonly CheckedLine[]): WarnedLines => ({
  results: done.map(({ result }) => result),
  first: new Set(),
});

const progressOf = (raw: RawLine): unknown => ('read' in raw ? raw.progress : undefined);

function leftOf(
  { number, before }: StoredBatch,
  raws: readonly RawLine[],
  done: number,
): StoredBatch | null {
  if (done === raws.length) return null;
  return { number, before: before + done, lines: JSON.stringify(raws.slice(done)) };
}

/** Whose lines add or remove. */
const WITH_ACTION: ReadonlySet<JobType> = new Set<JobType>([
  ...(['users', 'groups', 'memberships', 'affiliations', 'rooms', 'lockouts'] as const),
]);

/** What its lines were to do, and how many failed. */
function endOf(
  type: JobType,
  drafts: readonly unknown[],
  done: readonly CheckedLine[],
): AuditFacts {
  const failed = done.filter(({ result }) => result.outcome === 'failed').length;
  const acts = new Set(WITH_ACTION.has(type) ? drafts.slice(0, done.length).flatMap(actsIn) : []);
  const action = acts.size > 1 ? 'mixed' : [...acts][0];
  return { action, ...(failed > 0 && { failed, rows: done.length }) };
}

/** Of a line that could be read. */
const actsIn = (draft: unknown): readonly ('add' | 'remove')[] => {
  if (typeof draft !== 'object' || draft === null) return [];
  return ['action' in draft && draft.action === 'remove' ? 'remove' : 'add'];
};

function factsOf({ dryRun }: ClaimedJob, planned: readonly PlannedLine[]): AuditFacts {
  const namesAs = (kind: NamedKind) => {
    const names = planned.flatMap(({ named: [one, name] }) =>
      one === kind && name !== '' ? [name] : [],
    );
    return names.length === 0
      ? []
      : [[kind, namesOf([...new Set(names)], (name) => name)] as const];
  };
  const members = planned.flatMap((plan) => plan.member?.()?.user ?? []);
  const about = namesOf(members, (name) => name);
  const [reason, ...others] = new Set(planned.map((plan) => plan.reason ?? ''));
  const names = Object.fromEntries(NAMED_KINDS.flatMap(namesAs));
  return { source: 'job', ...names, about, ...(reason && !others.length && { reason }), dryRun };
}
