import { Badge } from '../ui/badge';

/** The status of the answer. */
export function Outcome({ of }: { readonly of: string | undefined }) {
  if (of === undefined) return null;
  return <Badge kind={/^[23]/.test(of) ? 'ok' : 'danger'}>{of}</Badge>;
}
