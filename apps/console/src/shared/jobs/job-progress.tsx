import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { lineRefusal } from '../api/errors';
import { useAnswer } from '../api/query';
import { changed } from '../api/staleness';
import { useMay } from '../session/session';
import { formatNumber } from '../texts/formats';
import { plain } from '../texts/plain';
import { useSay } from '../texts/texts';
import { MissingScopes } from '../ui/missing-scopes';
import { Refused } from '../ui/refused';
import { ErrorState, Skeleton } from '../ui/states';
import { isOver, resultsScope } from './job-rules';
import { failedLinesQuery, jobQuery } from './jobs';
import type { JobLine } from './jobs';
import styles from './jobs.module.css';
import { UnknownNames } from './unknown-names';

interface Props {
  readonly id: string;
  /** as they were sent */
  readonly lines: readonly JobLine[];
  /** how a line is called */
  readonly nameOf: (line: JobLine) => string;
  /** keys of queries that it makes stale */
  readonly touches: readonly string[];
  /** people, as somebody has written them: those who do not exist are told in the end */
  readonly people?: readonly string[] | undefined;
  /** where it has made passwords, that wait */
  readonly children?: ReactNode;
}

/** How far a job is, and in the end which lines failed and why. */
export function JobProgress(props: Props) {
  const say = useSay();
  const may = useMay();
  return may('jobs:read') ? (
    <Progress {...props} />
  ) : (
    <MissingScopes scopes={['jobs:read']}>{say('progress.hidden')}</MissingScopes>
  );
}

function Progress({ id, lines, nameOf, touches, people, children }: Props) {
  const say = useSay();
  const may = useMay();
  const { data: job, error } = useAnswer(jobQuery, id);
  const hasEnded = job !== undefined && isOver(job);
  const stale = touches.join(' ');
  useEffect(() => {
    if (hasEnded) void changed(...stale.split(' '));
  }, [hasEnded, stale]);
  if (error && !job) return <ErrorState error={error} />;
  if (!job) return <Skeleton lines={1} />;
  const { type, processed, succeeded, unchanged, failed } = job;
  const scope = resultsScope(type);
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
      {hasEnded && failed > 0 && may(scope) && (
        <FailedLines id={id} lines={lines} nameOf={nameOf} />
      )}
      {hasEnded && failed > 0 && !may(scope) && (
        <MissingScopes scopes={[scope]}>{say('progress.resultsNeed')}</MissingScopes>
      )}
      {hasEnded && job.passwords && may('jobs:write') && children}
      {hasEnded && people && may('users:read') && <UnknownNames people={people} />}
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
  const { data: failed, error } = useAnswer(failedLinesQuery, id);
  if (error && !failed) return <ErrorState error={error} />;
  if (!failed) return <Skeleton lines={2} />;
  return (
    <ul className={styles['failed']}>
      {failed.map((result) => {
        const name = nameOf(lines[result.line - 1] ?? {});
        return (
          <li key={result.line}>
            <strong>{plain(name)}</strong> <Refused of={lineRefusal(result, name)} />
          </li>
        );
      })}
    </ul>
  );
}
