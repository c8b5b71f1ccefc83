import { MOST_JOBS } from '@chat-admin/domain/jobs/job';
import type {
  GeneratedPassword,
  Job,
  JobMaker,
  JobOptions,
  JobResult,
  LineOutcome,
} from '@chat-admin/domain/jobs/job';
import { JobRepository } from '@chat-admin/domain/jobs/job-repository';
import type {
  AfterBatch,
  BatchRecord,
  ClaimedJob,
  JobFile,
  JobFilter,
  NextBatch,
  StoredBatch,
} from '@chat-admin/domain/jobs/job-repository';
import type { OrderedList } from '@chat-admin/domain/shared/paging';
import type { Transactions } from '@chat-admin/domain/shared/transactions';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import type { RowStreams } from '../database/row-streams.js';
import { JobFiles } from './job-files.js';
import { jobList, resultList } from './job-lists.js';
import * as sql from './job-statements.js';

/** Pieces of what is deleted at once. */
const PIECE = 10_000;

type ClaimedRow = Omit<JobOptions, 'id'> & {
  readonly id: string;
  readonly makerId: string;
  readonly makerName: string;
  readonly makerKind: JobMaker['kind'];
  readonly makerScopes: JobMaker['scopes'];
  readonly atConsole: boolean;
};

interface FirstLine {
  readonly object: string;
  readonly line: number;
}

export class PostgresJobRepository extends JobRepository {
  private readonly files: JobFiles;

  constructor(
    private readonly db: CurrentTransaction,
    private readonly transactions: Transactions,
    private readonly streams: RowStreams,
  ) {
    super();
    this.files = new JobFiles(db, streams);
  }

  begin(options: JobOptions, maker: JobMaker): Promise<string | null> {
    const { type, dryRun, onExisting, generatePasswords, groups, service } = options;
    const { id, name, kind, scopes, isAtConsole } = maker;
    const values = [type, dryRun, onExisting, generatePasswords, groups, service];
    return this.transactions.run(async () => {
      await this.db.run(sql.hold);
      const { rows } = await this.db.run<{ id: string }>(sql.begin, [
        ...values,
        ...[id, name, kind, [...scopes], isAtConsole, MOST_JOBS],
      ]);
      return rows[0]?.id ?? null;
    });
  }

  async addBatches(id: string, batches: readonly StoredBatch[]): Promise<boolean> {
    if (batches.length === 0) return true;
    const { count } = await this.db.run(sql.addBatches, [
      id,
      batches.map(({ number }) => number),
      batches.map(({ before }) => before),
      batches.map(({ lines }) => lines),
    ]);
    return count > 0;
  }

  async discard(id: string): Promise<void> {
    await this.db.runAlone(sql.discard, [id]);
  }

  submit(id: string, lines: number): Promise<Job | null> {
    return this.first<Job>(sql.submit, [id, lines]);
  }

  find(id: string): Promise<Job | null> {
    return this.first<Job>(sql.find, [id]);
  }

  maker(id: string): Promise<{ readonly id: string; readonly generates: boolean } | null> {
    return this.first(sql.maker, [id]);
  }

  list(filter: JobFilter): OrderedList<Job> {
    return jobList(this.streams, filter);
  }

  results(id: string, outcome: LineOutcome | null): OrderedList<JobResult> {
    return resultList(this.streams, id, outcome);
  }

  async cancel(id: string): Promise<void> {
    await this.db.run(sql.cancel, [id]);
  }

  async remove(id: string): Promise<boolean> {
    return (await this.db.run(sql.remove, [id])).count > 0;
  }

  async passwords(id: string): Promise<AsyncIterable<readonly GeneratedPassword[]> | null> {
    if ((await this.db.run(sql.fetchPasswords, [id])).count === 0) return null;
    return passwordsIn(this.streams, id);
  }

  file(id: string): Promise<JobFile | null> {
    return this.files.fetch(id);
  }

