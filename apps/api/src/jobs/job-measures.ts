import type { ClaimedJob, JobRepository } from '@chat-admin/domain/jobs/job-repository';
import type { Step } from '@chat-admin/domain/jobs/job-work';
import type { Instruments } from '@chat-admin/server/metrics/instruments';
import type { Tracing } from '@chat-admin/server/tracing/tracing';

/** What is counted and traced of bulk jobs. */
export class JobMeasures {
  private readonly items;
  private readonly durations;

  constructor(
    instruments: Instruments,
    jobs: JobRepository,
    private readonly tracing: Tracing | null,
  ) {
    this.items = instruments.counter('chat_admin_job_items_total');
    this.durations = instruments.histogram('chat_admin_job_duration_seconds');
    instruments.reading('chat_admin_jobs', async () =>
      Object.entries(await jobs.counts()).map(([state, count]) => [[state], count] as const),
    );
  }

  around<T>({ id, type }: ClaimedJob, work: () => Promise<T>): Promise<T> {
    if (this.tracing === null) return work();
    return this.tracing.within(`job ${type}`, { 'job.id': id, 'job.type': type }, work);
  }

  batch({ type }: ClaimedJob, { results }: Step): void {
    for (const { outcome } of results) this.items.of(type, outcome).count += 1;
  }

  ended(kind: string, outcome: string, seconds: number): void {
    this.durations.of(kind, outcome).observe(seconds);
  }
}
