import { choiceText } from '../shared/fields/field-table';
import { isOver } from '../shared/jobs/job-rules';
import { formatNumber } from '../shared/texts/formats';
import { useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { jobFields } from './jobs.fields';
import type { Job } from './jobs.fields';

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
