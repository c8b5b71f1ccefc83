import { choiceText } from '../shared/fields/field-table';
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

export function JobStatus({ of: { status } }: { readonly of: Job }) {
  return <Badge kind={KINDS[status]}>{choiceText(jobFields, 'status', status)}</Badge>;
}

export function ResultOutcome({ of: { outcome } }: { readonly of: JobResult }) {
  const kind = outcome === 'failed' ? 'danger' : outcome === 'unchanged' ? 'plain' : 'ok';
  return <Badge kind={kind}>{choiceText(resultFields, 'outcome', outcome)}</Badge>;
}
