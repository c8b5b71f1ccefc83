import { useEffect } from 'react';
import { refusalOf } from '../../shared/api/errors';
import { useAnswer } from '../../shared/api/query';
import { changed } from '../../shared/api/staleness';
import { isOver } from '../../shared/jobs/job-rules';
import { jobQuery } from '../../shared/jobs/jobs';
import type { Job } from '../../shared/jobs/jobs';
import { formatNumber } from '../../shared/texts/formats';
import { useSay } from '../../shared/texts/texts';
import { Refused } from '../../shared/ui/refused';
import { ErrorState, Skeleton } from '../../shared/ui/states';
import { createdQuery } from './import-run';
import styles from './import.module.css';

/** How far the job is, and in the end how many were created, changed, left and refused. */
export function JobView({
  id,
  onEnd,
}: {
  readonly id: string;
  readonly onEnd: (job: Job) => void;
}) {
  const say = useSay();
  const { data: job, error, refetch } = useAnswer(jobQuery, id);
  const hasEnded = job !== undefined && isOver(job);
  useEffect(() => {
    if (!hasEnded) return;
    onEnd(job);
    if (!job.dryRun) void changed('users', 'user', 'groups', 'group');
  }, [hasEnded, job, onEnd]);
  if (error && !job) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!job) return <Skeleton lines={2} />;
  const values = { processed: formatNumber(job.processed), lines: formatNumber(job.lines) };
  return (
    <>
      <progress
        className={styles['progress']}
        max={Math.max(1, job.lines)}
        value={job.processed}
        aria-label={say('progress.lines', values)}
      />
      <p role="status">
        {job.dryRun && job.status === 'done'
          ? say('import.dryRun.done')
          : say(`import.run.status.${job.status}`)}{' '}
        {!hasEnded && say('progress.running', values)}
        {job.message && <Refused of={refusalOf({ message: job.message })} />}
      </p>
      {hasEnded && <Counts of={job} />}
    </>
  );
}

function Counts({ of: { id, dryRun, succeeded, unchanged, failed } }: { readonly of: Job }) {
  const say = useSay();
  const { data: created, error } = useAnswer(createdQuery, id);
  if (error && created === undefined) return <ErrorState error={error} />;
  if (created === undefined) return <Skeleton lines={1} />;
  const counts = { created, changed: succeeded - created, skipped: unchanged, failed };
  return (
    <>
      <p>{say(dryRun ? 'import.would' : 'import.happened')}</p>
      <ul className={styles['counts']}>
        {(['created', 'changed', 'skipped', 'failed'] as const).map((name) => (
          <li key={name}>
            <strong>{formatNumber(counts[name])}</strong> {say(`import.counts.${name}`)}
          </li>
        ))}
      </ul>
    </>
  );
}
