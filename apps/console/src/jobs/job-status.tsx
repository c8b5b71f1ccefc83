import { choiceText } from '../shared/fields/field-table';
import { isOver } from '../shared/jobs/job-rules';
import { formatNumber } from '../shared/texts/formats';
import { useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { jobFields, resultFields } from './jobs.fields';
import type { Job, JobResult } from './jobs.fields';

const KINDS = {
  queued: 'plain',
  running: 'accent',
  done: 'ok',
  cancelled: 'warn',
  failed: 'danger',
} as const;

/** A job that is done says how many of its lines failed, and whether its passwords can be fetched. */
export function JobStatus({ of: job }: { readonly of: Job }) {
  const say = useSay();
  return (
    <>
      <State of={job} />
      {isOver(job) && job.passwords && (
        <>
          {' '}
          <Badge kind="accent">{say('jobs.passwordsWait')}</Badge>
        </>
      )}
    </>
  );
}

function State({ of: { status, failed } }: { readonly of: Job }) {
  const say = useSay();
  if (status === 'done' && failed > 0) {
    return (
      <Badge kind="warn">{say('jobs.doneWithFailures', { failed: formatNumber(failed) })}</Badge>
    );
  }
  return <Badge kind={KINDS[status]}>{choiceText(jobFields, 'status', status)}</Badge>;
}

export function ResultOutcome({ of: { outcome } }: { readonly of: JobResult }) {
  const kind = outcome === 'failed' ? 'danger' : outcome === 'unchanged' ? 'plain' : 'ok';
  return <Badge kind={kind}>{choiceText(resultFields, 'outcome', outcome)}</Badge>;
}
