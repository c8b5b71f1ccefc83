import { Suspense } from 'react';
import { refusalOf } from '../shared/api/errors';
import { useAnswer } from '../shared/api/query';
import { choiceText } from '../shared/fields/field-table';
import { lazy } from '../shared/load/lazy';
import { resultsScope } from '../shared/jobs/job-rules';
import { jobQuery } from '../shared/jobs/jobs';
import { ResultLines } from '../shared/jobs/result-lines';
import { whoOf } from '../shared/people/named';
import { Thing } from '../shared/people/thing';
import { useParams } from '../shared/screens/address';
import { formatNumber } from '../shared/texts/formats';
import { useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { Facts } from '../shared/ui/facts';
import { Page } from '../shared/ui/page';
import { Refused } from '../shared/ui/refused';
import { ErrorState, Skeleton } from '../shared/ui/states';
import { Time } from '../shared/ui/time';
import { JobStatus } from './job-status';
import { LineWarning } from './line-warning';
import { jobFields } from './jobs.fields';
import type { Job } from './jobs.fields';
import styles from './jobs.module.css';
import { resultList } from './jobs.queries';

const JobActions = lazy(() => import('./job-actions'));

/** One job: how far it is, and what has become of each line. */
export default function JobPage() {
  const say = useSay();
  const { id } = useParams('job');
  const { data: job, error, refetch } = useAnswer(jobQuery, id);
  if (!job) {
    return (
      <Page title={say('screens.job')}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton />}
      </Page>
    );
  }
  const type = choiceText(jobFields, 'type', job.type);
  return (
    <Page
      title={say('jobs.name', { type, id })}
      subtitle={
        <>
          <JobStatus of={job} />
          {job.dryRun && <Badge kind="accent">{say('jobs.fields.dryRun')}</Badge>}
        </>
      }
      actions={
        <Suspense>
          <JobActions job={job} />
        </Suspense>
      }
      isFull
    >
      <Progress of={job} />
      <ResultLines
        key={id}
        list={resultList}
        path={{ id }}
        scope={resultsScope(job.type)}
        cells={{ warning: ({ warning }) => warning && <LineWarning of={warning} /> }}
      />
    </Page>
  );
}

function Progress({ of: job }: { readonly of: Job }) {
  const say = useSay();
  const { processed, lines } = job;
  const words = say('progress.lines', {
    processed: formatNumber(processed),
    lines: formatNumber(lines),
  });
  return (
    <>
      <div className={styles['progress']}>
        <progress
          value={processed}
          max={Math.max(1, lines)}
          aria-label={say('jobs.fields.processed')}
        />
        <span>{words}</span>
      </div>
      <Facts
        facts={[
          [say('jobs.fields.succeeded'), formatNumber(job.succeeded)],
          [say('jobs.fields.unchanged'), formatNumber(job.unchanged)],
          [say('jobs.fields.failed'), formatNumber(job.failed)],
          [say('jobs.fields.createdBy'), <Thing key="by" of={whoOf(job.createdBy)} />],
          [say('jobs.fields.created'), <Time key="created" of={job.created} isAbsolute />],
          [say('jobs.fields.finished'), job.finished && <Time of={job.finished} isAbsolute />],
          [
            say('jobs.fields.message'),
            job.message && <Refused key="message" of={refusalOf({ message: job.message })} />,
          ],
        ]}
      />
    </>
  );
}
