import { choiceText } from '../shared/fields/field-table';
import { Badge } from '../shared/ui/badge';
import { reportFields } from './reports.fields';
import type { Report } from './reports.fields';

const BADGES = { open: 'warn', acting: 'accent', acted: 'ok', dismissed: 'plain' } as const;

/** Whether somebody has begun with a report, and how it ended. */
export function ReportState({ of: { status } }: { readonly of: Report }) {
  return <Badge kind={BADGES[status]}>{choiceText(reportFields, 'status', status)}</Badge>;
}
