import { useEffect } from 'react';
import { useAnswer } from '../api/query';
import { changed } from '../api/staleness';
import { formatNumber } from '../texts/formats';
import { plain } from '../texts/plain';
import { sayIfKnown, useSay } from '../texts/texts';
import { ErrorState, Skeleton } from '../ui/states';
import { failedLinesQuery, isOver, jobQuery } from './jobs';
import type { JobLine } from './jobs';
import styles from './jobs.module.css';

/** How far a job is, and in the end which lines failed and why. */
export function JobProgress({
  id,
  lines,
  nameOf,
  touches,
}: {
  readonly id: string;
  /** as they were sent */
  readonly lines: readonly JobLine[];
  /** how a line is called */
  readonly nameOf: (line: JobLine) => string;
  /** keys of queries that it makes stale */
  readonly touches: readonly string[];
}) {
  const say = useSay();
  const { data: job, error } = useAnswer(jobQuery, id);
  const hasEnded = job !== undefined && isOver(job);
  const stale = touches.join(' ');
  useEffect(() => {
    if (hasEnded) void changed(...stale.split(' '));
  }, [hasEnded, stale]);
  if (error && !job) return <ErrorState error={error} />;
  if (!job) return <Skeleton lines={1} />;
  const { processed, succeeded, unchanged, failed } = job;
  return (
    <div className={styles['progress']}>
      <progress max={job.lines} value={processed} aria-label={say('progress.lines')} />
      <p role="status">
        {hasEnded
          ? say('progress.result', {
              succeeded: formatNumber(succeeded),
              unchanged: formatNumber(unchanged),
              failed: formatNumber(failed),
            })
          : say('progress.running', {
              processed: formatNumber(processed),
              lines: formatNumber(job.lines),
            })}
      </p>
      {hasEnded && failed > 0 && <FailedLines id={id} lines={lines} nameOf={nameOf} />}
    </div>
  );
}

function FailedLines({
  id,
  lines,
  nameOf,
}: {
  readonly id: string;
  readonly lines: readonly JobLine[];
  readonly nameOf: (line: JobLine) => string;
}) {
  const { data: failed } = useAnswer(failedLinesQuery, id);
  if (!failed) return <Skeleton lines={2} />;
  return (
    <ul className={styles['failed']}>
      {failed.map(({ line, exception, message }) => {
        const name = plain(nameOf(lines[line - 1] ?? {}));
        const values = { resource: name, message: plain(message ?? '') };
        return (
          <li key={line}>
            <strong>{name}</strong>{' '}
            {sayIfKnown(`errors.${exception ?? ''}`, values) ?? values.message}
          </li>
        );
      })}
    </ul>
  );
}
