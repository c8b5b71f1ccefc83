import { useSay } from '../texts/texts';
import { Badge } from './badge';

/** By which directory a user or a group is managed; nothing for local ones. */
export function ManagedBy({ source }: { source: string | undefined }) {
  const say = useSay();
  if (!source) return null;
  return <Badge>{say('common.managedBy', { source: source.replace(/^directory:/, '') })}</Badge>;
}