  async claim(instance: string): Promise<ClaimedJob | null> {
    const [row] = (await this.db.runAlone<ClaimedRow>(sql.claim, [instance])).rows;
    if (row === undefined) return null;
    const { makerId, makerName, makerKind, makerScopes, atConsole, ...job } = row;
    const maker = { id: makerId, name: makerName, kind: makerKind, scopes: makerScopes };
    return { ...job, maker: { ...maker, isAtConsole: atConsole } };
  }

  async renew(instance: string): Promise<void> {
    await this.db.runAlone(sql.renew, [instance]);
  }

  async release(instance: string): Promise<void> {
    await this.db.runAlone(sql.release, [instance]);
  }

  nextBatch(id: string, instance: string, attempt: number): Promise<NextBatch | null> {
    return this.first<NextBatch>(sql.nextBatch, [id, instance, attempt === 0 ? 1 : 0]);
  }

  async takeBatch(id: string, number: number): Promise<boolean> {
    return (await this.db.run(sql.takeBatch, [id, number])).count > 0;
  }

  keepFile(id: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    return this.files.keep(id, content);
  }

  async firstLines(id: string, objects: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.db.run<FirstLine>(sql.firstLines, [id, objects]);
    return new Map(rows.map(({ object, line }) => [object, line]));
  }

  async finishBatch(id: string, instance: string, batch: BatchRecord): Promise<AfterBatch> {
    const { number, results, first, passwords, left } = batch;
    const column = <K extends keyof JobResult>(name: K) => results.map((result) => result[name]);
    await this.db.run(sql.addResults, [
      id,
      ...[column('line'), column('object'), column('outcome')],
      ...[column('exception'), column('message'), column('detail'), column('warning')],
      results.map(({ line }) => first.has(line)),
    ]);
    if (passwords.length > 0) {
      await this.db.run(sql.addPasswords, [id, number, JSON.stringify(passwords)]);
    }
    if (left !== null) {
      await this.db.run(sql.keepLeft, [id, left.number, left.before, left.lines]);
    }
    const numberOf = (...outcomes: readonly LineOutcome[]) =>
      results.filter(({ outcome }) => outcomes.includes(outcome)).length;
    const { rows } = await this.db.run<{ status: string }>(sql.progress, [
      ...[id, instance, results.length],
      ...[numberOf('created', 'updated', 'removed'), numberOf('unchanged'), numberOf('failed')],
      passwords.length,
    ]);
    const [job] = rows;
    if (job === undefined) return 'lost';
    if (job.status === 'running') return 'more';
    await this.db.run(sql.dropBatches, [id]);
    return 'ended';
  }

  async end(id: string, instance: string, failure: string | null): Promise<boolean> {
    return (await this.db.run(sql.end, [id, instance, failure])).count > 0;
  }

  async tidy(): Promise<void> {
    await this.db.runAlone(sql.forgetUploads);
    await this.db.runAlone(sql.forgetPasswords);
    await this.files.forget();
    await this.db.runAlone(sql.forgetResults, [PIECE]);
    await this.db.runAlone(sql.forgetRemoved, [PIECE]);
  }

  async forget(days: number, limit: number): Promise<number> {
    return (await this.db.runAlone(sql.forget, [days, limit])).count;
  }

  async counts(): Promise<Readonly<Record<string, number>>> {
    const { rows } = await this.db.runAlone<{ status: string; count: number }>(sql.counts);
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  }

  private async first<Row extends object>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row | null> {
    return (await this.db.run<Row>(statement, values)).rows[0] ?? null;
  }
}

async function* passwordsIn(
  streams: RowStreams,
  id: string,
): AsyncGenerator<readonly GeneratedPassword[]> {
  const text = 'select passwords from job_password where job_id = $1 order by number';
  for await (const rows of streams.read<{ passwords: GeneratedPassword[] }>(text, [id])) {
    yield rows.flatMap(({ passwords }) => passwords);
  }
}
